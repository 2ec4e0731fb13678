package device

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// listed is a driver whose devices are known without a probe.
func listed(name string, found ...Listing) *entry {
	for i := range found {
		found[i].Driver = name
		if found[i].Err == nil || found[i].Name != "" {
			found[i].Index = i
		} else {
			found[i].Index = -1
		}
	}
	return &entry{driver: mute(name), probed: true, found: found}
}

// mute is a driver that must not be probed.
type mute string

func (m mute) Name() string                             { return string(m) }
func (m mute) Probe(context.Context) ([]Listing, error) { panic("probed") }
func (m mute) Open(int) (Device, error)                 { panic("opened") }

func withDrivers(t *testing.T, drivers ...*entry) {
	old := registry.drivers
	registry.drivers = drivers
	t.Cleanup(func() { registry.drivers = old })
}

func gpu(name, bus string) Listing { return Listing{Info: Info{Name: name, Bus: bus, GPU: true}} }

func missing(reason string) Listing {
	return Listing{Err: &NotFoundError{What: "driver", Reason: reason}}
}

func TestSelect(t *testing.T) {
	cpu := Listing{Info: Info{Name: "a CPU"}}
	noFP64 := gpu("small GPU", "")
	noFP64.Err = &NotFoundError{What: "opencl:1", Reason: "no fp64"}
	machines := map[string][]*entry{
		"bare":   {listed("cuda", missing("no library")), listed("opencl", missing("no loader"))},
		"pocl":   {listed("cuda", missing("no library")), listed("opencl", cpu)},
		"nvidia": {listed("cuda", gpu("H", "0:1"), gpu("H", "0:2")), listed("opencl", cpu, gpu("H", "0:2"), gpu("H", "0:1"), gpu("A", "0:3"))},
		"nobus":  {listed("cuda", gpu("H", "")), listed("opencl", gpu("H", "0:2"), gpu("A", ""))},
		"small":  {listed("cuda", missing("no library")), listed("opencl", cpu, noFP64)},
		"none":   nil,
	}
	for _, c := range []struct {
		machine, spec, want string // want: IDs, or "error: …"
	}{
		{"bare", "auto", "cpu"},
		{"bare", "", "cpu"},
		{"bare", "cuda", "error: no library"},
		{"bare", "cuda:0", "error: no library"},
		{"bare", "all", "error: no GPU can be used here (driver: no library; driver: no loader)"},
		{"bare", "all,cpu", "cpu"},
		{"bare", "vulkan", "error: there is no such device"},
		{"bare", "cuda:x", "error: is not a device index"},
		{"bare", "cuda:-1", "error: is not a device index"},
		{"pocl", "auto", "cpu"},
		{"pocl", "opencl", "opencl:0"},
		{"pocl", "opencl:0,cpu", "opencl:0 cpu"},
		{"pocl", "opencl:1", "error: has 1 device(s)"},
		{"pocl", "all", "error: it is a CPU"},
		{"nvidia", "auto", "cuda:0"},
		{"nvidia", "all", "cuda:0 cuda:1 opencl:3"},
		{"nvidia", "all,cpu", "cuda:0 cuda:1 opencl:3 cpu"},
		{"nvidia", "opencl", "opencl:1"},
		{"nvidia", "cuda:1, cuda:0,cuda", "cuda:1 cuda:0"},
		{"nobus", "all", "cuda:0 opencl:1"},
		{"small", "auto", "cpu"},
		{"small", "opencl", "opencl:0"},
		{"small", "opencl:1", "error: no fp64"},
		{"none", "auto", "cpu"},
		{"none", "all", "error: this program has no drivers"},
	} {
		t.Run(c.machine+"/"+c.spec, func(t *testing.T) {
			withDrivers(t, machines[c.machine]...)
			infos, cpu, err := Select(t.Context(), c.spec)
			var got []string
			for _, i := range infos {
				got = append(got, i.ID())
			}
			if cpu {
				got = append(got, "cpu")
			}
			if reason, ok := strings.CutPrefix(c.want, "error: "); ok {
				var nf *NotFoundError
				if !errors.As(err, &nf) || !strings.Contains(err.Error(), reason) {
					t.Errorf("%v, %v", got, err)
				}
			} else if err != nil || strings.Join(got, " ") != c.want {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
}

// TestSelectFirst must not ask the driver behind the one that has a GPU.
func TestSelectFirst(t *testing.T) {
	withDrivers(t, listed("cuda", gpu("H", "")), &entry{driver: mute("opencl")})
	for _, spec := range []string{"auto", "", "cuda", "cuda:0"} {
		if infos, _, err := Select(t.Context(), spec); len(infos) != 1 || infos[0].ID() != "cuda:0" || err != nil {
			t.Errorf("%q: %v %v", spec, infos, err)
		}
	}
}

// TestSelectCPU must touch no driver: mute panics if it is probed.
func TestSelectCPU(t *testing.T) {
	withDrivers(t, &entry{driver: mute("cuda")}, &entry{driver: mute("opencl")})
	infos, cpu, err := Select(t.Context(), "cpu")
	if len(infos) != 0 || !cpu || err != nil {
		t.Errorf("%v %v %v", infos, cpu, err)
	}
}
