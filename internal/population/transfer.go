package population

import (
	"io"

	"github.com/warbler-opt/warbler/device"
)

// Snapshot fetches the replicas first to end-1.
func (p *onDevice) Snapshot(first, end int) ([]Evolver, error) {
	list := p.engine.replicas(NewPool(0), first, end)
	for _, one := range list {
		r := one.replica()
		r.State, r.Best = p.States[r.Index], p.best(r.Index).Genome
		if p.leads != nil {
			r.Scored = p.madeBy(r.Index)
		}
	}
	for k, a := range p.arrays {
		if a.section == "" && !a.fetched {
			continue
		}
		if err := p.fetch(list, k); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// fetch reads array k of replicas. Where they lie side by side, it is read at
// once.
func (p *onDevice) fetch(list []Evolver, k int) error {
	a := &p.arrays[k]
	if a.size() == 0 || a.buffers == 0 {
		return nil
	}
	all, first := make([]byte, len(list)*a.size()), list[0].replica().Index
	if a.sideBySide() {
		if err := p.Queue.Read(all, p.buffers[k][0], first*a.size()); err != nil {
			return err
		}
	}
	for i, one := range list {
		r, content := one.replica(), all[i*a.size():(i+1)*a.size()]
		if !a.sideBySide() {
			err := p.eachPart(r, k, func(b device.Buffer, offset, lo, hi int) error {
				return p.Queue.Read(content[lo:hi], b, offset)
			})
			if err != nil {
				return err
			}
		}
		r.arrays[k].write(content)
	}
	return nil
}

// restore puts a checkpoint's state on the device.
func (p *onDevice) restore(from io.Reader) error {
	list := p.engine.replicas(NewPool(0), 0, p.Replicas)
	if err := p.engine.read(from, list); err != nil {
		return err
	}
	p.engine.level(list)
	return p.sendAll(list)
}

// sendAll writes all replicas.
func (p *onDevice) sendAll(list []Evolver) error {
	p.States = evolverStates(list)
	for k := range p.arrays {
		if err := p.send(list, k); err != nil {
			return err
		}
	}
	p.Put(p.Bests, Raw(p.engine.bests(list)))
	p.Put(p.State, Bytes(p.States))
	return p.Err
}

// send writes array k of all replicas. Where they lie side by side, it is
// written at once.
func (p *onDevice) send(list []Evolver, k int) error {
	var all []byte
	if p.arrays[k].buffers == 0 {
		return nil
	}
	for _, one := range list {
		r := one.replica()
		content := r.arrays[k].read()
		if p.arrays[k].sideBySide() {
			all = append(all, content...)
			continue
		}
		err := p.eachPart(r, k, func(b device.Buffer, offset, lo, hi int) error {
			return p.Queue.Write(b, offset, content[lo:hi])
		})
		if err != nil {
			return err
		}
	}
	if len(all) > 0 {
		p.Put(p.buffers[k][0], all)
	}
	return p.Err
}

// sideBySide says that an array's replicas lie on a device as in a checkpoint.
func (a *Array) sideBySide() bool { return !a.alternating && a.parts*a.rooms[0] == a.size() }

// eachPart calls f with every part of a replica's array: its buffer, where it
// begins there, and its range in the content.
func (p *onDevice) eachPart(r *Replica, k int, f func(b device.Buffer, offset, lo, hi int) error) error {
	buffer := 0
	if p.arrays[k].alternating {
		buffer = int(r.State.Step & 1)
	}
	return p.eachPartOf(r.Index, k, buffer, f)
}

// eachPartOf is eachPart in one of the buffers.
func (p *onDevice) eachPartOf(r, k, buffer int, f func(b device.Buffer, offset, lo, hi int) error) error {
	a := p.arrays[k]
	each := a.size() / a.parts
	for part := range a.parts {
		if err := f(p.buffers[k][buffer], (r*a.parts+part)*a.rooms[buffer], part*each, (part+1)*each); err != nil {
			return err
		}
	}
	return nil
}
