package search

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/memory"
)

// room looks whether the machine has the memory for the replicas of a configuration:
// where it has not, the system may end the program without a word. Devices it lets say
// what would lower the need where they have too little: only here all of that is known,
// the parameters and how many replicas there are.
func (a Algorithm) room(c *Config) error {
	var each float64
	var names []string
	if a.Footprint != nil {
		s, err := a.Params.Settings(c.Values)
		if err != nil {
			return err
		}
		each, names = a.Footprint(s, c.Problem.Representation())
	}
	lower := lower(names, *c)
	if c.Device != nil {
		hint := "use the CPU" // the problem alone is too large
		if lower != "" {
			hint = "lower " + lower
		}
		c.Device, c.More = driver.Hinted(c.Device, hint), slices.Clone(c.More)
		for i, d := range c.More {
			c.More[i] = driver.Hinted(d, hint)
		}
		return nil
	}
	needed, has := each*float64(len(c.Replicas)), memory.Host()
	if needed <= float64(has) || runtime.GOOS != "linux" { // elsewhere Host is a guess
		return nil
	}
	return &UnsuitedError{
		Reason: fmt.Sprintf("%s needs about %s of memory, and this machine has %s: lower %s",
			a.Name, memory.Format(uint64(min(needed, 1<<63))), memory.Format(has), lower),
		Params: slices.DeleteFunc(slices.Clone(names), func(name string) bool { _, ok := a.Params.Find(name); return !ok }),
		Memory: true,
	}
}

// lower words what makes a search smaller.
func lower(names []string, c Config) string {
	list := slices.Clone(names)
	if len(c.Replicas) > 1 {
		list = append(list, "replicas")
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
