package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/criteria"
	"github.com/warbler-opt/warbler/problem/itinerary"
	"github.com/warbler-opt/warbler/problem/profits"
)

// subject is a problem with several objectives as the command knows it.
type subject struct {
	kind, instance string
	problem        problem.MultiObjective
	options        map[string]any
	paste          []string
	seconds        float64 // what reading took

	// words is a solution as tables of fronts have it, and genome the way back.
	words  func(g problem.Genome) []string
	genome func(words []string) (problem.Genome, error)
	// check compares the values that a row claims with those of its solution; it
	// shares no code with the search.
	check func(words, claimed []string) error
}

// subjectOf finds a function by its name, or reads a file. variables is for
// functions; 0 takes the usual number.
func (a *app) subjectOf(name string, variables int) (*subject, error) {
	if slices.Contains(criteria.Names(), strings.ToLower(name)) {
		return functionSubject(name, variables)
	}
	began := time.Now()
	r, shown, err := a.open(name)
	if err != nil {
		return nil, fmt.Errorf("%w; a problem is a file or one of %s", err, strings.Join(criteria.Names(), ", "))
	}
	defer r.Close()
	if variables != 0 {
		return nil, userErrorf("--dim is for functions; %s is a file", shown)
	}
	s, err := readSubject(r, shown)
	if err != nil {
		return nil, mendable(err)
	}
	s.paste, s.seconds = []string{name}, time.Since(began).Seconds()
	return s, nil
}

func functionSubject(name string, variables int) (*subject, error) {
	p, err := criteria.New(name, variables)
	if err != nil {
		return nil, mendable(err)
	}
	r := p.Representation()
	s := &subject{
		kind: "pareto", instance: p.Name(), problem: p, paste: []string{name}, options: map[string]any{"dim": p.Variables()},
		words: func(g problem.Genome) []string { return strings.Fields(numbers(g.Reals)) },
		genome: func(words []string) (problem.Genome, error) {
			x, err := reals(words)
			return problem.Genome{Reals: x}, err
		},
		check: func(words, claimed []string) error {
			x, err := reals(words)
			if err != nil {
				return err
			}
			values, err := reals(claimed)
			if err != nil {
				return err
			}
			return criteria.Check(p.Name(), x, values)
		},
	}
	if r.Kind == problem.Binary {
		s.words = func(g problem.Genome) []string { return []string{bitText(g, r.Length)} }
		s.genome = func(words []string) (problem.Genome, error) { return bitsOf(strings.Join(words, ""), r) }
		s.check = func(words, claimed []string) error {
			x, err := reals(strings.Split(strings.Join(words, ""), ""))
			if err != nil {
				return err
			}
			values, err := reals(claimed)
			if err != nil {
				return err
			}
			return criteria.Check(p.Name(), x, values)
		}
	}
	return s, nil
}

// readSubject reads a file with several objectives; the first word says of what
// kind it is.
func readSubject(r io.Reader, name string) (*subject, error) {
	text := bufio.NewReader(r)
	switch firstWord(text) {
	case "profits":
		q, err := profits.Read(text, name)
		if err != nil {
			return nil, err
		}
		p, err := profits.New(q)
		if err != nil {
			return nil, err
		}
		return &subject{
			kind: "profits", instance: q.Name, problem: p,
			words: func(g problem.Genome) []string {
				var items []string
				for i := range q.Items() {
					if g.Bit(i) {
						items = append(items, strconv.Itoa(i+1))
					}
				}
				return items
			},
			genome: func(words []string) (problem.Genome, error) {
				g := problem.NewGenomes(p.Representation(), 1).At(0)
				items, err := counts(words, q.Items())
				for _, i := range items {
					g.Bits[i/64] |= 1 << (i % 64)
				}
				return g, err
			},
			check: integers(q.Items(), func(items []int) ([]int64, error) { return profits.Check(q, items) }),
		}, nil
	case "itinerary":
		q, err := itinerary.Read(text, name)
		if err != nil {
			return nil, err
		}
		p, err := itinerary.New(q)
		if err != nil {
			return nil, err
		}
		return &subject{
			kind: "itinerary", instance: q.Name, problem: p,
			words: func(g problem.Genome) []string {
				places := make([]string, len(g.Order))
				for i, v := range g.Order {
					places[i] = strconv.Itoa(int(v) + 1)
				}
				return places
			},
			genome: func(words []string) (problem.Genome, error) {
				places, err := counts(words, q.Places())
				g := problem.Genome{}
				for _, v := range places {
					g.Order = append(g.Order, uint16(v))
				}
				return g, err
			},
			check: integers(q.Places(), func(order []int) ([]int64, error) { return itinerary.Check(q, order) }),
		}, nil
	}
	return nil, fmt.Errorf("%s: it is no problem with several objectives: such a file begins with the word profits or itinerary ('warbler help generate' makes them)", name)
}

// firstWord is the first word of a file that is not in a comment.
func firstWord(text *bufio.Reader) string {
	head, _ := text.Peek(4096)
	for line := range bytes.Lines(head) {
		if words := bytes.Fields(line); len(words) > 0 && words[0][0] != '#' {
			return string(words[0])
		}
	}
	return ""
}

// integers compares claims with values that a checker of choices or orders finds.
func integers(most int, values func(list []int) ([]int64, error)) func(words, claimed []string) error {
	return func(words, claimed []string) error {
		list, err := counts(words, most)
		if err != nil {
			return err
		}
		found, err := values(list)
		if err != nil {
			return err
		}
		for m, v := range found {
			if m >= len(claimed) || claimed[m] != strconv.FormatInt(v, 10) {
				return fmt.Errorf("it is worth %d by objective %d", v, m+1)
			}
		}
		return nil
	}
}

// counts reads numbers from 1 to most and counts from 0.
func counts(words []string, most int) ([]int, error) {
	list := make([]int, len(words))
	for k, w := range words {
		v, err := strconv.Atoi(w)
		if err != nil || v < 1 || v > most {
			return nil, fmt.Errorf("%.40q is not a number from 1 to %d", w, most)
		}
		list[k] = v - 1
	}
	return list, nil
}

func reals(words []string) ([]float64, error) {
	list := make([]float64, len(words))
	for k, w := range words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, fmt.Errorf("%.40q is not a number", w)
		}
		list[k] = v
	}
	return list, nil
}

func bitText(g problem.Genome, length int) string {
	text := make([]byte, length)
	for i := range text {
		text[i] = '0'
		if g.Bit(i) {
			text[i] = '1'
		}
	}
	return string(text)
}

func bitsOf(text string, r problem.Representation) (problem.Genome, error) {
	g := problem.NewGenomes(r, 1).At(0)
	if len(text) != r.Length || strings.Trim(text, "01") != "" {
		return g, errors.New("it should be " + strconv.Itoa(r.Length) + " bits, each 0 or 1")
	}
	for i, b := range []byte(text) {
		g.Bits[i/64] |= uint64(b-'0') << (i % 64)
	}
	return g, nil
}
