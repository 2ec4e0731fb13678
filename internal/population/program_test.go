package population

import (
	"regexp"
	"testing"

	"github.com/warbler-opt/warbler/internal/signature"
	"github.com/warbler-opt/warbler/problem"
)

// TestSignatures: parameters that the source does not show are asked of the driver
// one too many, which compute-sanitizer reports.
func TestSignatures(t *testing.T) {
	d := &Device{
		Frame:  &Frame{Rep: problem.Representation{Kind: problem.Binary, Length: 40}},
		about:  &Algorithm{Members: walkers},
		arrays: new(walker).Arrays(),
	}
	s := d.NewProgram(problem.Kernel{}, false, nil, func(int) []Word { return []Word{Int("SEED", 1)} })
	s.Room("u32", "mates", walkers)
	s.Constant("f64", "weights", nil)
	s.Measure()
	s.Finish()
	s.assemble()
	text := s.Text()
	known := signature.Read(text)
	kernels := regexp.MustCompile(`(?m)^KERNEL void (\w+)`).FindAllStringSubmatch(text, -1)
	for _, m := range kernels {
		if known[m[1]] == nil {
			t.Errorf("the parameters of %s are not understood", m[1])
		}
	}
	if len(kernels) == 0 {
		t.Error("there are no kernels")
	}
}
