package export_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/export"
)

// A campaign of two runs as CSV. The columns are cut here to those that do not
// depend on the machine.
func Example() {
	dir, err := os.MkdirTemp("", "campaign")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	plan := filepath.Join(dir, "plan.toml")
	text := "seeds.count = 2\nstop.generations = 10\n[[problem]]\nfunction = \"sphere\"\ndim = 2\n[[algorithm]]\nname = \"differential\"\n"
	if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
		panic(err)
	}
	p, err := experiment.ReadPlan(plan)
	if err != nil {
		panic(err)
	}
	c, err := experiment.Create(dir, p, "cpu")
	if err != nil {
		panic(err)
	}
	if err := errors.Join(c.Run(context.Background(), experiment.Where{CPU: true}, nil), c.Close()); err != nil {
		panic(err)
	}
	results, err := export.Open(dir)
	if err != nil {
		panic(err)
	}
	if err := results.WriteRuns(&firstColumns{}, export.CSV); err != nil {
		panic(err)
	}
	// Output:
	// run,cell,problem
	// 0,1,sphere-2
	// 1,1,sphere-2
}

// firstColumns prints three columns of CSV.
type firstColumns struct{}

func (*firstColumns) Write(p []byte) (int, error) {
	commas := 0
	for _, c := range p {
		switch {
		case c == '\n':
			fmt.Println()
			commas = 0
			continue
		case c == ',':
			commas++
		}
		if commas < 3 {
			fmt.Print(string(c))
		}
	}
	return len(p), nil
}
