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

// report is what the child writes: plain data, so that both sides agree on it
// whatever the driver printed elsewhere.
type report struct {
	Devices []reported
	Reason  string // why there are none
}

type reported struct {
	Info   Info
	Reason string // why it cannot be used
}

// makeReport runs the probe and turns what it says into data.
func makeReport(ctx context.Context, d Driver) report {
	var r report
	found, err := d.Probe(ctx)
	r.Reason = reason(err)
	for _, l := range found {
		r.Devices = append(r.Devices, reported{l.Info, reason(l.Err)})
	}
	return r
}

// listings is the other direction.
func (r report) listings(driver string) ([]Listing, error) {
	if r.Reason != "" {
		return nil, &NotFoundError{What: driver, Reason: r.Reason}
	}
	if len(r.Devices) == 0 {
		return nil, &NotFoundError{What: driver, Reason: "its driver is here but finds no device"}
	}
	var out []Listing
	for _, d := range r.Devices {
		l := Listing{Info: d.Info}
		if d.Reason != "" {
			l.Err = &NotFoundError{What: d.Info.ID(), Reason: d.Reason}
		}
		out = append(out, l)
	}
	return out, nil
}

// reason is an error's sentence without the device's name, which the parent
// adds again.
func reason(err error) string {
	if err == nil {
		return ""
	}
	if nf, ok := errors.AsType[*NotFoundError](err); ok {
		return nf.Reason
	}
	return err.Error()
}
