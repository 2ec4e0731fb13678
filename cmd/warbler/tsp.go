package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/tsp"
	"github.com/warbler-opt/warbler/search"
)

func (a *app) tspCommand() *cobra.Command {
	f := &searchFlags{}
	picture := ""
	c := &cobra.Command{
		Use:   "tsp FILE…",
		Short: "Find short round trips through cities",
		Long: "Searches for a short round trip through all cities. Reads TSPLIB's .tsp files whose\n" +
			"EDGE_WEIGHT_TYPE is EUC_2D: Euclidean distances, rounded to whole numbers.\n\n" +
			"Prints a .tour file of TSPLIB, with the length in its COMMENT; --map draws it. Up to 12\n" +
			"cities are solved exactly. For more, a search goes on until a limit or Ctrl-C.",
		Example: "  warbler tsp examples/uniform-50.tsp --time 5s --map tour.svg\n" +
			"  warbler tsp --algorithm genetic -p population=1000 --generations 2000 --json examples/uniform-50.tsp\n" +
			"  warbler tsp --time 2s examples/uniform-50.tsp | warbler verify examples/uniform-50.tsp -",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error { return a.solveTours(c, f, picture, files) },
	}
	f.bind(c, algorithmNames(problem.Permutation, "exact"))
	c.Flags().Lookup("generations").Usage = "stop after this many generations; 0 is no limit"
	c.Flags().Lookup("target").Usage = "stop at this length, or a shorter one; a `number`"
	bindMap(c, &picture)
	return c
}

func bindMap(c *cobra.Command, picture *string) {
	c.Flags().StringVar(picture, "map", "", "a .svg `FILE` for a map of the tour")
	_ = c.MarkFlagFilename("map", "svg")
}

// checkMap refuses a --map that could not be drawn in the end.
func checkMap(picture string) error {
	if picture != "" && !strings.EqualFold(filepath.Ext(picture), ".svg") {
		return userErrorf("--map %s: it is a .svg file", picture)
	}
	return writable("--map", picture, false)
}

func (a *app) solveTours(c *cobra.Command, f *searchFlags, picture string, files []string) error {
	if err := checkMap(picture); err != nil {
		return err
	}
	single := f.single()
	if picture != "" {
		single = append(single, "--map")
	}
	if len(files) > 1 && len(single) > 0 {
		return userErrorf("%s is for one instance; give one file", strings.Join(single, ", "))
	}
	next := instances(a, files, 0, single, readCities)
	return a.answers(c, f, func() (*task, error) {
		p, err := next()
		if p == nil || err != nil {
			return nil, err
		}
		return a.tourTask(p, picture)
	})
}

// readCities is a reader of files, which have one instance each.
func readCities(r io.Reader, name string) ([]*tsp.Instance, error) {
	q, err := tsp.Read(r, name)
	return []*tsp.Instance{q}, err
}

// tourTask is the task of an instance; picture is where its map goes, or "".
func (a *app) tourTask(p *picked[*tsp.Instance], picture string) (*task, error) {
	inst := p.instance
	trip, err := tsp.New(inst)
	if err != nil {
		return nil, mendable(err)
	}
	t := &task{
		kind: "tsp", instance: inst.Name, problem: trip, paste: p.paste, seconds: p.seconds,
		endless: true,
		exact:   func(_ context.Context, auto bool) (proof, error) { return proveTour(trip, auto) },
		check:   func(s search.Solution) error { return checkTour(inst, s) },
		print: func(w io.Writer, s search.Solution) error {
			answer, err := tourOf(inst, s)
			if err != nil {
				return err
			}
			return answer.Write(w)
		},
		judge: func(o *outcome) conclusion {
			status := o.result.Status
			return conclusion{status: status.String(), optimum: status == search.Optimal}
		},
		show: func(s search.Solution) any {
			cities := tsp.Order(s.Genome)
			for i := range cities {
				cities[i]++
			}
			return cities
		},
		start: func(path string) (problem.Genome, error) {
			answer, err := a.readTour(path, inst)
			return tsp.Genome(answer.Order), err
		},
	}
	if picture != "" {
		t.picture = func(s search.Solution) error {
			answer, err := tourOf(inst, s)
			if err != nil {
				return err
			}
			return mendable(search.WriteFile(picture, func(w io.Writer) error { return answer.WriteMap(w, inst) }))
		}
	}
	return t, nil
}

// tourOf is a solution as an answer; the file's name stands for the instance's.
func tourOf(inst *tsp.Instance, s search.Solution) (tsp.Answer, error) {
	answer, err := tsp.NewAnswer(inst, tsp.Order(s.Genome))
	answer.Name = filepath.Base(answer.Name)
	return answer, err
}

// proveTour is the exact method, which auto takes where there are few cities.
func proveTour(p *tsp.Problem, auto bool) (proof, error) {
	order := tsp.Exact(p.Instance())
	switch {
	case order == nil && auto:
		return proof{}, nil
	case order == nil:
		return proof{}, userErrorf("%s: the exact method takes at most %d cities, and here are %d, so use another --algorithm",
			p.Instance().Name, tsp.MaxExact, p.Instance().Cities())
	}
	g := tsp.Genome(order)
	return proof{solution: search.Solution{Genome: g, Score: p.Evaluate(g)}, optimal: true, found: true}, nil
}

// checkTour judges a solution against the instance as it was read.
func checkTour(inst *tsp.Instance, s search.Solution) error {
	length, err := tsp.Check(inst, tsp.Order(s.Genome))
	if err == nil && length != -s.Score {
		err = fmt.Errorf("the tour is %d long, not %d", length, -s.Score)
	}
	return err
}

// verifyTour judges a .tour file, or what --json printed.
func (a *app) verifyTour(inst *tsp.Instance, path string) error {
	answer, err := a.readTour(path, inst)
	length, wrong := int64(0), err
	if err == nil {
		length, wrong = answer.Verify(inst)
	} else if !isA[*tsp.OrderError](err) {
		return mendable(err)
	}
	if wrong != nil {
		fmt.Fprintf(a.out, "wrong: %v\n", wrong)
		return &codedError{code: exitWrong}
	}
	text := ""
	if answer.Length < 0 {
		text = " (the answer claims no length)"
	}
	_, err = fmt.Fprintf(a.out, "right: %d%s\n", length, text)
	return err
}

// readTour reads an answer in either form that the command prints.
func (a *app) readTour(path string, inst *tsp.Instance) (tsp.Answer, error) {
	r, name, err := a.open(path)
	if err != nil {
		return tsp.Answer{}, err
	}
	defer r.Close()
	text := bufio.NewReader(r)
	if head, _ := text.Peek(1); !bytes.Equal(head, []byte("{")) {
		return tsp.ReadAnswer(text, name, inst)
	}
	var object struct {
		Cost     json.Number   `json:"cost"`
		Solution []json.Number `json:"solution"`
	}
	if err := json.NewDecoder(text).Decode(&object); err != nil {
		return tsp.Answer{}, userErrorf("%s: it begins like a JSON answer but is none: %w", name, err)
	}
	if object.Solution == nil {
		return tsp.Answer{}, userErrorf("%s: it is JSON without a solution", name)
	}
	// By the .tour file that says the same.
	var b strings.Builder
	fmt.Fprintf(&b, "COMMENT : Length = %s\nTOUR_SECTION\n", object.Cost)
	for _, city := range object.Solution {
		fmt.Fprintf(&b, "%s\n", city)
	}
	b.WriteString("-1\n")
	return tsp.ReadAnswer(strings.NewReader(b.String()), name, inst)
}
