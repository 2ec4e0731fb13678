package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// problemCase is something that a user asks for: a command line with the value to reach.
type problemCase struct {
	name string
	args []string // data/… is a file of the folder with instances, made/… one that is generated
}

// choices are the algorithms that are tried one by one, by subcommand.
var choices = map[string][]string{
	"sat":      {"walk", "lookahead"},
	"maxsat":   {"walk", "tabu", "cellular", "genetic", "annealing"},
	"qap":      {"memetic", "robust", "tabu", "annealing", "iterated"},
	"knapsack": {"exact", "genetic", "tabu", "annealing", "cellular"},
	"function": {"cma", "differential", "pso", "genetic", "annealing"},
	"tsp":      {"eax", "lin-kernighan", "memetic", "annealing", "genetic"},
	"coloring": {"head", "impasse", "tabu", "annealing", "genetic"},
}

// onDevice are further algorithms, for devices alone.
var onDevice = map[string][]string{"sat": {"swarm"}}

// made are the files that are generated, by name.
var made = map[string]string{
	"3sat-300.cnf":     "3sat --variables 300 --clauses 1380",
	"3sat-350.cnf":     "3sat --variables 350 --clauses 1610",
	"3sat-1000.cnf":    "3sat --variables 1000 --clauses 4000",
	"3sat-10000.cnf":   "3sat --variables 10000 --clauses 40000",
	"3sat-100000.cnf":  "3sat --variables 100000 --clauses 350000",
	"3sat-1000000.cnf": "3sat --variables 300000 --clauses 1050000",
}

// cases are all of them, from trivial to hard.
func cases() (list []problemCase) {
	add := func(name, line string, values ...any) {
		list = append(list, problemCase{name, strings.Fields(fmt.Sprintf(line, values...))})
	}
	for _, set := range []string{"uf20-91/uf20-01", "uf100-430/uf100-01", "uf250-1065/uf250-01", "uf250-1065/uf250-010", "uuf50-218/uuf50-01", "uuf125-538/uuf125-01", "uuf250-1065/uuf250-01"} {
		add(set[strings.IndexByte(set, '/')+1:], "sat data/satlib/%s.cnf", set)
	}
	for _, name := range slices.Sorted(maps.Keys(made)) {
		add(name, "sat made/%s", name)
	}
	add("uf100-01", "maxsat data/satlib/uf100-430/uf100-01.cnf --target 0")
	add("uf250-01", "maxsat data/satlib/uf250-1065/uf250-01.cnf --target 0")
	add("3sat-10000", "maxsat made/3sat-10000.cnf --target 0")
	for _, q := range []struct {
		name  string
		value int
	}{{"chr12a", 9552}, {"esc16a", 68}, {"had20", 6922}, {"nug30", 6124}, {"bur26a", 5426670}, {"sko42", 15812}, {"tai35b", 283315445}, {"tai60b", 608215054}, {"ste36a", 9526}} {
		add(q.name, "qap data/qaplib/%s.dat --target %d", q.name, q.value)
	}
	for _, k := range []struct {
		name  string
		value int
	}{{"knapPI_1_100_1000_1", 9147}, {"knapPI_1_1000_1000_1", 54503}, {"knapPI_1_10000_1000_1", 563647}} {
		add(k.name, "knapsack data/knapsack/pisinger-large_scale/%s --target %d", k.name, k.value)
	}
	for _, f := range []struct {
		name string
		n    int
	}{{"sphere", 10}, {"sphere", 100}, {"rosenbrock", 10}, {"rosenbrock", 30}, {"rastrigin", 10}, {"ackley", 30}} {
		add(fmt.Sprint(f.name, " ", f.n), "function %s --dim %d --target 1e-6", f.name, f.n)
	}
	for _, t := range []struct {
		name  string
		value int
	}{{"burma14", 3323}, {"att48", 10628}, {"rd100", 7910}, {"lin318", 42029}, {"att532", 27686}} {
		add(t.name, "tsp data/tsplib/%s.tsp --target %d", t.name, t.value)
	}
	for _, c := range []struct {
		name   string
		colors int
	}{{"myciel5.col", 6}, {"queen8_12.col", 12}, {"le450_25a.col", 25}, {"DSJC250.1.col", 8}, {"DSJC500.9.col.gz", 128}, {"le450_15a.col", 15}} {
		add(c.name, "coloring data/coloring/%s --colors %d", c.name, c.colors)
	}
	return list
}
