package lookahead

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/problem/sat"
)

// MaxCubeDepth is the largest number of decisions of a cube that Cubes makes.
const MaxCubeDepth = 24

// Cubes divides a formula by so many decisions, on one goroutine: the formula
// can be satisfied when it can together with one of the cubes. Parts that close
// on the way have none. The result is Unknown, unless that alone decides; then,
// and when ctx ends before, there are no cubes. Of the options Assume and Memory
// count.
func Cubes(ctx context.Context, f *sat.Formula, o Options, depth int) ([][]int32, Result, error) {
	began := time.Now()
	if depth < 1 || depth > MaxCubeDepth {
		return nil, Result{}, fmt.Errorf("cubes of %d decisions; there are those of 1 to %d", depth, MaxCubeDepth)
	}
	if err := checkLiterals(f, o.Assume); err != nil {
		return nil, Result{}, err
	}
	o = Options{Threads: 1, Deterministic: true, Assume: o.Assume, Memory: o.Memory}
	if err := o.ready(f); err != nil {
		return nil, Result{}, err
	}
	p, err := prepareUnless(ctx, f, o.Assume, nil)
	if p == nil {
		return nil, Result{Status: sat.Unknown}, err
	}
	s := &solution{Options: o, prepared: p, set: usual, began: began, cubeDepth: depth}
	if _, err := p.within(o); err != nil {
		return nil, Result{}, err
	}
	held, each := p.bytes()+p.footprint(nil), 2*cubeBytes(depth) // in the numbers of the search and of the file
	s.cubeRoom = int((o.memory() - held) / each)
	r := s.decide(ctx)
	if s.full {
		return nil, Result{}, &MemoryError{f.Name, held + each<<depth, o.memory(), "--cube-depth"}
	}
	r.Elapsed, r.Simplified = time.Since(began), p.counts
	switch {
	case r.Status == sat.Unknown: // some are missing, so those found say nothing
		return nil, r, nil
	case len(s.found) > 0 && r.Status == sat.Unsatisfiable:
		r.Status = sat.Unknown
	}
	return s.found, r, nil
}

// WriteCubes writes cubes as incremental CNF has them: a line "a 1 -2 0" each.
func WriteCubes(w io.Writer, cubes [][]int32) error {
	b := bufio.NewWriter(w)
	for _, cube := range cubes {
		b.WriteByte('a')
		for _, x := range cube {
			b.WriteByte(' ')
			b.WriteString(strconv.Itoa(int(x)))
		}
		b.WriteString(" 0\n")
	}
	return b.Flush()
}

// ReadCubes reads what WriteCubes writes; lines that begin with c are comments.
// name is used in messages, and memory is as in Options.
func ReadCubes(r io.Reader, name string, memory uint64) ([][]int32, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), 1<<26)
	var cubes [][]int32
	o, held := Options{Memory: memory}, uint64(0)
	for row := 1; lines.Scan(); row++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || words[0][0] == 'c' {
			continue
		}
		if words[0] != "a" || words[len(words)-1] != "0" {
			return nil, fmt.Errorf("%s:%d: %.40q is not a cube; one is a line such as 'a 1 -2 0'", name, row, lines.Text())
		}
		if held += cubeBytes(len(words) - 2); held > o.memory() {
			return nil, &MemoryError{Name: name, Needed: held, Memory: o.memory()}
		}
		cube := make([]int32, 0, len(words)-2)
		for _, word := range words[1 : len(words)-1] {
			x, err := strconv.ParseInt(word, 10, 32)
			if err != nil || x == 0 {
				return nil, fmt.Errorf("%s:%d: %.40q is not a literal", name, row, word)
			}
			cube = append(cube, int32(x))
		}
		cubes = append(cubes, cube)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(cubes) == 0 {
		return nil, fmt.Errorf("%s: it has no cubes; one is a line such as 'a 1 -2 0'", name)
	}
	return cubes, nil
}
