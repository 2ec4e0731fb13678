package experiment

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/warbler-opt/warbler/search/cma"
	_ "github.com/warbler-opt/warbler/search/memetic"
)

// planned is a plan of an algorithm on a problem; each is its own lines.
func planned(problem, algorithm string) string {
	return "[seeds]\ncount = 2\n[stop]\ngenerations = 3\n[[problem]]\n" + problem + "\n[[algorithm]]\n" + algorithm + "\n"
}

const (
	aKnapsack = `file = "knapsack-50.txt"`
	aFormula  = `file = "3sat-50.cnf"`
	weighted  = `file = "maxsat-100.wcnf"`
	aQAP      = `file = "qap-20.dat"`
	aSphere   = `function = "sphere"`
)

// TestMistakesNameTheirKey: whatever finds a mistake, the reader, an algorithm's
// table or an engine, it is told before anything runs, at the line of the key
// that is to be changed: the one that ends in "#!" here.
func TestMistakesNameTheirKey(t *testing.T) {
	for _, c := range []struct{ plan, key, reason string }{
		// The text itself.
		{"[seeds]\ncount = = 3 #!\n", "seeds.count", "value"},
		{"[seeds]\ncount = 3\ncount = 4 #!\n", "seeds.count", "already"},
		// The reader.
		{"nme = \"x\" #!\n" + planned(aSphere, `name = "genetic"`), "nme", "there is no such key"},
		{"device = \"gpu\" #!\n" + planned(aSphere, `name = "genetic"`), "device", "there is no such device"},
		{"device = \"cpu,cuda:x\" #!\n" + planned(aSphere, `name = "genetic"`), "device", "there is no such device"},
		{planned("file = \"none.txt\" #!", `name = "genetic"`), "problem.file", "no such file"},
		{planned("file = \"broken.txt\" #!", `name = "genetic"`), "problem.file", "broken.txt:"},
		{planned("file = \"broken.c\" #!", `name = "genetic"`), "problem.file", "broken.c"},
		{planned(aKnapsack+"\nconstraint = \"none\" #!", `name = "genetic"`), "problem.constraint", "it is greedy, random, index or penalty"},
		{planned(aKnapsack+"\ntarget = \"much\" #!", `name = "genetic"`), "problem.target", "much"},
		{planned(aSphere+"\ndim = -1 #!", `name = "genetic"`), "problem.dim", "it is a whole number"},
		{planned(aSphere+"\ndim = 1048576 #!", `name = "genetic"`), "problem.dim", "1000000"},
		{planned("generate = \"3sat\"\nvariables = 1048576 #!", `name = "genetic"`), "problem.variables", "clauses are more than"},
		{planned("generate = \"3sat\"\nvariables = 100\ncount = 4096 #!\nclauses = 9999", `name = "genetic"`), "problem.count", "clauses are more than"},
		{planned("function = \"spher\" #!\ndim = 3", `name = "genetic"`), "problem.function", "spher"},
		{planned("function = \"rosenbrock\"\ndim = 1 #!", `name = "genetic"`), "problem.dim", "dimensions"},
		{planned(aSphere+"\n[[problem]] #!\n"+aSphere, `name = "genetic"`), "problem", "is in the plan already"},
		{planned(aSphere, "name = \"genetic\"\n[[algorithm]] #!\nname = \"genetic\""), "algorithm", "is in the plan already"},
		{planned(aSphere, "name = \"genetic\"\nstop.target = 1\n[[algorithm]] #!\nname = \"genetic\"\nstop.target = 1.0"), "algorithm", "is in the plan already"},
		{planned(aSphere, "name = \"genetik\" #!"), "algorithm.name", "there is no algorithm"},
		{planned(aKnapsack, "name = \"cma\" #!"), "algorithm.name", "does not work on binary genomes"},
		{strings.Replace(planned(aSphere, `name = "genetic"`), "count = 2", "count = 1073741825 #!", 1), "seeds.count", "it is a whole number"},
		{strings.Replace(planned(aSphere, "name = \"genetic\"\nparameters.pc = [0, 1]"), "count = 2", "count = 16777216 #!", 1), "seeds.count", "more than 16777216 runs"},
		{"seeds = {count = 2}\nstop = {generations = 3}\nproblem = [\n {" + aSphere + "},\n {" + aSphere + ", dim = 0}, #!\n]\nalgorithm = [{name = \"genetic\"}]\n", "problem.dim", "it is a whole number"},
		{"seeds = {count = 2}\nstop = {generations = 3}\nproblem = [{" + aSphere + "}]\nalgorithm = [\n {name = \"genetic\"},\n {name = \"genetic\", parameters = {pc = 3}}, #!\n]\n", "algorithm.parameters.pc", "is not a number from 0 to 1"},
		// The algorithm's table.
		{planned(aSphere, "name = \"genetic\"\n[algorithm.parameters]\npc = 0.5\npopulatoin = 3 #!"), "algorithm.parameters.populatoin", "there is no such parameter"},
		{planned(aSphere, "name = \"genetic\"\n[algorithm.parameters]\npc = 0.5\npm = [0.1, #!\n 0.2,\n 2]"), "algorithm.parameters.pm", "is not auto or a number from 0 to 1"},
		{planned(aSphere, "name = \"genetic\"\n[algorithm.parameters]\nselection = \"tournamet\" #!"), "algorithm.parameters.selection", "is not one of tournament"},
		// The engines.
		{planned(aKnapsack, "name = \"genetic\"\n[algorithm.parameters]\npc = [0.5, 0.6]\ncrossover = [\"one-point\", \"order\"] #!"), "algorithm.parameters.crossover", "order does not fit binary genomes"},
		{planned(aKnapsack, "name = \"genetic\"\n[algorithm.parameters]\npc = 0.5\nmutation = \"gaussian\" #!"), "algorithm.parameters.mutation", "gaussian does not fit binary genomes"},
		{planned(aKnapsack, "name = \"genetic\"\n[algorithm.parameters]\npopulation = 100\ndemes = [2, 7] #!"), "algorithm.parameters.demes", "a population of 100 cannot be split into 7 demes"},
		{planned(aKnapsack, "name = \"genetic\"\n[algorithm.parameters]\npopulation = 20\nelitism = 20 #!\nreplacement = \"generational\""), "algorithm.parameters.elitism", "leaves no room for children"},
		{planned(aKnapsack, "name = \"genetic\"\n[algorithm.parameters]\npc = 0.5\nscale = 0.5 #!\nscaling = \"linear\""), "algorithm.parameters.scale", "linear scaling needs more than 1"},
		{planned(aKnapsack, "name = \"genetic\"\n[algorithm.parameters]\nmigrants = 9 #!\ndemes = 4\npopulation = 40"), "algorithm.parameters.migrants", "more than half of a deme"},
		{planned(aSphere, "name = \"differential\"\n[algorithm.parameters]\nf = 0.5\nstrategy = [\"rand/1/bin\", \"rand/2/bin\"]\npopulation = 4 #!"), "algorithm.parameters.population", "needs"},
		{planned(aSphere+"\ndim = 5", "name = \"cma\"\n[algorithm.parameters]\nsigma = 0.5\npopulation = 3 #!"), "algorithm.parameters.population", "with 5 genes it is 4 to"},
		// The width is the first that could be less, but it is not in the plan.
		{planned(aFormula, "name = \"cellular\"\n[algorithm.parameters]\npc = 0.5\nacross = 4096 #!\ndown = 4096"), "algorithm.parameters.across", "cellular"},
		{planned(aFormula, "name = \"cellular\"\n[algorithm.parameters]\nwidth = 1\nheight = 1\nmigration = \"best\" #!"), "algorithm.parameters.migration", "needs islands of two cells"},
		{planned(aFormula, "name = \"cellular\"\n[algorithm.parameters]\npc = 0.5\nwidth = 4096 #!\nheight = 4096"), "algorithm.parameters.width", "cellular"},
		{planned(weighted, "name = \"walk\"\n[algorithm.parameters]\nevery = 2\nmode = \"probing\" #!"), "algorithm.parameters.mode", "mode=probing is for"},
		{planned(aKnapsack, "name = \"walk\" #!"), "algorithm.name", "it walks on formulas"},
		{strings.Replace(planned(aFormula, `name = "walk"`), "generations = 3", "generations = 3\nconvergence = 0.1 #!", 1), "stop.convergence", "it has no population"},
		{planned(aQAP, "name = \"tabu\"\n[algorithm.stop]\ntime = 1\nconvergence = 0 #!"), "algorithm.stop.convergence", "it has no population"},
		{planned(aQAP, "name = \"tabu\"\n[algorithm.parameters]\ntenure = 3\nneighborhood = \"flip\" #!"), "algorithm.parameters.neighborhood", "flip is no move of permutation genomes"},
		{planned(aQAP, "name = \"tabu\"\n[algorithm.parameters]\ntenure = 3\nrotations = 2 #!"), "algorithm.parameters.rotations", "is for neighborhood=rotation"},
		{planned(aQAP, "name = \"annealing\"\n[algorithm.parameters]\nstart = 3\nend = [2, 4] #!"), "algorithm.parameters.end", "a temperature falls"},
		{planned(aQAP, "name = \"memetic\"\n[algorithm.parameters]\npopulation = 1 #!"), "algorithm.parameters.population", "children have two parents"},
		{planned(aQAP, "name = \"memetic\"\n[algorithm.parameters]\nreplacement = \"comma\" #!\nchildren = 3"), "algorithm.parameters.replacement", "3 children cannot take the place"},
		{planned(aQAP, "name = \"memetic\"\n[algorithm.parameters]\nsearch = \"robust\"\nneighborhood = \"rotation\" #!"), "algorithm.parameters.neighborhood", "robust search exchanges two places"},
		{planned(aSphere+"\ndim = 1000000", "name = \"genetic\"\n[algorithm.parameters]\npc = 0.5\npopulation = [2, 16777216] #!"), "algorithm.parameters.population", "of memory, and this machine has"},
		{planned("file = \"bits.c\"", "name = \"genetic\"\n[algorithm.parameters]\npc = 0.5\ndemes = 7 #!"), "algorithm.parameters.demes", "cannot be split into 7 demes"},
	} {
		path := write(t, "plan.toml", c.plan)
		for _, name := range []string{"knapsack-50.txt", "3sat-50.cnf", "maxsat-100.wcnf", "qap-20.dat"} {
			content, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
			if err != nil {
				t.Fatal(err)
			}
			beside(t, path, name, string(content))
		}
		beside(t, path, "broken.txt", "3 5\n4 4\n3")
		beside(t, path, "broken.c", "/* warbler\ngenome = \"binary\"\n*/\n")
		beside(t, path, "bits.c", "/* warbler\ngenome = \"binary\"\nlength = 9\n*/\nscore fitness(genome g, data d)\n{\n    return gene(g, 0);\n}\n")
		p, err := ReadPlan(path)
		if err == nil {
			err = p.Try(t.Context())
		}
		checkMistake(t, path, c.plan, err, c.key, c.reason)
	}
}

// checkMistake demands an error at the line that is marked, with the key.
func checkMistake(t *testing.T, path, plan string, err error, key, reason string) {
	t.Helper()
	above, _, marked := strings.Cut(plan, "#!")
	if !marked {
		t.Fatalf("no line is marked:\n%s", plan)
	}
	want := fmt.Sprintf("%s:%d: %s: ", path, strings.Count(above, "\n")+1, key)
	var mistake *PlanError
	if !errors.As(err, &mistake) || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error()[len(want):], reason) {
		t.Errorf("%v, want %s…%s\n%s", err, want, reason, plan)
	}
}

func write(t *testing.T, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func beside(t *testing.T, path, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
