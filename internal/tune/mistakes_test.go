package tune

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/experiment"
	_ "github.com/warbler-opt/warbler/search/local"
	_ "github.com/warbler-opt/warbler/search/walk"
)

// written is a plan of an algorithm on a file or generated formulas, with further
// tables.
func written(algorithm, training, tables string) string {
	return "algorithm = \"" + algorithm + "\"\nbudget = 40\nsplit = 0.5\n[stop]\ngenerations = 2\n[[training]]\n" + training + "\n" + tables + "\n"
}

const (
	formulas = "generate = \"3sat\"\nvariables = 20\ncount = 4"
	sphere   = "function = \"sphere\"\n[[training]]\nfunction = \"ackley\""
)

// TestMistakesNameTheirKey: what is found before anything runs, by the reader, an
// algorithm's table or an engine, is told at the line of the key that is to be
// changed: the one that ends in "#!" here.
func TestMistakesNameTheirKey(t *testing.T) {
	for _, c := range []struct{ plan, key, reason string }{
		{strings.Replace(written("genetic", formulas, "[tune]\npc = [0, 1]"), "budget = 40", "budgt = 40 #!", 1), "budgt", "there is no such key"},
		{strings.Replace(written("genetic", formulas, "[tune]\npc = [0, 1]"), "budget = 40", "budget = 40\ndevice = \"cuda:x\" #!", 1), "device", "there is no such device"},
		{strings.Replace(written("walk", formulas, "[tune]\nevery = [1, 2]"), "generations = 2", "generations = 2\nconvergence = 0.1 #!", 1), "stop.convergence", "it has no population"},
		{strings.Replace(written("walk", sphere, "[tune]\nevery = [1, 2]"), "algorithm = \"walk\"", "algorithm = \"walk\" #!", 1), "algorithm", "does not work on real genomes"},
		{strings.Replace(written("walk", "file = \"knapsack-50.txt\"\n[[training]]\ngenerate = \"3sat\"", "[tune]\nevery = [1, 2]"), "[[training]]\ngen", "[[training]] #!\ngen", 1), "training", "tune for one kind of problem"},
		{strings.Replace(written("walk", "file = \"knapsack-*.txt\"\n[[training]]\nfile = \"two.txt\"", "[tune]\nevery = [1, 2]"), "algorithm = \"walk\"", "algorithm = \"walk\" #!", 1), "algorithm", "it walks on formulas"},
		{written("genetic", "file = \"none.cnf\" #!", "[tune]\npc = [0, 1]"), "training.file", "no such file"},
		{written("genetic", "file = \"none-*.cnf\" #!", "[tune]\npc = [0, 1]"), "training.file", "there is no file like"},
		{written("genetic", formulas+"\n[[training]] #!\ngenerate = \"3sat\"\nvariables = 20\nseed = 3", "[tune]\npc = [0, 1]"), "training", "3sat-20-85#3 is in the plan already"},
		{written("genetic", formulas, "[tune]\npc = [0, 0.5, 2] #!"), "tune.pc", "is not a number from 0 to 1"},
		{written("genetic", formulas, "[tune]\npm = [0, 0.5]\npcc = {from = 0.1, to = 0.5} #!"), "tune.pcc", "there is no such parameter"},
		{written("genetic", formulas, "[parameters]\ncrossover = \"order\" #!\n[tune]\npc = [0, 1]"), "parameters.crossover", "order does not fit binary genomes"},
		{written("genetic", formulas, "[parameters]\npopulation = 50\n[baseline]\npc = 0.3\ndemes = 7 #!\n[tune]\npm = [0, 1]"), "baseline.demes", "a population of 50 cannot be split into 7 demes"},
		{written("genetic", formulas, "[baseline]\npopulation = 50\n[parameters]\nmigrants = 1\ndemes = 7 #!\n[tune]\npc = [0, 1]"), "parameters.demes", "a population of 50"},
		// Choices that no candidate can have.
		{written("genetic", formulas, "[tune]\npc = [0, 1]\nmutation = [ #!\n \"flip\",\n \"gaussian\",\n]"), "tune.mutation", "gaussian does not fit binary genomes"},
		{written("genetic", formulas, "[parameters]\npopulation = 50\n[tune]\npc = [0, 1]\ndemes = [1, 2, 7] #!"), "tune.demes", "cannot be split into 7 demes"},
		{written("genetic", formulas, "[parameters]\ndemes = 7\npopulation = 70\n[tune]\npc = [0, 1]\nscaling = [\"none\", \"linear\"]\nscale = [0.5, 0.75]"), "", ""},
		{written("cellular", formulas, "[parameters]\nwidth = 1\nheight = 1\n[tune]\npc = [0, 1]\nmigration = [\"diffusion\", \"best\"] #!"), "tune.migration", "needs islands of two cells"},
		// A range without any candidate.
		{written("genetic", formulas, "[parameters]\ndemes = 64\n[baseline]\npopulation = 128\n[tune]\npopulation = {from = 65, to = 127} #!"), "tune.population", "of one size"},
		// What goes together with some values of the others is none.
		{written("genetic", formulas, "[tune]\npopulation = [50, 70]\ndemes = [1, 7]"), "", ""},
		{written("genetic", formulas, "[parameters]\ndemes = 7\n[baseline]\npopulation = 70\n[tune]\npopulation = {from = 40, to = 60}"), "", ""},
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "plan.toml")
		knapsack, err := os.ReadFile("../../examples/knapsack-50.txt")
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			"plan.toml": c.plan, "knapsack-50.txt": string(knapsack), "two.txt": "2\n2 1 0\n3 4\n1 1\n2\n2 1 9\n4 5\n1 1\n2\n",
		} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		p, err := ReadPlan(path)
		if err == nil {
			err = p.Try(t.Context())
		}
		above, _, marked := strings.Cut(c.plan, "#!")
		if !marked {
			if err != nil {
				t.Errorf("%v\n%s", err, c.plan)
			}
			continue
		}
		want := fmt.Sprintf("%s:%d: %s: ", path, strings.Count(above, "\n")+1, c.key)
		var mistake *experiment.PlanError
		if !errors.As(err, &mistake) || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error()[len(want):], c.reason) {
			t.Errorf("%v, want %s…%s\n%s", err, want, c.reason, c.plan)
		}
	}
}

// An instance cannot be trained on and held out, under whatever name.
func TestHeldOutIsNotTraining(t *testing.T) {
	dir := t.TempDir()
	const formula = "p cnf 3 3\n1 2 3 0\n-1 2 0\n-2 3 0\n"
	for name, text := range map[string]string{"a.cnf": formula, "b.cnf": formula, "c.cnf": strings.Replace(formula, "-2 3", "-2 -3", 1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for other, refused := range map[string]bool{"./a.cnf": true, "../" + filepath.Base(dir) + "/a.cnf": true, "b.cnf": true, "c.cnf": false} {
		text := "algorithm = \"genetic\"\nbudget = 40\n[stop]\ngenerations = 2\n[[training]]\nfile = \"a.cnf\"\n[[heldout]]\nfile = \"" + other + "\"\n[tune]\npc = [0, 1]\n"
		plan := filepath.Join(dir, "plan.toml")
		if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadPlan(plan)
		if refused != (err != nil) || refused && !strings.Contains(err.Error(), "is in the plan already") {
			t.Errorf("%s: %v", other, err)
		}
	}
}
