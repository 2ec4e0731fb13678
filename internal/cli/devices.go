package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/memory"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func (a *App) devicesCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "devices",
		Short:   "What can run kernels here, and why something cannot",
		Example: "  warbler devices\n  warbler devices --json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			device.Retry()
			found := device.List(c.Context())
			if asJSON {
				return a.devicesJSON(found)
			}
			return a.devicesTable(found)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return c
}

func (a *App) devicesTable(found []device.Listing) error {
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "DEVICE\tNAME\tMEMORY\tUNITS\tDRIVER")
	host := ""
	if bytes := hostMemory(); bytes > 0 {
		host = memory.Format(bytes)
	}
	fmt.Fprintf(w, "cpu\t%s\t%s\t%d\tGo %s\n", CPUName(), host, runtime.NumCPU(), strings.TrimPrefix(runtime.Version(), "go"))
	for _, l := range found {
		if l.Err == nil {
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", l.ID(), l.Name, memory.Format(l.Memory), l.ComputeUnits, l.Version)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, l := range found {
		if l.Err != nil {
			if _, err := fmt.Fprintf(a.Out, "not usable: %s\n", strings.TrimPrefix(l.Err.Error(), "device ")); err != nil {
				return err
			}
		}
	}
	return nil
}

// ListedDevice is an element of devices --json.
type ListedDevice struct {
	ID           string `json:"id"`
	Usable       bool   `json:"usable"`
	Reason       string `json:"reason,omitempty"` // why it is not usable
	Name         string `json:"name,omitempty"`
	Vendor       string `json:"vendor,omitempty"`
	Driver       string `json:"driver"`
	Version      string `json:"driver_version,omitempty"`
	Architecture string `json:"architecture,omitempty"`
	GPU          bool   `json:"gpu"`
	ComputeUnits int    `json:"compute_units,omitempty"`
	Memory       uint64 `json:"memory_bytes,omitempty"`
	MaxAlloc     uint64 `json:"max_alloc_bytes,omitempty"`
	LocalMemory  int    `json:"local_memory_bytes,omitempty"`
	MaxGroup     int    `json:"max_group,omitempty"`
}

func (a *App) devicesJSON(found []device.Listing) error {
	list := []ListedDevice{{ID: "cpu", Usable: true, Name: CPUName(), Driver: "go", Version: runtime.Version(), Architecture: runtime.GOARCH, ComputeUnits: runtime.NumCPU(), Memory: hostMemory()}}
	for _, l := range found {
		d := ListedDevice{
			ID: l.Driver, Usable: l.Err == nil, Name: l.Name, Vendor: l.Vendor, Driver: l.Driver,
			Version: l.Version, Architecture: l.Architecture, GPU: l.GPU, ComputeUnits: l.ComputeUnits,
			Memory: l.Memory, MaxAlloc: l.MaxAlloc, LocalMemory: l.LocalMemory, MaxGroup: l.MaxGroup,
		}
		if l.Index >= 0 {
			d.ID = l.ID()
		}
		if l.Err != nil {
			d.Reason = l.Err.Error()
		}
		list = append(list, d)
	}
	e := json.NewEncoder(a.Out)
	e.SetIndent("", "  ")
	return e.Encode(list)
}

// hostMemory is what the CPU's searches can have, or 0 where it is not known.
func hostMemory() uint64 {
	if runtime.GOOS != "linux" { // HostMemory guesses there
		return 0
	}
	return memory.Host()
}

// CPUName is the processor's name where the system tells it in a file.
func CPUName() string {
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return runtime.GOARCH
}

// NameOf is what the vendors call places.
func NameOf(p replicas.Places) string {
	return p.Join(CPUName(), func(i device.Info) string { return i.Name })
}

// OpenAhead begins to open the devices that are named, while files are read. OpenPlaces
// waits for them, and says what is wrong with them.
func (a *App) OpenAhead(ctx context.Context, spec string) {
	if Anywhere(spec) {
		return
	}
	go func() {
		opened, _, err := replicas.Open(ctx, spec, false, replicas.Pooled, func(error) {})
		if err == nil {
			a.Log.Debug("device opened ahead", "id", opened.ID())
			err = opened.Close() // the pool keeps them
		}
		if err != nil {
			a.Log.Debug("device not opened ahead", "reason", err)
		}
	}()
}

// OpenPlaces makes ready all that --device names, and says so: see replicas.Open.
func (a *App) OpenPlaces(ctx context.Context, spec string, hosted bool) (open replicas.Places, cpu bool, err error) {
	began := time.Now()
	open, cpu, err = replicas.Open(ctx, spec, hosted, replicas.Pooled, func(err error) { a.Note("%v; the CPU does the work", err) })
	for _, d := range open {
		if !hosted {
			a.Log.Info("device opened", "id", d.Info().ID(), "name", d.Info().Name, "took", time.Since(began).Round(time.Millisecond))
		}
	}
	return open, cpu, err
}

// devices keeps what --device names open from instance to instance.
type devices struct {
	replicas.Places         // none: nothing was opened yet
	Seconds         float64 // what finding them took
	hosted          bool    // they are only named: children open them
}

// openDevice makes ready what --device asks for.
func (a *App) openDevice(ctx context.Context, spec string, p problem.Problem) error {
	_, hosted := p.(search.Opener)
	if len(a.Devices.Places) > 0 && hosted == a.Devices.hosted {
		return nil
	}
	if err := a.Devices.Close(); err != nil {
		a.Log.Warn("device not closed", "reason", err)
	}
	a.Devices = devices{hosted: hosted}
	began := time.Now()
	defer func() { a.Devices.Seconds = time.Since(began).Seconds() }()
	_, one := p.(problem.Kernelled)
	_, several := p.(problem.ScoresKernelled)
	if !one && !several && spec == "auto" {
		spec = "cpu"
	}
	if spec != "cpu" && a.Verbose > 0 { // it asks all drivers
		for _, l := range device.List(ctx) {
			if l.Err != nil {
				a.Log.Info("device cannot be used", "id", l.Driver, "reason", l.Err)
			} else {
				a.Log.Info("device found", "id", l.ID(), "name", l.Name, "memory", memory.Format(l.Memory), "driver", l.Version)
			}
		}
	}
	open, cpu, err := a.OpenPlaces(ctx, spec, hosted)
	if err != nil {
		return err
	}
	if a.Devices.Places = open; cpu {
		a.Devices.Places = append(open, nil)
	}
	return nil
}

// fallBack leaves a device that --device auto chose, when it cannot do this
// run; it reports whether there is another way.
func (a *App) fallBack(spec string, err error) bool {
	// None is open where the algorithm works on the CPU.
	if spec != "auto" || len(a.Devices.Places) == 0 || a.Devices.Places[0] == nil || !driver.Unusable(err) {
		return false
	}
	a.Note("%v; the CPU does the work", err)
	a.Devices.Places[0].Close()
	a.Devices.Places[0] = nil
	return true
}
