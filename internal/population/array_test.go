package population

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// walker is a replica of an algorithm for tests: its members count upward, each
// by its own pace. It has an array of every sort.
type walker struct {
	Replica
	now, next          problem.Genomes
	scores, nextScores []problem.Score
	paces              []uint32 // with room for as many again
	total              int64    // encoded
	derived            bool
}

const walkers = 21

func (w *walker) Arrays() []Array {
	rep := problem.Representation{Kind: problem.Binary, Length: 40}
	return []Array{
		Members("genomes", rep, walkers, &w.now, &w.next),
		Scores("scores", walkers, &w.scores, &w.nextScores),
		Slice("paces", walkers, &w.paces, nil).WithRoom(2 * walkers).Wide(),
		Encoded("total", 1, func(to []uint64) { to[0] = uint64(w.total) }, func(from []uint64) { w.total = int64(from[0]) }),
		w.BestMember(),
	}
}

func (w *walker) Start(p ParallelFor) {
	for i := range walkers {
		w.paces[i] = uint32(w.Seed) + uint32(i%4)
	}
	w.make(&w.now, w.scores, 0, p)
}

func (w *walker) Generation(step int64, p ParallelFor) bool {
	if !w.make(&w.next, w.nextScores, step, p) {
		return false
	}
	w.total += step
	return true
}

func (w *walker) make(to *problem.Genomes, scores []problem.Score, step int64, p ParallelFor) bool {
	return w.Blocks(p, func(_, lo, hi int) Node {
		for i := lo; i < hi; i++ {
			to.At(i).Bits[0] = uint64(step)*uint64(w.paces[i]) + uint64(w.All.At)
		}
		w.Score(*to, scores, lo, hi, step, 0)
		return w.Summary(*to, scores, lo, hi)
	})
}

func (w *walker) Check() error {
	if w.total < 0 {
		return &search.CheckpointError{Reason: "section total"}
	}
	return nil
}

func (w *walker) Derive() { w.derived = true }

func newWalk(c search.Config) (*Engine, error) {
	return New(context.Background(), c, Algorithm{
		Name: "walk", Members: walkers, Block: 4, Replica: func(int) Evolver { return &walker{} },
	})
}

func walk(t *testing.T, c search.Config, steps int) (*Engine, []byte) {
	t.Helper()
	var err error
	if c.Problem, err = onemax.New(40); err != nil {
		t.Fatal(err)
	}
	e, err := newWalk(c)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := e.Step(context.Background(), steps); err != nil || p.Evaluations != int64(len(c.Replicas)*walkers)*(1+p.Steps) {
		t.Fatal(p, err)
	}
	var saved bytes.Buffer
	if err := e.Save(&saved); err != nil {
		t.Fatal(err)
	}
	return e, saved.Bytes()
}

// A run that goes on from its checkpoint has all arrays as the run left alone,
// with any number of goroutines.
func TestArraysGoThroughCheckpoints(t *testing.T) {
	for _, threads := range []int{1, 2, 5} {
		t.Run(fmt.Sprint(threads), func(t *testing.T) {
			c := search.Config{Replicas: search.Seeds(3, 3), Threads: threads}
			_, want := walk(t, c, 12)
			_, half := walk(t, c, 7)
			c.Resume = bytes.NewReader(half)
			e, got := walk(t, c, 5)
			if !bytes.Equal(want, got) {
				t.Error("the checkpoints differ")
			}
			list, err := e.Snapshot(1, 2)
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			w := list[0].(*walker)
			if w.Index != 1 || w.total != 12*13/2 || !w.derived || len(w.paces) != 2*walkers || w.paces[1] != 5 {
				t.Errorf("replica %d has total %d, paces %v", w.Index, w.total, w.paces)
			}
			if best := slices.Max(w.scores); w.scores[w.All.At] != best || w.State.Best < best {
				t.Errorf("best member %d of scores %v", w.All.At, w.scores)
			}
		})
	}
}

func TestSections(t *testing.T) {
	_, saved := walk(t, search.Config{Replicas: search.Seeds(3, 2)}, 4)
	c, err := search.ReadCheckpoint(bytes.NewReader(saved))
	if err != nil {
		t.Fatal(err)
	}
	r := checkpoint.Reader{Checkpoint: c}
	if paces := r.Uint64s("paces", 2*walkers); r.Err != nil || paces[3] != 6 || paces[walkers] != 4 {
		t.Error(paces, r.Err)
	}
	for section, spoil := range map[string]func(words []uint64){
		"paces":   func(words []uint64) { words[walkers] = 1 << 32 },
		"total":   func(words []uint64) { words[1] = 1 << 63 },
		"genomes": func(words []uint64) { words[2] = 1 << 63 },
		"scores":  nil,
	} {
		c, _ := search.ReadCheckpoint(bytes.NewReader(saved))
		r := checkpoint.Reader{Checkpoint: c}
		words := r.Uint64s(section, len(c.Sections[section])/8)
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		if spoil != nil {
			spoil(words)
			checkpoint.Put(c, section, words)
		} else {
			delete(c.Sections, section)
		}
		var spoiled bytes.Buffer
		if err := c.Write(&spoiled); err != nil {
			t.Fatal(err)
		}
		p, _ := onemax.New(40)
		_, err = newWalk(search.Config{Problem: p, Replicas: search.Seeds(3, 2), Resume: &spoiled})
		var damaged *search.CheckpointError
		if !errors.As(err, &damaged) || !strings.Contains(err.Error(), section) {
			t.Errorf("%s: %v", section, err)
		}
	}
}

func TestFootprint(t *testing.T) {
	// Genomes and scores twice, paces with their room, a total and an index.
	if got, want := Footprint(new(walker).Arrays()), float64(walkers*(2*8+2*8+2*4)+8+4); got != want {
		t.Errorf("%v bytes, want %v", got, want)
	}
}
