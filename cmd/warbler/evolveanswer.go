package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/custom"
	"github.com/warbler-opt/warbler/search"
)

// readGenes reads a genome to start from: what the command prints, the genes
// alone, or --json's object.
func (a *app) readGenes(path string, f *custom.Fragment) (problem.Genome, error) {
	_, _, g, err := a.readGenome(path, f)
	return g, err
}

// readGenome reads an answer; the value is "" where it has none.
func (a *app) readGenome(path string, f *custom.Fragment) (value string, name string, g problem.Genome, err error) {
	file, name, err := a.open(path)
	if err != nil {
		return "", name, g, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 1<<30))
	if err != nil {
		return "", name, g, userErrorf("%s: %w", name, err)
	}
	var words []string
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		var object struct {
			Score    json.Number   `json:"score"`
			Cost     json.Number   `json:"cost"`
			Solution []json.Number `json:"solution"`
		}
		if err := json.NewDecoder(bytes.NewReader(text)).Decode(&object); err != nil {
			return "", name, g, userErrorf("%s: it begins like a JSON answer but is none: %w", name, err)
		}
		if value = object.Score.String(); f.Minimize {
			value = object.Cost.String()
		}
		for _, n := range object.Solution {
			words = append(words, n.String())
		}
	} else {
		words = strings.Fields(string(text))
		r := f.Representation
		if r.Kind == problem.Binary && len(words) > 0 && len(words[len(words)-1]) == r.Length && r.Length > 1 {
			last := words[len(words)-1]
			words = append(words[:len(words)-1], strings.Split(last, "")...)
		}
		if len(words) == r.Length+1 {
			value, words = words[0], words[1:]
		}
	}
	g, err = parseGenes(f.Representation, words)
	if err != nil {
		return "", name, g, userErrorf("%s: %w", name, err)
	}
	return value, name, g, nil
}

func parseGenes(r problem.Representation, words []string) (problem.Genome, error) {
	g := problem.NewGenomes(r, 1).At(0)
	if len(words) != r.Length {
		return g, fmt.Errorf("it has %d genes; a genome has %d, and its value may come first", len(words), r.Length)
	}
	for j, w := range words {
		if r.Kind == problem.Real {
			x, err := strconv.ParseFloat(w, 64)
			if err != nil {
				return g, fmt.Errorf("gene %d is %q, which is no number", j, w)
			}
			g.Reals[j] = x
			continue
		}
		most := map[problem.GenomeKind]int{problem.Binary: 1, problem.Discrete: r.Alphabet - 1, problem.Permutation: r.Length - 1}[r.Kind]
		x, err := strconv.Atoi(w)
		if err != nil || x < 0 || x > most {
			return g, fmt.Errorf("gene %d is %q; it is a whole number from 0 to %d", j, w, most)
		}
		switch r.Kind {
		case problem.Binary:
			g.Bits[j>>6] |= uint64(x) << (j & 63)
		case problem.Discrete:
			g.Symbols[j] = uint8(x)
		default:
			g.Order[j] = uint16(x)
		}
	}
	return g, search.CheckGenome(r, g)
}

// verifyFragment scores an answer in a process of its own and compares.
func (a *app) verifyFragment(ctx context.Context, file, path string) error {
	p, err := a.readFragment(ctx, file, custom.Options{})
	if err != nil {
		return err
	}
	defer a.dismiss(p)
	value, name, g, err := a.readGenome(path, p.Fragment)
	if err != nil {
		return mendable(err)
	}
	score, err := p.Judge(g)
	if err != nil {
		return err
	}
	o := p.Fragment.Objective()
	found := o.Format(score)
	if value != "" {
		claimed, err := search.ParseTarget(o, value)
		if err != nil {
			return userErrorf("%s: %q is no value: %w", name, value, err)
		}
		if claimed != score {
			fmt.Fprintf(a.out, "wrong: the genes are worth %s, not %s\n", found, value)
			return &codedError{code: exitWrong}
		}
	}
	_, err = fmt.Fprintf(a.out, "right: %s\n", found)
	return err
}
