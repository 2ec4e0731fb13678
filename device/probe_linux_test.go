package device

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ebitengine/purego"

	"github.com/warbler-opt/warbler/internal/clocktest"
)

// fake is a driver whose probe does what a test wants. In a child process it is
// found by its name, so all are registered when the test binary starts.
type fake struct {
	name  string
	probe func() ([]Listing, error)
}

func (f fake) Name() string                             { return f.name }
func (f fake) Probe(context.Context) ([]Listing, error) { return f.probe() }
func (f fake) Open(int) (Device, error)                 { return nil, errors.New("fake") }

var fakes = []fake{
	{"fake-fine", func() ([]Listing, error) {
		fmt.Println("chatter on the standard output")
		fmt.Fprintln(os.Stderr, "and on the other one: SIGSEGV: not really")
		return []Listing{
			{Info: Info{Driver: "fake-fine", Name: "first", Memory: 1 << 40, GPU: true}},
			{Info: Info{Driver: "fake-fine", Index: 1, Name: "second"}, Err: &NotFoundError{What: "fake-fine:1", Reason: "it is broken"}},
		}, nil
	}},
	{"fake-missing", func() ([]Listing, error) {
		return nil, &NotFoundError{What: "fake-missing", Reason: "its library is missing"}
	}},
	{"fake-empty", func() ([]Listing, error) { return nil, nil }},
	{"fake-segv", func() ([]Listing, error) {
		syscall.Kill(os.Getpid(), syscall.SIGSEGV)
		select {}
	}},
	{"fake-crash", func() ([]Listing, error) {
		purego.SyscallN(8) // jumps where no code is, in C
		return nil, nil
	}},
	{"fake-kill", func() ([]Listing, error) {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}},
	{"fake-exit", func() ([]Listing, error) { os.Exit(7); return nil, nil }},
	{"fake-panic", func() ([]Listing, error) { panic("fake") }},
	{"fake-hang", func() ([]Listing, error) { time.Sleep(time.Hour); return nil, nil }},
	{"fake-hang-late", func() ([]Listing, error) {
		os.NewFile(3, "report").Close() // as if it had crashed, but it stays
		time.Sleep(time.Hour)
		return nil, nil
	}},
}

func init() {
	for _, f := range fakes {
		Register(f)
	}
	registry.drivers = nil // the tests choose what is there
}

// TestProbe has drivers that work, fail, crash and hang in a child process: all
// that may reach this one is a sentence.
func TestProbe(t *testing.T) {
	defer func(d time.Duration) { probeLimit = d }(probeLimit)
	want := map[string]string{
		"fake-fine":      "",
		"fake-missing":   "its library is missing",
		"fake-empty":     "finds no device",
		"fake-segv":      "crashed while it was probed (SIGSEGV",
		"fake-crash":     "crashed while it was probed (SIGSEGV",
		"fake-kill":      "crashed while it was probed (killed",
		"fake-exit":      "crashed while it was probed (exit status 7",
		"fake-panic":     "crashed while it was probed (exit status 2",
		"fake-hang":      "did not answer within 400ms",
		"fake-hang-late": "crashed while it was probed (it closed",
	}
	for _, f := range fakes {
		t.Run(f.name, func(t *testing.T) {
			probeLimit = probeTimeout
			if strings.HasPrefix(f.name, "fake-hang") {
				probeLimit = 400 * time.Millisecond
			}
			var found []Listing
			clocktest.Within(t, 5*time.Second, "a probe", func() time.Duration {
				start := time.Now()
				said, err := probe(t.Context(), f)
				if err != nil {
					t.Fatal(err)
				}
				found = listings(said.List)
				return time.Since(start)
			})
			if want[f.name] == "" {
				if len(found) != 2 || found[0].Err != nil || found[0].Memory != 1<<40 || !found[0].GPU || found[0].ID() != "fake-fine:0" ||
					found[1].Err == nil || found[1].Err.Error() != "device fake-fine:1: it is broken" {
					t.Errorf("%+v", found)
				}
				return
			}
			var nf *NotFoundError
			if len(found) != 1 || found[0].Index >= 0 || !errors.As(found[0].Err, &nf) || nf.What != f.name || !strings.Contains(nf.Reason, want[f.name]) {
				t.Errorf("%+v", found)
			}
		})
	}
}

// TestProbeInterrupted ends the context while a driver hangs; that must not be
// remembered.
func TestProbeInterrupted(t *testing.T) {
	clocktest.Within(t, 2*time.Second, "an interrupted probe", func() time.Duration {
		e := &entry{driver: fakes[len(fakes)-2], memory: t.Name()}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		start := time.Now()
		found := e.listings(ctx)
		if len(found) != 1 || found[0].Err == nil || e.probed {
			t.Errorf("%+v, remembered: %v", found, e.probed)
		}
		return time.Since(start)
	})
}
