package main

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// own are inputs that nobody else has: kinds of genomes that the examples do
// not show, a matrix that is not symmetric, plans of campaigns.
//
//go:embed inputs
var own embed.FS

// sources are the inputs of all cases: the command's generators and the
// examples, and what this tool brings.
var sources = []input{
	{File: "knapsack-50.txt", From: "example knapsack-50.txt"},
	{File: "mkp-30x5.txt", From: "example mkp-30x5.txt"},
	{File: "maxsat-100.wcnf", From: "example maxsat-100.wcnf"},
	{File: "3sat-50.cnf", From: "example 3sat-50.cnf"},
	{File: "qap-20.dat", From: "example qap-20.dat"},
	{File: "uniform-50.tsp", From: "example uniform-50.tsp"},
	{File: "planted-60.col", From: "example planted-60.col"},
	{File: "profits-100.txt", From: "example profits-100.txt"},
	{File: "satchel.c", From: "example evolve/satchel.c"},
	{File: "satchel.csv", From: "example evolve/satchel.csv"},
	{File: "antenna.c", From: "example evolve/antenna.c"},
	{File: "towns.csv", From: "example evolve/towns.csv"},

	{File: "knapsack-37.txt", From: "generate knapsack --items 37 --seed 3"},
	{File: "knapsack-64.txt", From: "generate knapsack --kind weakly --items 64 --seed 2"},
	{File: "knapsack-129.txt", From: "generate knapsack --kind strongly --items 129 --seed 4"},
	{File: "knapsack-250.txt", From: "generate knapsack --kind han-kim --items 250 --seed 5"},
	{File: "inverse-21.txt", From: "generate knapsack --kind inverse --items 21 --range 90 --seed 6"},
	{File: "subsetsum-65.txt", From: "generate knapsack --kind subsetsum --items 65 --seed 7"},
	{File: "planted-41.cnf", From: "generate 3sat --variables 41 --planted --seed 8"},
	{File: "random-36.cnf", From: "generate 3sat --variables 36 --clauses 210 --seed 9"},
	{File: "random-120.cnf", From: "generate 3sat --variables 120 --clauses 530 --seed 3"},
	{File: "random-200.cnf", From: "generate 3sat --variables 200 --clauses 830 --seed 10"},
	{File: "soft-63.cnf", From: "generate maxsat --variables 63 --clauses 420 --width 2 --seed 11"},
	{File: "weighted-90.wcnf", From: "generate maxsat --variables 90 --weighted 50 --seed 12"},
	{File: "partial-75.wcnf", From: "generate maxsat --variables 75 --clauses 450 --weighted 9 --hard 0.4 --seed 13"},
	{File: "planted-50.wcnf", From: "generate maxsat --variables 50 --planted --width 4 --clauses 500 --seed 14"},
	{File: "cut-40.cnf", From: "generate maxsat --maxcut --vertices 40 --edges 150 --seed 15"},
	{File: "qap-9.dat", From: "generate qap --size 9 --seed 16"},
	{File: "structured-15.dat", From: "generate qap --kind structured --size 15 --seed 17"},
	{File: "tsp-11.tsp", From: "generate tsp --cities 11 --seed 18"},
	{File: "tsp-23.tsp", From: "generate tsp --cities 23 --seed 19"},
	{File: "random-35.col", From: "generate coloring --nodes 35 --density 0.4 --seed 20"},
	{File: "planted-29.col", From: "generate coloring --nodes 29 --colors 4 --density 0.6 --seed 21"},
	{File: "profits-31.txt", From: "generate profits --items 31 --profits 3 --weights 2 --seed 22"},
	{File: "profits-77.txt", From: "generate profits --items 77 --profits 3 --weights 2 --seed 26"},
	{File: "profits-65.txt", From: "generate profits --items 65 --seed 23"},
	{File: "itinerary-17.txt", From: "generate itinerary --places 17 --seed 24"},
	{File: "itinerary-24.txt", From: "generate itinerary --places 24 --costs 3 --seed 25"},

	{File: "asymmetric-11.dat", From: "input"},
	{File: "mkp-two.txt", From: "input"},
	{File: "discrete.c", From: "input"},
	{File: "permutation.c", From: "input"},
	{File: "real.c", From: "input"},
	{File: "plan-bits.toml", From: "input"},
	{File: "plan-orders.toml", From: "input"},
	{File: "plan-reals.toml", From: "input"},
	{File: "tune.toml", From: "input"},
}

// prepare makes the inputs in the bench's folder, with their digests.
func (b *bench) prepare(list []input, examples string) ([]input, error) {
	folder := filepath.Join(b.folder, "in")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	var made []input
	for _, in := range list {
		text, err := b.content(in, examples)
		if err != nil {
			return nil, fmt.Errorf("input %s: %w", in.File, err)
		}
		in.Digest = digest(text) // of a plan, before it is translated
		if filepath.Ext(in.File) == ".toml" {
			text = []byte(b.names.plan(string(text)))
		}
		if err := os.WriteFile(filepath.Join(folder, in.File), text, 0o644); err != nil {
			return nil, err
		}
		made = append(made, in)
	}
	return made, nil
}

func (b *bench) content(in input, examples string) ([]byte, error) {
	words := strings.Fields(in.From)
	switch words[0] {
	case "example":
		return os.ReadFile(filepath.Join(examples, filepath.FromSlash(words[1])))
	case "generate":
		text, _, err := b.command(b.names.arguments(words)...)
		return text, err
	}
	return own.ReadFile("inputs/" + in.File)
}
