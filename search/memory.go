package search

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/memory"
)

// room looks whether the machine has the memory for the replicas of a
// configuration: where it has not, the system may end the program without a word.
func (a Algorithm) room(c Config) error {
	if a.Footprint == nil || c.Device != nil || runtime.GOOS != "linux" { // elsewhere HostMemory is a guess
		return nil
	}
	s, err := a.Params.Settings(c.Values)
	if err != nil {
		return err
	}
	each, lower := a.Footprint(s, c.Problem.Representation())
	needed, has := each*float64(len(c.Replicas)), memory.Host()
	if needed <= float64(has) {
		return nil
	}
	return &UnsuitedError{
		Reason: fmt.Sprintf("%s needs about %s of memory, and this machine has %s: lower %s",
			a.Name, memory.Format(uint64(min(needed, 1<<63))), memory.Format(has), a.lower(lower, c)),
		Params: slices.DeleteFunc(slices.Clone(lower), func(name string) bool { _, ok := a.Params.Find(name); return !ok }),
		Memory: true,
	}
}

// hint lets the devices of a configuration say what would lower the need for memory
// where they have too little. Only here all of that is known: the parameters and how
// many replicas there are.
func (a Algorithm) hint(c *Config) error {
	if c.Device == nil {
		return nil
	}
	var names []string
	if a.Footprint != nil {
		s, err := a.Params.Settings(c.Values)
		if err != nil {
			return err
		}
		_, names = a.Footprint(s, c.Problem.Representation())
	}
	hint := "use --device cpu" // the problem alone is too large
	if lower := a.lower(names, *c); lower != "" {
		hint = "lower " + lower
	}
	c.Device, c.More = driver.Hinted(c.Device, hint), slices.Clone(c.More)
	for i, d := range c.More {
		c.More[i] = driver.Hinted(d, hint)
	}
	return nil
}

// lower words what makes a search smaller, options as they are typed.
func (a Algorithm) lower(names []string, c Config) string {
	var list []string
	for _, n := range names {
		if _, ok := a.Params.Find(n); ok {
			n = "-p " + n + "=…"
		}
		list = append(list, n)
	}
	if len(c.Replicas) > 1 {
		list = append(list, "--replicas")
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
