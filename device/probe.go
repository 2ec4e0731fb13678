package device

import (
	"context"
	"errors"
	"time"
)

// probeTimeout is how long a driver may take to list its devices. A healthy
// one needs a quarter of a second; a cold one that has to load kernel modules
// and wake sleeping cards has been seen to need ten.
const probeTimeout = 20 * time.Second

// probeEnv names, in a child process, the driver that it was started to probe.
const probeEnv = "WARBLER_PROBE"

// answer is what a probe says: plain data, so that both sides agree on it whatever
// the driver printed elsewhere.
type answer struct {
	List   []reported
	Files  []string  // it depends on: libraries, and patterns of files
	Broken time.Time // when the driver crashed or did not answer; zero where it answered
	none   bool      // there was no probe
}

// reported is an answer's part about one device.
type reported struct {
	Info   Info
	Reason string // why it cannot be used
}

// unprobed is what is known of a driver that there was no time to ask.
func unprobed(d Driver, ended error) []Listing {
	found := listings([]reported{{absent(d), "there was no time to probe it"}})
	found[0].Err = interrupted{found[0].Err, ended}
	return found
}

// depends tells what a driver's answer depends on beside its libraries.
func depends(d Driver) (variables, files []string) {
	if w, ok := d.(Dependent); ok {
		return w.Depends()
	}
	return nil, nil
}

// report runs the probe and turns what it says into data.
func report(ctx context.Context, d Driver) (list []reported) {
	found, err := d.Probe(ctx)
	if err == nil && len(found) == 0 {
		err = errors.New("its driver is here but finds no device")
	}
	if err != nil {
		found = []Listing{{absent(d), err}}
	}
	for _, l := range found {
		r := reported{Info: l.Info}
		// Without the device's name, which the parent adds again.
		if nf, ok := errors.AsType[*NotFoundError](l.Err); ok {
			r.Reason = nf.Reason
		} else if l.Err != nil {
			r.Reason = l.Err.Error()
		}
		list = append(list, r)
	}
	return list
}

// listings is the other direction.
func listings(list []reported) (found []Listing) {
	for _, r := range list {
		l := Listing{Info: r.Info}
		if r.Reason != "" {
			l.Err = &NotFoundError{What: r.Info.ID(), Reason: r.Reason}
		}
		found = append(found, l)
	}
	return found
}

// absent is what is known of a driver that has no devices.
func absent(d Driver) Info { return Info{Driver: d.Name(), Index: -1} }
