package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// maxVariables is the largest formula that is searched: a population of 200
// such assignments and the room to score them take about 2 GB.
const maxVariables = 1 << 25

// maxsatFlags are the flags that only MAX-SAT has.
type maxsatFlags struct {
	searchFlags
	unsatisfied bool
}

func (a *app) maxsatCommand() *cobra.Command {
	f := &maxsatFlags{}
	c := &cobra.Command{
		Use:   "maxsat FILE…",
		Short: "Solve maximum satisfiability, also weighted and partial",
		Long: "Searches for an assignment that satisfies all hard clauses and leaves as little weight of\n" +
			"soft clauses unsatisfied as possible. Reads .cnf, where all clauses are soft and weigh 1,\n" +
			"and .wcnf, as up to 2021 (p wcnf) and as since 2022 (h lines).\n\n" +
			"Prints what the MaxSAT Evaluations ask for: 'o COST' at each improvement, then 's STATUS'\n" +
			"(OPTIMUM FOUND, SATISFIABLE, UNSATISFIABLE, UNKNOWN; exit status 30, 10, 20, 0) and\n" +
			"'v 0110…', a digit per variable. With several files the exit status is the one that all\n" +
			"answers have, or 0.\n\n" +
			"Without a limit a search goes on until it can prove its answer optimal or is interrupted.\n" +
			"--algorithm auto tries all assignments where there are few. In --trace and --plot, an\n" +
			"assignment that violates hard clauses costs more than all soft clauses together: 1 more for\n" +
			"each that it violates.",
		Example: "  warbler maxsat examples/maxsat-100.wcnf --time 5s\n" +
			"  warbler maxsat --algorithm genetic --target 0 --time 10s --json examples/3sat-50.cnf",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error { return a.solveFormulas(c, f, files) },
	}
	f.bind(c, algorithmNames(problem.Binary, "exact"))
	c.Flags().Lookup("generations").Usage = "stop after this many generations, or flips of a walk; 0 is no limit"
	c.Flags().Lookup("target").Usage = "stop at this cost, or a lower one; a `number`"
	bindUnsatisfied(c, &f.unsatisfied)
	return c
}

func bindUnsatisfied(c *cobra.Command, to *bool) {
	c.Flags().BoolVar(to, "unsatisfied", false, "list the clauses that the assignment does not satisfy, as comments after the answer")
}

// algorithmNames are the words for --algorithm: auto, all that work on genomes
// of a kind, and others.
func algorithmNames(kind problem.GenomeKind, others ...string) string {
	names := []string{"auto"}
	for _, a := range search.Fitting(kind) {
		names = append(names, a.Name)
	}
	return strings.Join(append(names, others...), "|")
}

func (a *app) solveFormulas(c *cobra.Command, f *maxsatFlags, files []string) error {
	single := f.single()
	if len(files) > 1 && len(single) > 0 {
		return userErrorf("%s is for one formula; give one file", strings.Join(single, ", "))
	}
	next := instances(a, files, 0, single, readFormula)
	several := len(files) > 1
	return a.answers(c, &f.searchFlags, func() (*task, error) {
		p, err := next()
		if p == nil || err != nil {
			return nil, err
		}
		return a.maxsatTask(p, f.unsatisfied, several)
	})
}

// readFormula is a reader of files, which have one formula each.
func readFormula(r io.Reader, name string) ([]*sat.Formula, error) {
	f, err := sat.Read(r, name)
	return []*sat.Formula{f}, err
}

// maxsatTask is the task of a formula; several says that its answer is one of
// many.
func (a *app) maxsatTask(p *picked[*sat.Formula], unsatisfied, several bool) (*task, error) {
	f := p.instance
	if f.Vars > maxVariables {
		return nil, userErrorf("%s: it has %d variables; at most %d can be searched, so number them without gaps", f.Name, f.Vars, maxVariables)
	}
	formula, err := sat.New(f)
	if err != nil {
		return nil, mendable(err)
	}
	a.noteOddities(f)
	w := newMaxsatWriter(formula)
	w.unsatisfied, w.several = unsatisfied, several
	t := &task{
		kind: "maxsat", instance: f.Name, problem: formula, paste: p.paste, seconds: p.seconds,
		endless: true,
		settled: w.bound < 0, // a hard clause is empty
		exact:   proveMaxsat(formula),
		check:   w.check,
		watch:   w.watch,
		write:   w.write,
		judge:   w.judge,
		show: func(s search.Solution) any {
			if s.Score < 0 {
				return nil
			}
			return digits(sat.AssignmentOf(s.Genome, f.Vars))
		},
		start: func(path string) (problem.Genome, error) { return a.readAssignment(path, f) },
	}
	if unsatisfied {
		t.falsified = func(s search.Solution) (any, error) { return w.falsified(s) }
	}
	return t, nil
}

// noteOddities tells what is strange about a file: all of it with -v, else what
// may mean that the file is not what its user thinks it is.
func (a *app) noteOddities(f *sat.Formula) {
	r := f.Report()
	if a.verbose == 0 {
		r = sat.Report{EmptyHard: r.EmptyHard, ExtraClauses: r.ExtraClauses}
	}
	if notes := r.Notes(); len(notes) > 0 {
		a.note("%s: %s", f.Name, strings.Join(notes, "; "))
	}
}

// digits are the values of an assignment as a v line has them.
func digits(a sat.Assignment) string {
	var b strings.Builder
	for _, x := range a {
		if x > 0 {
			b.WriteByte('1')
		} else {
			b.WriteByte('0')
		}
	}
	return b.String()
}

// readAssignment reads an answer to start from. It may violate hard clauses.
func (a *app) readAssignment(path string, f *sat.Formula) (problem.Genome, error) {
	answer, name, err := a.readModel(path, f)
	if err == nil && answer.Values == nil {
		err = fmt.Errorf("%s: there is no assignment in it to start from", name)
	}
	return answer.Values.Genome(), err
}
