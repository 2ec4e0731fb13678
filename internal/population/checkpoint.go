package population

import (
	"io"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// write saves replicas as a checkpoint, the same for every device.
func (b *base) write(w io.Writer, list []Evolver) error {
	c := search.Checkpoint{Header: b.Header}
	PutStates(&c, evolverStates(list))
	for k, a := range list[0].replica().arrays {
		if a.section != "" {
			c.Sections[a.section] = gather(list, k)
		}
	}
	if !b.about.BestIsMember {
		checkpoint.Put(&c, "best", b.bests(list))
	}
	return c.Write(w)
}

func evolverStates(list []Evolver) []State {
	states := make([]State, len(list))
	for i, e := range list {
		states[i] = e.replica().State
	}
	return states
}

// bests are the best genomes of replicas.
func (b *base) bests(list []Evolver) problem.Genomes {
	rows := problem.NewGenomes(b.Rep, len(list))
	for i, e := range list {
		rows.At(i).Set(e.replica().Best)
	}
	return rows
}

// gather is the content of array k, replica after replica.
func gather(list []Evolver, k int) []byte {
	a := list[0].replica().arrays[k]
	all := make([]byte, 0, len(list)*a.savedSize())
	for _, e := range list {
		b := e.replica().arrays[k].read()
		if !a.wide {
			all = append(all, b...)
			continue
		}
		for ; len(b) > 0; b = b[4:] {
			all = append(append(all, b[:4]...), 0, 0, 0, 0)
		}
	}
	return all
}

// savedSize is the bytes of an array of one replica in a checkpoint.
func (a *Array) savedSize() int {
	if a.wide {
		return 2 * a.size()
	}
	return a.size()
}

// read loads a checkpoint of this very run into replicas and judges them by the
// rules of now.
func (b *base) read(r io.Reader, list []Evolver) error {
	c := checkpoint.Resume(r, b.Header)
	for i, s := range GetStates(c, len(list), b.Rules) {
		list[i].replica().State = s
	}
	for k, a := range list[0].replica().arrays {
		if a.section == "" {
			continue
		}
		if err := b.scatter(c, list, k); err != nil {
			return err
		}
	}
	if !b.about.BestIsMember {
		rows := c.Genomes("best", b.Rep, len(list))
		for i, e := range list {
			e.replica().Best.Set(rows.At(i))
		}
	}
	if c.Err != nil {
		return c.Err
	}
	for _, e := range list {
		e.replica().bestMember()
		if own, ok := e.(Checker); ok {
			if err := own.Check(); err != nil {
				return err
			}
		}
	}
	return nil
}

// scatter reads the section of array k into replicas.
func (b *base) scatter(c *checkpoint.Reader, list []Evolver, k int) error {
	a := list[0].replica().arrays[k]
	var content []byte
	if a.genomes != nil {
		content = Raw(c.Genomes(a.section, b.Rep, len(list)*a.elements))
	} else {
		content = Bytes(c.Uint64s(a.section, len(list)*a.savedSize()/8))
	}
	if c.Err != nil {
		return c.Err
	}
	size := a.savedSize()
	for i, e := range list {
		part := content[i*size : (i+1)*size]
		if a.wide {
			narrow := make([]byte, 0, a.size())
			for j := 0; j < size; j += 8 {
				if part[j+4]|part[j+5]|part[j+6]|part[j+7] != 0 {
					return &search.CheckpointError{Reason: "section " + a.section + " has a number that is too large"}
				}
				narrow = append(narrow, part[j:j+4]...)
			}
			part = narrow
		}
		e.replica().arrays[k].write(part)
	}
	return nil
}

// derive makes replicas that were read ready to go on in Go.
func derive(list []Evolver) {
	for _, e := range list {
		if own, ok := e.(Deriver); ok {
			own.Derive()
		}
	}
}

// level brings the running replicas that were read to the same step.
func (b *base) level(list []Evolver) {
	if _, level := Level(evolverStates(list)); level {
		return
	}
	steppers := newSteppers(list)
	derive(list)
	LevelOff(list[0].replica().Pool, steppers)
	for _, s := range steppers { // for the first report
		b.Samples = append(b.Samples, s.samples...)
	}
}

// top lists up to count different genomes, the best first.
func (b *base) top(count int, list []Evolver) []search.Solution {
	n := len(*list[0].replica().scores)
	members, scores := problem.NewGenomes(b.Rep, n*len(list)), make([]problem.Score, 0, n*len(list))
	raw := Raw(members)[:0]
	for _, e := range list {
		r := e.replica()
		raw = append(raw, Raw(r.genomes.Slice(0, n))...)
		scores = append(scores, *r.scores...)
	}
	return b.Frame.Top(count, evolverStates(list), b.bests(list), members, scores)
}
