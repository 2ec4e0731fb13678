package device

import (
	"context"
	"fmt"
	"os"
	"sort"
	"sync"

	"github.com/warbler-opt/warbler/internal/cache"
)

// Driver is a way to reach devices. Packages device/cuda and device/opencl
// each register one.
type Driver interface {
	// Name is what --device calls it: "cuda".
	Name() string
	// Probe lists the driver's devices in index order, each with the reason why
	// it cannot be used where that is so. It runs in a child process, because
	// drivers crash and hang; it may load libraries and need not clean up. The
	// error says why there are no devices at all.
	Probe(ctx context.Context) ([]Listing, error)
	// Open makes the device with this index ready, in this process.
	Open(index int) (Device, error)
}

// Listing is a device, or the reason why it cannot be used. Where a driver has
// no devices at all its one Listing has Info.Driver, an Index of -1 and Err.
type Listing struct {
	Info
	Err error // a *NotFoundError, or nil
}

var registry struct {
	mu      sync.Mutex
	drivers []*entry
}

// entry is a registered driver with what its probe found, once it has run.
type entry struct {
	driver   Driver
	mu       sync.Mutex // held while probing, so that it happens once
	probed   bool
	recalled bool // an earlier process has probed
	found    []Listing
	memory   string // key of what is remembered, made when it is first asked for
}

// Register makes a driver known; the init function of a driver's package calls
// it. In a child process that was started to probe this driver it does not
// return.
func Register(d Driver) {
	if os.Getenv(probeEnv) == d.Name() {
		answerProbe(d)
	}
	registry.mu.Lock()
	defer registry.mu.Unlock()
	registry.drivers = append(registry.drivers, &entry{driver: d})
	// Order of preference, whatever the order of imports: cuda before opencl.
	sort.SliceStable(registry.drivers, func(i, j int) bool {
		return registry.drivers[i].driver.Name() < registry.drivers[j].driver.Name()
	})
}

func entries() []*entry {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	return append([]*entry(nil), registry.drivers...)
}

func lookup(driver string) *entry {
	for _, e := range entries() {
		if e.driver.Name() == driver {
			return e
		}
	}
	return nil
}

// key names what is remembered of the driver. It is made before the driver is loaded,
// since drivers change the environment.
func (e *entry) key() string {
	if e.memory == "" {
		e.memory = memoryKey(e.driver)
	}
	return e.memory
}

// forget makes the next question a probe.
func (e *entry) forget() {
	cache.Open().Drop(e.key())
	e.probed, e.recalled, e.found = false, false, nil
}

// listings probes the driver, unless an earlier process has, on the first call, and
// answers from memory later.
func (e *entry) listings(ctx context.Context) []Listing {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.probed {
		return e.found
	}
	a, recalled := recall(e.key())
	if !recalled {
		var err error
		if a, err = probe(ctx, e.driver); err != nil {
			return unprobed(e.driver, err) // the caller gave up: that says nothing about the driver
		}
		remember(e.key(), a)
	}
	e.probed, e.recalled, e.found = true, recalled, listings(a.List)
	return e.found
}

// List tells what can run here and, for what cannot, why. The first call
// probes every registered driver in a child process of its own, unless an earlier
// process has and nothing has changed since; the answer is kept.
func List(ctx context.Context) []Listing {
	all := entries()
	found := make([][]Listing, len(all))
	var wg sync.WaitGroup
	for i, e := range all {
		wg.Go(func() { found[i] = e.listings(ctx) })
	}
	wg.Wait()
	var out []Listing
	for _, f := range found {
		out = append(out, f...)
	}
	return out
}

// Open makes one device ready for use, which is named as for Select: "cuda:0". It
// must answer a known-answer self-test first; one that fails is a *NotFoundError.
func Open(ctx context.Context, id string) (Device, error) {
	for {
		infos, cpu, err := Select(ctx, id)
		if err != nil {
			return nil, err
		}
		if cpu || len(infos) != 1 {
			return nil, &NotFoundError{What: id, Reason: "it does not name one device with a driver"}
		}
		e := lookup(infos[0].Driver)
		d, err := e.open(ctx, infos[0].Index)
		if err == nil || ctx.Err() != nil || !e.outdated() {
			return d, err
		}
	}
}

// open opens a device and tests it.
func (e *entry) open(ctx context.Context, index int) (Device, error) {
	d, err := e.driver.Open(index)
	if err != nil {
		return nil, err
	}
	if err := selfTest(ctx, d); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// outdated reports that what is known of a driver is an earlier process's answer, and
// forgets it: a device of it could not be opened.
func (e *entry) outdated() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.recalled {
		return false
	}
	e.forget()
	return true
}

func id(driver string, index int) string {
	if index < 0 {
		return driver // the driver as a whole
	}
	return fmt.Sprintf("%s:%d", driver, index)
}
