package population

import (
	"fmt"
	"io"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Save writes a checkpoint, the same for every device.
func (e *Engine) Save(w io.Writer) error {
	for r := range e.Replicas() {
		if !e.begun(r) {
			return search.ErrUnbegun
		}
	}
	list, err := e.Snapshot(0, e.Replicas())
	if err != nil {
		return err
	}
	c := search.Checkpoint{Header: e.Header}
	PutStates(&c, evolverStates(list))
	for k, a := range list[0].replica().arrays {
		if a.section != "" {
			c.Sections[a.section] = gather(list, k)
		}
	}
	if !e.about.BestIsMember {
		checkpoint.Put(&c, "best", e.bests(list))
	}
	if waiting := waiting(list); len(waiting) > 0 {
		checkpoint.Put(&c, "samples", view[uint64](waiting))
	}
	return c.Write(w)
}

// waiting are the samples of steps that not all replicas have reached.
func waiting(list []Evolver) (all []search.Sample) {
	for _, e := range list {
		all = append(all, e.replica().samples...)
	}
	return all
}

func evolverStates(list []Evolver) []State {
	states := make([]State, len(list))
	for i, e := range list {
		states[i] = e.replica().State
	}
	return states
}

// bests are the best genomes of replicas.
func (e *Engine) bests(list []Evolver) problem.Genomes {
	rows := problem.NewGenomes(e.Rep, len(list))
	for i, one := range list {
		rows.At(i).Set(one.replica().Best)
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
func (e *Engine) read(from io.Reader, list []Evolver) error {
	c := checkpoint.Resume(from, e.Header)
	for i, s := range GetStates(c, len(list), e.Rules) {
		list[i].replica().State = s
	}
	for k, a := range list[0].replica().arrays {
		if a.section == "" {
			continue
		}
		if err := e.scatter(c, list, k); err != nil {
			return err
		}
	}
	if !e.about.BestIsMember {
		rows := c.Genomes("best", e.Rep, len(list))
		for i, one := range list {
			one.replica().Best.Set(rows.At(i))
		}
	}
	if c.Err == nil && e.Trace {
		e.readWaiting(c, list)
	}
	if c.Err != nil {
		return c.Err
	}
	for _, one := range list {
		one.replica().bestMember()
		if own, ok := one.(Checker); ok {
			if err := own.Check(); err != nil {
				return err
			}
		}
	}
	return nil
}

// readWaiting gives replicas the samples that were waiting, if there were any.
func (e *Engine) readWaiting(c *checkpoint.Reader, list []Evolver) {
	content, ok := c.Checkpoint.Sections["samples"]
	if !ok {
		return
	}
	size := int(unsafe.Sizeof(search.Sample{}))
	for _, s := range view[search.Sample](c.Uint64s("samples", len(content)/size*size/8)) {
		if s.Replica < 0 || s.Replica >= len(list) {
			c.Err = &search.CheckpointError{Reason: fmt.Sprintf("section samples has replica %d of %d", s.Replica, len(list))}
			return
		}
		list[s.Replica].replica().Sample(s)
	}
}

// scatter reads the section of array k into replicas.
func (e *Engine) scatter(c *checkpoint.Reader, list []Evolver, k int) error {
	a := list[0].replica().arrays[k]
	size := a.savedSize()
	var content []byte
	if a.genomes != nil {
		content = Raw(c.Genomes(a.section, e.Rep, len(list)*a.elements))
	} else {
		content = Bytes(c.Uint64s(a.section, len(list)*size/8))
	}
	if c.Err != nil {
		return c.Err
	}
	for i, one := range list {
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
		one.replica().arrays[k].write(part)
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
func (e *Engine) level(list []Evolver) {
	if _, level := furthest(evolverStates(list)); level {
		return
	}
	replicas := ready(list)
	derive(list)
	step, _ := furthest(StatesOf(replicas))
	for _, r := range replicas {
		r.advance(step-r.State.Step, r.Pool.Parallel)
	}
	e.TakeSamples(replicas, true) // for the first report
}
