// Command luong repeats the experiments of Luong, Melab and Talbi, "Parallel
// hybrid evolutionary algorithms on GPU" (2010), on quadratic assignment
// problems of QAPLIB, and measures Warbler's own mode beside them, in Markdown:
// docs/PERFORMANCE.md is made with it.
//
//	go run ./benchmarks/luong -device cuda:0 -only paper,strong,speed,growth
//	go run ./benchmarks/luong -redraw docs/PERFORMANCE.md -figures docs
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/device"
	_ "github.com/warbler-opt/warbler/device/cuda"    // registers the driver
	_ "github.com/warbler-opt/warbler/device/opencl"  // registers the driver
	_ "github.com/warbler-opt/warbler/search/memetic" // registers the algorithm
)

// settings are the flags.
type settings struct {
	folder   string // with QAPLIB's files
	device   device.Device
	where    string // a name for it
	threads  int
	names    []string
	replicas int
	time     time.Duration
	values   string
	steps    int
	figures  string
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "luong:", err)
		os.Exit(1)
	}
}

func run() error {
	folder := os.Getenv("WARBLER_DATA")
	if folder == "" {
		folder = filepath.Join("..", "shared", "data")
	}
	where := flag.String("device", "auto", "where to run: "+device.Names)
	only := flag.String("only", "paper,strong,speed,growth", "what to measure")
	names := flag.String("instances", "", "instances of QAPLIB, by name, or small for all up to 40 places; default: those of the measurement")
	s := settings{folder: filepath.Join(folder, "qaplib")}
	flag.IntVar(&s.threads, "threads", 0, "CPU threads; 0: all")
	flag.IntVar(&s.replicas, "replicas", 0, "runs at once; 0: those of the measurement")
	flag.IntVar(&s.steps, "generations", 10, "generations of the paper's configuration")
	flag.StringVar(&s.figures, "figures", "", "`folder` to draw luong-figure5.svg into, on a device or from a table")
	flag.DurationVar(&s.time, "time", 0, "limit of a run of the strong mode; 0: that of the measurement")
	flag.StringVar(&s.values, "p", "", "parameters that differ from those of the measurement, name=value,…")
	tables := flag.String("redraw", "", "measure nothing, but draw the figure of Table I in a Markdown `file`")
	flag.Parse()
	if *tables != "" {
		return redraw(*tables, s.figures)
	}
	if *names != "" {
		s.names = strings.Split(*names, ",")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	infos, _, err := device.Select(ctx, *where)
	if err != nil {
		return err
	}
	s.where = "the CPU"
	if len(infos) > 0 {
		d, err := device.Open(ctx, infos[0].ID())
		if err != nil {
			return err
		}
		defer d.Close()
		s.device, s.where = d, fmt.Sprintf("%s (%s)", infos[0].Name, infos[0].ID())
	}
	for _, part := range strings.Split(*only, ",") {
		measure, ok := map[string]func(context.Context, settings) error{"paper": paper, "strong": strong, "speed": speed, "growth": growth}[part]
		if !ok {
			return fmt.Errorf("-only %s: there are paper, strong, speed and growth", part)
		}
		if err := measure(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
