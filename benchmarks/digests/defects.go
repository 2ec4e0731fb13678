package main

import (
	"regexp"
	"strconv"
	"strings"
)

// What fails on PoCL, the OpenCL of CPUs, with the command of the baseline.
const (
	oneWord = "PoCL's compiler gives up on nsga2's kernels for binary genomes of one word"
	fewKeys = "PoCL: cma's rank writes beyond its keys where the largest population has less than 64 members"
)

// defects says which kinds of devices cannot run a command line, and why.
func defects(line string) map[string]string {
	switch {
	case strings.Contains(line, "pareto in/profits-31.txt"):
		return map[string]string{"opencl": oneWord}
	case strings.Contains(line, "--algorithm cma") && largest(line) < 64:
		return map[string]string{"opencl": fewKeys}
	}
	return nil
}

var numbers = regexp.MustCompile(`-p (population|restarts|increase)=(\d+)`)

// largest is at most the largest population of a cma search.
func largest(line string) int {
	p := map[string]int{"restarts": 9, "increase": 2}
	for _, m := range numbers.FindAllStringSubmatch(line, -1) {
		p[m[1]], _ = strconv.Atoi(m[2])
	}
	most := max(p["population"], 8)
	for range p["restarts"] {
		most *= p["increase"]
	}
	return most
}
