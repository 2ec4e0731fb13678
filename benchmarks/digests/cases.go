package main

import (
	"fmt"
	"strings"
)

// maker makes the table of cases.
type maker struct {
	*drawer
	cases []*testCase
	count map[string]int // of names
	seed  int
}

// tail is what a case of a search records besides the answer.
const (
	tail   = " --json --trace @trace.csv --checkpoint @end.ck -q --progress none @device"
	answer = " --json -q --progress none @device"
)

// everywhere and the others are where cases run.
var (
	everywhere = []string{"cpu/1", "cpu/7", "device"}
	twice      = []string{"cpu/1", "device"}
	onCPU      = []string{"cpu/1", "cpu/7"}
	once       = []string{"cpu/1"}
)

// add adds a case; its name gets a number.
func (m *maker) add(name, output string, on []string, lines ...string) *testCase {
	m.count[name]++
	c := &testCase{Name: fmt.Sprintf("%s/%d", name, m.count[name]), Run: lines, Output: output, On: on}
	m.cases = append(m.cases, c)
	return c
}

// search adds a search with a seed of its own; every other one also with seven
// threads.
func (m *maker) search(name, line string) *testCase {
	m.seed++
	on := twice
	if m.seed%2 == 0 {
		on = everywhere
	}
	return m.add(name, "json", on, fmt.Sprintf("%s --seed %d%s", line, m.seed, tail))
}

// drawn adds searches with drawn parameters, and two or three replicas now and
// then.
func (m *maker) drawn(count int, line, chosen, genomes string, generations int) {
	subject := strings.Fields(line)[0]
	for range count {
		full := line + " --algorithm " + chosen
		if p := m.draw(chosen, genomes); p != "" {
			full += " " + p
		}
		full += fmt.Sprintf(" --generations %d", generations)
		if r := m.deal("replicas", []string{"1", "2", "3"}); r != "1" {
			full += " --replicas " + r
		}
		m.search(chosen+"/"+subject, full)
	}
}

// table is the list of all cases.
func table() []*testCase {
	m := &maker{drawer: newDrawer(), count: make(map[string]int)}
	m.populations()
	m.localSearches()
	m.fronts()
	m.formulas()
	m.choosing()
	m.features()
	m.campaigns()
	m.generators()
	return m.cases
}

// populations are the cases of population algorithms.
func (m *maker) populations() {
	m.drawn(7, "knapsack in/knapsack-37.txt", "genetic", "binary", 15)
	for _, constraint := range []string{"greedy", "random", "index", "penalty"} {
		m.drawn(2, "knapsack in/mkp-30x5.txt --constraint "+constraint, "genetic", "binary", 15)
		m.drawn(1, "knapsack in/knapsack-129.txt --constraint "+constraint, "genetic", "binary", 12)
		m.drawn(1, "knapsack in/mkp-30x5.txt --constraint "+constraint, "cellular", "binary", 6)
		m.drawn(1, "knapsack in/mkp-30x5.txt --constraint "+constraint, "quantum", "binary", 20)
	}
	m.drawn(3, "maxsat in/partial-75.wcnf", "genetic", "binary", 15)
	m.drawn(2, "maxsat in/3sat-50.cnf", "genetic", "binary", 20)
	m.drawn(2, "evolve in/satchel.c", "genetic", "binary", 15)
	m.drawn(5, "coloring in/planted-29.col --colors 3", "genetic", "discrete", 15)
	m.drawn(3, "evolve in/discrete.c", "genetic", "discrete", 15)
	m.drawn(4, "qap in/asymmetric-11.dat", "genetic", "permutation", 15)
	m.drawn(2, "qap in/qap-20.dat", "genetic", "permutation", 15)
	m.drawn(4, "tsp in/tsp-23.tsp", "genetic", "permutation", 15)
	m.drawn(2, "evolve in/permutation.c", "genetic", "permutation", 15)
	for _, f := range []string{"sphere", "rosenbrock", "rastrigin", "ackley", "griewank", "schwefel"} {
		m.drawn(2, "function "+f+" --dim 7", "genetic", "real", 12)
		m.drawn(2, "function "+f+" --dim 9", "differential", "real", 15)
		m.drawn(1, "function "+f+" --dim 5", "cma", "real", 40)
	}
	m.drawn(1, "function rastrigin --dim 3 --coding gray --bits 11", "genetic", "binary", 15)
	m.drawn(1, "function ackley --dim 4 --coding binary --bits 9 --bound 2.5", "genetic", "binary", 15)
	m.drawn(2, "evolve in/antenna.c", "genetic", "real", 12)
	m.drawn(2, "evolve in/antenna.c", "differential", "real", 15)
	m.drawn(1, "evolve in/real.c", "differential", "real", 15)
	m.drawn(2, "evolve in/antenna.c", "cma", "real", 25)
	m.drawn(1, "evolve in/real.c", "cma", "real", 25)
	m.drawn(1, "function rosenbrock --dim 40", "cma", "real", 12)

	m.drawn(3, "maxsat in/maxsat-100.wcnf", "cellular", "binary", 5)
	m.drawn(2, "maxsat in/soft-63.cnf", "cellular", "binary", 5)
	m.drawn(1, "knapsack in/knapsack-64.txt", "cellular", "binary", 6)
	m.drawn(1, "evolve in/satchel.c", "cellular", "binary", 5)
	m.drawn(2, "knapsack in/knapsack-250.txt", "quantum", "binary", 20)
	m.drawn(2, "maxsat in/weighted-90.wcnf", "quantum", "binary", 20)
	m.drawn(1, "evolve in/satchel.c", "quantum", "binary", 20)

	m.drawn(5, "qap in/structured-15.dat", "memetic", "permutation", 4)
	m.drawn(2, "qap in/asymmetric-11.dat", "memetic", "permutation", 4)
	m.drawn(3, "tsp in/tsp-23.tsp", "memetic", "permutation", 3)
	m.search("memetic/qap", "qap in/qap-9.dat --algorithm memetic -p search=tabu -p neighborhood=rotation -p rotations=2 -p iterations=9 -p children=6 -p population=6 --generations 3")
	m.search("memetic/qap", "qap in/qap-20.dat --algorithm memetic -p neighborhood=exchange -p iterations=30 -p children=12 --generations 4")

	// Defaults, which auto takes too, and populations of the wide layout.
	m.search("genetic/knapsack", "knapsack in/knapsack-50.txt --algorithm genetic --generations 20")
	m.search("genetic/knapsack", "knapsack in/subsetsum-65.txt --algorithm genetic -p population=4097 --generations 6")
	m.search("genetic/tsp", "tsp in/tsp-23.tsp --algorithm genetic -p population=2049 -p demes=3 -p replacement=generational --generations 6")
	m.search("genetic/function", "function sphere --dim 5 --algorithm genetic -p population=2051 -p selection=universal -p scaling=sigma -p replacement=incremental --generations 6")
	m.search("genetic/coloring", "coloring in/random-35.col --colors 5 --algorithm genetic -p population=3000 -p selection=rank --generations 5 --replicas 2")
	m.search("cellular/maxsat", "maxsat in/weighted-90.wcnf --algorithm cellular --generations 3")
	m.search("quantum/knapsack", "knapsack in/knapsack-64.txt --algorithm quantum -p population=1024 --generations 6")
	m.search("differential/function", "function rosenbrock --dim 11 --algorithm differential -p population=2049 --generations 6 --replicas 2")
	m.search("cma/function", "function rastrigin --dim 5 --algorithm cma -p population=64 -p restarts=0 -p parents=0.25 --generations 60 --replicas 2")
	m.search("cma/evolve", "evolve in/antenna.c --algorithm cma -p population=70 -p restarts=2 -p increase=1 -p tolfun=0.5 -p active=false --generations 30")
	m.search("cma/function", "function schwefel --dim 33 --algorithm cma -p population=300 --generations 8")
}

// localSearches are the cases of algorithms that move from solution to
// solution.
func (m *maker) localSearches() {
	for _, chosen := range []string{"climb", "tabu", "robust", "annealing", "iterated"} {
		steps := 40
		if chosen == "annealing" { // a step is one move
			steps = 1200
		}
		m.drawn(3, "maxsat in/partial-75.wcnf", chosen, "binary", steps)
		m.drawn(2, "coloring in/planted-60.col --colors 5", chosen, "discrete", 2*steps)
		m.drawn(4, "qap in/asymmetric-11.dat", chosen, "permutation", steps)
		m.drawn(1, "qap in/structured-15.dat", chosen, "permutation", steps)
		m.drawn(2, "tsp in/tsp-23.tsp", chosen, "permutation", steps)
		m.drawn(1, "evolve in/discrete.c", chosen, "discrete", steps)
		m.drawn(1, "evolve in/permutation.c", chosen, "permutation", steps/2)
		m.drawn(1, "evolve in/satchel.c", chosen, "binary", steps)
	}
	for _, chosen := range []string{"climb", "tabu"} {
		m.drawn(1, "knapsack in/mkp-30x5.txt", chosen, "binary", 30)
		m.drawn(1, "knapsack in/knapsack-37.txt --constraint penalty", chosen, "binary", 30)
	}
	for _, mode := range []string{"auto", "weighting", "tabu", "probing", "weighting+tabu", "probing+tabu"} {
		file := "weighted-90.wcnf"
		if strings.HasPrefix(mode, "probing") { // for clauses that all count alike
			file = "soft-63.cnf"
		}
		m.drawn(1, "maxsat in/"+file+" -p mode="+mode, "walk", "binary", 4000)
		m.drawn(1, "maxsat in/random-200.cnf -p mode="+mode, "walk", "binary", 4000)
	}
	m.drawn(1, "maxsat in/maxsat-100.wcnf", "walk", "binary", 3000)
	m.drawn(1, "maxsat in/cut-40.cnf", "walk", "binary", 3000)
	m.drawn(1, "maxsat in/planted-41.cnf --target 0", "walk", "binary", 100000)
}

// fronts are the cases of several objectives.
func (m *maker) fronts() {
	for _, f := range []string{"zdt1", "zdt2", "zdt3", "zdt4", "zdt6", "dtlz2", "constr", "srn", "bnh"} {
		m.drawn(1, "pareto "+f, "nsga2", "real", 12)
	}
	m.drawn(1, "pareto zdt5", "nsga2", "binary", 12)
	m.drawn(1, "pareto zdt1 --dim 7", "nsga2", "real", 12)
	m.drawn(1, "pareto dtlz2 --dim 5", "nsga2", "real", 12)
	m.drawn(2, "pareto in/profits-31.txt", "nsga2", "binary", 12)
	m.drawn(2, "pareto in/profits-77.txt", "nsga2", "binary", 12)
	m.drawn(2, "pareto in/profits-65.txt", "nsga2", "binary", 12)
	m.drawn(3, "pareto in/itinerary-17.txt", "nsga2", "permutation", 12)
	m.drawn(3, "pareto in/itinerary-24.txt", "nsga2", "permutation", 12)
	m.search("nsga2/pareto", "pareto in/profits-100.txt --generations 10 --replicas 2")
	m.search("nsga2/pareto", "pareto bnh -p population=4 --generations 20")
	m.search("nsga2/pareto", "pareto srn -p population=2050 --generations 4")
	m.add("text/pareto", "text", twice, "pareto bnh --generations 8 -p population=20 -q --progress none @device")
}

// untimed leaves out what --deterministic does not promise.
var untimed = map[string]string{"answer.closed": "how much of the tree is closed when a model is found depends on the threads' timing"}

// formulas are the cases of complete search.
func (m *maker) formulas() {
	sat := func(file, flags string, on []string) {
		c := m.add("sat", "json", on, "sat in/"+file+" "+flags+answer)
		if strings.Contains(flags, "lookahead") {
			c.Without = untimed
		}
	}
	for _, file := range []string{"3sat-50.cnf", "planted-41.cnf", "random-36.cnf", "random-120.cnf"} {
		sat(file, "--algorithm lookahead --deterministic", onCPU)
		sat(file, "--algorithm swarm --deterministic", everywhere)
	}
	sat("random-200.cnf", "--algorithm lookahead --deterministic", onCPU)
	sat("3sat-50.cnf", "--algorithm lookahead --deterministic --assume 1,-2", onCPU)
	sat("random-36.cnf", "--algorithm swarm --deterministic --assume -3,7", everywhere)
	for i := range 8 {
		file := []string{"3sat-50.cnf", "planted-41.cnf", "random-36.cnf"}[i%3]
		m.add("sat/pipeline", "json", everywhere, "sat in/"+file+" --algorithm pipeline "+m.draw("pipeline", "")+answer)
	}
	m.add("sat/text", "text", onCPU, "sat in/3sat-50.cnf --deterministic -q @device")
	m.add("sat/cubes", "json", once, "sat in/random-120.cnf --emit-cubes @cubes.txt --cube-depth 3 -q @device", "sat in/random-120.cnf --cubes @cubes.txt --algorithm lookahead --deterministic"+answer).Without = untimed
}

// choosing are cases where the command chooses the algorithm, or proves its
// answer; they are made where the answer does not depend on the device.
func (m *maker) choosing() {
	for _, line := range []string{
		"knapsack in/knapsack-50.txt", "knapsack in/inverse-21.txt", "knapsack in/mkp-two.txt", "knapsack in/mkp-two.txt --instance 2",
		"knapsack in/mkp-30x5.txt --algorithm exact", "tsp in/tsp-11.tsp --algorithm exact", "tsp in/tsp-11.tsp",
		"maxsat in/maxsat-100.wcnf --generations 2000", "maxsat in/partial-75.wcnf --generations 2000 --unsatisfied",
		"qap in/qap-9.dat --generations 20", "tsp in/tsp-23.tsp --generations 200", "coloring in/random-35.col --generations 300",
		"function ackley --dim 5", "evolve in/satchel.c", "evolve in/discrete.c", "evolve in/permutation.c", "evolve in/real.c",
		"pareto constr --generations 10",
		"solve in/mkp-30x5.txt --generations 50", "solve in/qap-20.dat --generations 10", "solve in/planted-60.col --generations 100",
		"solve in/partial-75.wcnf --generations 1000", "solve in/tsp-23.tsp --generations 100", "solve in/satchel.c --generations 20",
		"solve in/profits-31.txt --generations 10",
	} {
		m.add("auto/"+strings.Fields(line)[0], "json", onCPU, line+answer)
	}
	for _, line := range []string{
		"knapsack in/knapsack-37.txt --algorithm genetic --generations 10", "qap in/qap-20.dat --algorithm tabu --generations 50",
		"tsp in/tsp-23.tsp --algorithm annealing --generations 50", "coloring in/planted-60.col --algorithm tabu --colors 5 --generations 50",
		"function sphere --dim 3 --generations 10", "evolve in/permutation.c --algorithm climb --generations 10",
	} {
		m.add("text/"+strings.Fields(line)[0], "text", onCPU, line+" -q --progress none @device")
	}
}

// features are cases of ends, several answers, starts, and checkpoints that
// move from one place to another.
func (m *maker) features() {
	for _, line := range []string{
		"knapsack in/knapsack-50.txt --algorithm genetic -p population=40 --target 14700 --generations 200",
		"knapsack in/knapsack-50.txt --algorithm genetic -p population=40 --stagnation 7 --generations 300 --replicas 3",
		"knapsack in/knapsack-50.txt --algorithm genetic -p population=20 --convergence 0.1 --generations 300",
		"maxsat in/soft-63.cnf --algorithm cellular -p across=2 -p down=1 --stagnation 3 --generations 50",
		"knapsack in/knapsack-64.txt --algorithm quantum --stagnation 12 --generations 300",
		"function sphere --dim 3 --algorithm differential -p population=20 --target 0.01 --generations 500 --replicas 2",
		"function sphere --dim 3 --algorithm cma --target 0.000001 --generations 500",
		"qap in/qap-9.dat --algorithm tabu --stagnation 50 --generations 500",
		"tsp in/tsp-23.tsp --algorithm iterated --stagnation 60 --generations 500",
		"maxsat in/cut-40.cnf --algorithm annealing --stagnation 40 --generations 500",
		"qap in/qap-9.dat --algorithm memetic -p population=4 -p children=4 -p iterations=20 --stagnation 3 --generations 50",
		"pareto zdt1 --dim 5 -p population=20 --convergence 0.05 --generations 60",
	} {
		m.search("end/"+strings.Fields(line)[0], line)
	}
	for _, line := range []string{
		"knapsack in/knapsack-37.txt --algorithm genetic -p population=50 --generations 10 --top 5 --replicas 2",
		"function rastrigin --dim 3 --algorithm differential -p population=20 --generations 20 --top 4",
		"function rastrigin --dim 3 --algorithm cma --generations 20 --top 3",
		"maxsat in/soft-63.cnf --algorithm cellular -p across=1 -p down=2 --generations 3 --top 6",
		"knapsack in/knapsack-64.txt --algorithm quantum --generations 20 --top 3",
		"qap in/qap-9.dat --algorithm memetic -p population=6 -p children=6 -p iterations=20 --generations 3 --top 3",
		"tsp in/tsp-23.tsp --algorithm tabu --generations 50 --replicas 3 --top 3",
		"coloring in/planted-29.col --colors 3 --algorithm robust --generations 50 --replicas 2 --top 2",
		"maxsat in/weighted-90.wcnf --algorithm walk --generations 2000 --replicas 2 --top 2",
	} {
		m.search("top/"+strings.Fields(line)[0], line)
		// The same without a trace and checkpoints, which take other ways.
		m.add("bare/"+strings.Fields(line)[0], "json", everywhere, line+answer)
	}
	for _, line := range []string{
		"knapsack in/knapsack-37.txt --algorithm genetic -p population=20 --generations",
		"maxsat in/soft-63.cnf --algorithm cellular -p across=1 -p down=2 --generations",
		"knapsack in/knapsack-64.txt --algorithm quantum --generations",
		"function rastrigin --dim 4 --algorithm differential -p population=20 --replicas 2 --generations",
		"function ackley --dim 4 --algorithm cma --generations",
		"qap in/qap-9.dat --algorithm memetic -p population=6 -p children=6 -p iterations=20 --generations",
		"qap in/asymmetric-11.dat --algorithm robust --generations",
		"tsp in/tsp-23.tsp --algorithm annealing --generations",
		"tsp in/tsp-23.tsp --algorithm climb --replicas 2 --generations",
		"coloring in/planted-60.col --colors 5 --algorithm tabu --generations",
		"qap in/qap-20.dat --algorithm iterated -p search=tabu --generations",
		"maxsat in/weighted-90.wcnf --algorithm walk --generations",
		"evolve in/antenna.c --algorithm differential -p population=12 --generations",
		"pareto in/profits-65.txt -p population=20 --generations",
	} {
		first, second := 7, 16
		if strings.Contains(line, "walk") {
			first, second = 1500, 3100
		}
		subject := strings.Fields(line)[0]
		m.add("resume/"+subject, "json", everywhere,
			fmt.Sprintf("%s %d --seed 5 --json --checkpoint @begin.ck -q --progress none @other", line, first),
			fmt.Sprintf("%s %d --seed 5 --resume @begin.ck%s", line, second, tail))
		m.add("start/"+subject, "json", twice,
			fmt.Sprintf("%s %d --seed 6 --out @start.txt -q --progress none @other", line, first),
			fmt.Sprintf("%s %d --seed 7 --start @start.txt%s", line, first, tail))
	}
}

// campaigns are plans of many runs, exported, and of tuning.
func (m *maker) campaigns() {
	for _, plan := range []string{"bits", "orders", "reals"} {
		run := "experiment run in/plan-" + plan + ".toml --out @campaign --progress none -q @device"
		m.add("campaign/runs", "csv", everywhere, run, "experiment export @campaign")
		m.add("campaign/traces", "csv", twice, run, "experiment export --traces @campaign")
	}
	m.add("tune", "json", everywhere, "tune in/tune.toml"+answer)
}

// generators are the inputs again, with other flags.
func (m *maker) generators() {
	for _, line := range []string{
		"3sat --variables 20", "3sat --variables 77 --clauses 200 --seed 9", "3sat --variables 31 --planted --seed 4",
		"coloring --nodes 25", "coloring --nodes 41 --density 0.2 --seed 3", "coloring --nodes 30 --colors 5 --density 0.7 --seed 2",
		"itinerary --places 12", "itinerary --places 9 --costs 4 --seed 2",
		"knapsack --items 30", "knapsack --kind weakly --items 33", "knapsack --kind strongly --items 17 --range 50", "knapsack --kind inverse --items 20 --seed 2",
		"knapsack --kind subsetsum --items 21 --range 77", "knapsack --kind han-kim --items 30 --seed 3",
		"maxsat --variables 30", "maxsat --variables 30 --width 5 --clauses 40", "maxsat --variables 25 --weighted 7", "maxsat --variables 25 --hard 0.5 --seed 3",
		"maxsat --variables 20 --planted --weighted 3 --hard 0.2", "maxsat --maxcut --vertices 15 --edges 40", "maxsat --maxcut --vertices 12 --edges 30 --weighted 5",
		"profits --items 20", "profits --items 15 --profits 4 --weights 3 --seed 5",
		"qap --size 12", "qap --size 13 --kind structured --seed 2", "tsp --cities 20", "tsp --cities 7 --seed 9",
	} {
		m.add("generate/"+strings.Fields(line)[0], "text", once, "generate "+line)
	}
}
