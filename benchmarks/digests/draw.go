package main

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// drawer draws parameters of algorithms from decks. Every value of a deck is
// dealt before one is dealt again. The drawing is fixed; what it gave is in the
// record.
type drawer struct {
	random *rand.Rand
	decks  map[string][]string
}

func newDrawer() *drawer {
	return &drawer{random: rand.New(rand.NewPCG(17, 2026)), decks: make(map[string][]string)}
}

// draw deals -p flags for an algorithm on a kind of genomes.
func (d *drawer) draw(algorithm, genomes string) string {
	var flags []string
	drawn := make(map[string]string)
	for _, choice := range choices(algorithm, genomes) {
		x := d.deal(algorithm+" "+genomes+" "+choice.name, choice.values)
		if x != "-" && !refused(drawn, choice.name, x) {
			drawn[choice.name] = x
			flags = append(flags, "-p "+choice.name+"="+x)
		}
	}
	return strings.Join(flags, " ")
}

// refused reports whether the command refuses a value beside those that were
// drawn before it.
func refused(drawn map[string]string, name, x string) bool {
	number := func(name string) int {
		n, _ := strconv.Atoi(drawn[name])
		return n
	}
	switch {
	case name == "demes": // of one size
		n, _ := strconv.Atoi(x)
		return number("population")%n != 0
	case x == "comma": // children take the place of all members
		return number("children") != 0 && (number("population") == 0 || number("children") < number("population"))
	case name == "rotations" && x == "2":
		return drawn["neighborhood"] != "rotation"
	}
	return false
}

func (d *drawer) deal(deck string, values []string) string {
	left := d.decks[deck]
	if len(left) == 0 {
		for _, i := range d.random.Perm(len(values)) {
			left = append(left, values[i])
		}
	}
	d.decks[deck] = left[1:]
	return left[0]
}

// choice is a parameter and the values it is drawn from; "-" is to leave the
// parameter out.
type choice struct {
	name   string
	values []string
}

// parse reads choices: on each line a parameter and its values.
func parse(text string) []choice {
	var list []choice
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			list = append(list, choice{words[0], words[1:]})
		}
	}
	return list
}

// choices are what is drawn for an algorithm on a kind of genomes.
func choices(algorithm, genomes string) []choice {
	text := parameterDecks[algorithm]
	switch algorithm {
	case "genetic", "nsga2":
		text += variationDecks[genomes]
	case "climb", "tabu", "robust", "annealing", "iterated":
		text += neighborhoodDecks[genomes]
	}
	return parse(text)
}

var parameterDecks = map[string]string{
	"genetic": `
		population 8 16 33 64 100 257 2500
		selection uniform roulette rank tournament universal truncation
		tournament - 1 3 7
		pressure - 1 1.5
		truncation - 0.25 1
		scaling none linear sigma power
		scale - - 1.5
		replacement generational steady-state incremental
		elitism - 0 2
		overlap - 0.5 1 0.05
		unique true false
		demes - - 1 2
		migrants - 0 2
		interval - 1 3`,
	"nsga2": `
		population 6 10 36 64 101 2200 -
		unique true false`,
	"cellular": `
		width 1 4 5 10
		height 3 4 7
		across 1 2 3
		down 1 2
		selection neighbours tournament
		crossover mask two-point
		pc - 0.05 0.6
		mutation mask one
		pm - 0.01 0.9
		migration diffusion best none
		pd - 0.5 1
		passes - 0 1 3
		feedback adaptive literal none
		decrease - 0 1
		fp - 0.5 0`,
	"quantum": `
		population - 1 7 16 33
		epsilon - 0.01 0.1
		r00f - - 1
		r00t - - -3
		r01f - - 2
		r01t - - -5
		r10f - - 0
		r10t - - 8
		r11f - - 4
		r11t - - -1`,
	"differential": `
		population 4 7 20 64 101 2300 -
		strategy rand/1/bin best/1/bin current-to-best/1/bin rand/2/bin best/2/bin
		adapt none jde
		f - 0.3 1.2
		cr - 0.2 1
		tau - 0.4
		dither - 0.3`,
	"cma": `
		population - 0 5 16 33
		parents - 0.25 1
		sigma - 0.1 1
		active true false
		restarts - 0 2
		increase - 1 3
		tolfun - 0 0.5`,
	"memetic": `
		population 2 5 12 -
		children 3 8 0
		tournament - 1 4
		replacement plus comma
		crossover uniform common
		pc - 0.5 0
		renewal - 2
		renewed random perturbed
		search robust tabu
		rotations - 1
		iterations 5 21 40
		rounds - 2 3
		perturbation - 2
		tenure - 6
		drawn - 4
		apart - 0.2 0`,
	"climb": ``,
	"tabu": `
		tenure - 3 12
		drawn - 0 5
		restart - 20 0`,
	"robust": `
		tenure - 4
		drawn - 6
		restart - 15`,
	"annealing": `
		start auto - 40
		end auto - 0.5
		trials - 50 333`,
	"iterated": `
		search climb tabu robust
		patience - 6
		perturbation - 1 4
		tenure - 5
		drawn - 3`,
	"walk": `
		every 100 333 -`,
	"pipeline": `
		batch 64 1000 7
		store paths formulas
		order relevance file
		clause first shortest
		arrange formula branch
		swap first last
		parts - 1 3`,
}

// variationDecks are crossovers and mutations.
var variationDecks = map[string]string{
	"binary": `
		crossover auto none one-point two-point uniform
		mutation auto none flip swap inversion scramble
		pc - 0.6 1
		pu - 0.3
		pm - auto 0.02 0.3
		unit gene genome`,
	"discrete": `
		crossover auto none one-point two-point uniform
		mutation auto none reset swap inversion scramble
		pc - 0.5 1
		pu - 0.2
		pm - auto 0.05
		unit gene genome`,
	"permutation": `
		crossover auto none order partially-matched cycle
		mutation auto none swap inversion scramble
		pc - 0.7 1
		pm - auto 0.1 0.5
		unit gene genome`,
	"real": `
		crossover auto none one-point two-point uniform arithmetic blend simulated-binary binary-exchange
		mutation auto none reset gaussian polynomial
		pc - 0.8 1
		pu - 0.4
		blend - 0.2
		eta-c - 2 30
		pm - auto 0.15
		unit gene genome
		sigma - 0.3
		eta-m - 5`,
}

// neighborhoodDecks are the moves of local searches.
var neighborhoodDecks = map[string]string{
	"binary": `
		neighborhood auto flip pair`,
	"discrete": `
		neighborhood auto change`,
	"permutation": `
		neighborhood auto exchange rotation insertion
		rotations - 1 2`,
}
