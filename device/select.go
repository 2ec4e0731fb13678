package device

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Names says what Select understands, for help texts and messages.
const Names = "auto, cpu, cuda[:i], opencl[:i], all, or a list such as all,cpu"

// Select turns a --device value into devices, and whether the CPU takes part.
//
//	auto        the best GPU (CUDA before OpenCL), else the CPU
//	cpu         the CPU alone; no driver is loaded and no process started
//	cuda:1      that device
//	cuda        the first usable one
//	opencl      a GPU if OpenCL has one, else any of its devices
//	all         every GPU once: one seen through both drivers counts as CUDA's
//	a,b,…       several of these; a device named twice counts once
//
// An empty spec is auto. A name that leads nowhere is a *NotFoundError.
func Select(ctx context.Context, spec string) (infos []Info, cpu bool, err error) {
	if strings.TrimSpace(spec) == "" {
		spec = "auto"
	}
	seen := map[string]bool{}
	for name := range strings.SplitSeq(spec, ",") {
		name = strings.TrimSpace(name)
		var found []Info
		switch name {
		case "cpu":
			cpu = true
		case "auto":
			if found = firstGPU(ctx); len(found) == 0 {
				cpu = true
			}
		case "all":
			found = usableGPUs(ctx)
		default:
			info, err := one(ctx, name)
			if err != nil {
				return nil, false, err
			}
			found = []Info{info}
		}
		for _, i := range found {
			if !seen[i.ID()] {
				seen[i.ID()] = true
				infos = append(infos, i)
			}
		}
	}
	if len(infos) == 0 && !cpu {
		return nil, false, &NotFoundError{What: spec, Reason: "no GPU can be used here (" + whyNone(ctx) + ")"}
	}
	return infos, cpu, nil
}

// Check finds names in a --device value that can be no device's, without asking
// any driver.
func Check(spec string) error {
	if strings.TrimSpace(spec) == "" {
		return nil // auto
	}
	for name := range strings.SplitSeq(spec, ",") {
		driver, number, indexed := strings.Cut(strings.TrimSpace(name), ":")
		_, err := strconv.ParseUint(number, 10, 31)
		switch driver {
		case "auto", "cpu", "all":
			if !indexed {
				continue
			}
		case "cuda", "opencl":
			if !indexed || err == nil {
				continue
			}
		}
		return errors.New("there is no such device; use " + Names)
	}
	return nil
}

// one resolves "driver" or "driver:index".
func one(ctx context.Context, name string) (Info, error) {
	driver, number, indexed := strings.Cut(name, ":")
	e := lookup(driver)
	if e == nil {
		return Info{}, &NotFoundError{What: strconv.Quote(name), Reason: "there is no such device; use " + Names}
	}
	index := -1
	if indexed {
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 {
			return Info{}, &NotFoundError{What: strconv.Quote(name), Reason: fmt.Sprintf("%q is not a device index; use %s", number, Names)}
		}
		index = n
	}
	return find(e.listings(ctx), driver, index)
}

// find picks the listing with this index; index -1 takes the first usable GPU,
// else the first usable device.
func find(found []Listing, driver string, index int) (Info, error) {
	if len(found) == 1 && found[0].Index < 0 {
		return Info{}, found[0].Err // the driver as a whole
	}
	if index >= 0 {
		for _, l := range found {
			if l.Index == index {
				return l.Info, l.Err
			}
		}
		return Info{}, &NotFoundError{What: id(driver, index), Reason: fmt.Sprintf("%s has %d device(s), numbered from 0", driver, len(found))}
	}
	var pick *Listing
	for i := range found {
		l := &found[i]
		if l.Err == nil && (pick == nil || l.GPU && !pick.GPU) {
			pick = l
		}
	}
	if pick != nil {
		return pick.Info, nil
	}
	if len(found) > 0 {
		return Info{}, found[0].Err
	}
	return Info{}, &NotFoundError{What: driver, Reason: "it has no devices"}
}

// firstGPU is the best GPU, or none. A driver is asked only where those before it have
// no GPU.
func firstGPU(ctx context.Context) []Info {
	for _, e := range entries() {
		for _, l := range e.listings(ctx) {
			if l.Err == nil && l.GPU {
				return []Info{l.Info}
			}
		}
	}
	return nil
}

// NoGPU reports whether it is known that no GPU can be used here, without asking a
// driver that was not asked before.
func NoGPU() bool {
	for _, e := range entries() {
		if found, known := e.known(); !known || slices.ContainsFunc(found, usableGPU) {
			return false
		}
	}
	return true
}

// HasGPU reports whether it is known that there is one.
func HasGPU() bool {
	return slices.ContainsFunc(entries(), func(e *entry) bool {
		found, _ := e.known()
		return slices.ContainsFunc(found, usableGPU)
	})
}

func usableGPU(l Listing) bool { return l.Err == nil && l.GPU }

// known is what a driver has said, to this process or an earlier one.
func (e *entry) known() (found []Listing, known bool) {
	if !e.mu.TryLock() { // it is being asked
		return nil, false
	}
	defer e.mu.Unlock()
	if !e.probed {
		if a, remembered := recall(e.key()); remembered {
			e.probed, e.recalled, e.found = true, true, listings(a.List)
		}
	}
	return e.found, e.probed
}

// usableGPUs lists every GPU once, the best first: drivers come in order of
// preference, and a GPU that an earlier driver has is left out of a later one.
func usableGPUs(ctx context.Context) []Info {
	var out []Info
	for _, l := range List(ctx) {
		if l.Err != nil || !l.GPU {
			continue
		}
		twice := false
		for _, o := range out {
			twice = twice || o.Driver != l.Driver && sameGPU(o, l.Info)
		}
		if !twice {
			out = append(out, l.Info)
		}
	}
	return out
}

// sameGPU tells whether two drivers mean the same card: by its place on the
// bus where both know it, else by its name.
func sameGPU(a, b Info) bool {
	if a.Bus != "" && b.Bus != "" {
		return a.Bus == b.Bus
	}
	return a.Name == b.Name
}

func whyNone(ctx context.Context) string {
	var why []string
	for _, l := range List(ctx) {
		switch {
		case l.Err != nil:
			why = append(why, strings.TrimPrefix(l.Err.Error(), "device "))
		case !l.GPU:
			why = append(why, l.ID()+": it is a CPU")
		}
	}
	if len(why) == 0 {
		return "this program has no drivers"
	}
	return strings.Join(why, "; ")
}
