package population

import (
	"io"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
)

// Snapshot fetches the replicas first to end-1.
func (e *onDevice) Snapshot(first, end int) ([]Evolver, error) {
	list := e.replicas(NewPool(0), first, end)
	best := problem.NewGenomes(e.Rep, 1)
	for _, one := range list {
		r := one.replica()
		r.State = e.device.States[r.Index]
		r.Best.Set(e.device.Best(r.Index, best))
	}
	for k, a := range e.device.arrays {
		if a.section == "" {
			continue
		}
		if err := e.fetch(list, k); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// fetch reads array k of replicas. Where they lie side by side, it is read at
// once.
func (e *onDevice) fetch(list []Evolver, k int) error {
	a := e.device.arrays[k]
	if a.sideBySide() && len(list) > 1 {
		all := make([]byte, len(list)*a.size())
		if err := read(&e.device.Host, all, e.device.buffers[k][0], list[0].replica().Index*a.size()); err != nil {
			return err
		}
		for i, one := range list {
			one.replica().arrays[k].write(all[i*a.size() : (i+1)*a.size()])
		}
		return nil
	}
	for _, one := range list {
		r := one.replica()
		content := r.arrays[k].empty()
		err := e.eachPart(r, k, func(b device.Buffer, offset, lo, hi int) error {
			return read(&e.device.Host, content[lo:hi], b, offset)
		})
		if err != nil {
			return err
		}
		r.arrays[k].write(content)
	}
	return nil
}

// read is Queue.Read, also of nothing.
func read(h *Host, to []byte, from device.Buffer, offset int) error {
	if len(to) == 0 {
		return nil
	}
	return h.Queue.Read(to, from, offset)
}

// restore puts a checkpoint's state on the device.
func (e *onDevice) restore(from io.Reader) error {
	list := e.replicas(NewPool(0), 0, e.Replicas())
	if err := e.read(from, list); err != nil {
		return err
	}
	e.level(list)
	e.device.States = evolverStates(list)
	for k := range e.device.arrays {
		if err := e.send(list, k); err != nil {
			return err
		}
	}
	if err := e.device.Put(e.device.Bests, Raw(e.bests(list))); err != nil {
		return err
	}
	return e.device.PutStates()
}

// send writes array k of all replicas. Where they lie side by side, it is
// written at once.
func (e *onDevice) send(list []Evolver, k int) error {
	if a := e.device.arrays[k]; a.sideBySide() {
		all := make([]byte, 0, len(list)*a.size())
		for _, one := range list {
			all = append(all, one.replica().arrays[k].read()...)
		}
		return e.device.Put(e.device.buffers[k][0], all)
	}
	for _, one := range list {
		r := one.replica()
		content := r.arrays[k].read()
		err := e.eachPart(r, k, func(b device.Buffer, offset, lo, hi int) error {
			return e.device.Queue.Write(b, offset, content[lo:hi])
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sideBySide says that an array's replicas lie on a device as in a checkpoint.
func (a *Array) sideBySide() bool { return !a.alternating && a.parts*a.rooms[0] == a.size() }

// eachPart calls f with every part of a replica's array: its buffer, where it
// begins there, and its range in the content.
func (e *onDevice) eachPart(r *Replica, k int, f func(b device.Buffer, offset, lo, hi int) error) error {
	a, buffer := e.device.arrays[k], 0
	if a.alternating {
		buffer = int(r.State.Step & 1)
	}
	for p := range a.parts {
		offset, lo, hi := (r.Index*a.parts+p)*a.rooms[buffer], p*a.size()/a.parts, (p+1)*a.size()/a.parts
		if lo == hi {
			continue
		}
		if err := f(e.device.buffers[k][buffer], offset, lo, hi); err != nil {
			return err
		}
	}
	return nil
}
