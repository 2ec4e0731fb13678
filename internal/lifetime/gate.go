package lifetime

import "sync"

// Gate keeps all objects of a device alive at once, for the cost of one count:
// who has entered may use whatever is Open, since what is closed meanwhile is
// freed after he has left. That is why he must leave soon, and may close nothing
// in between.
type Gate struct{ mu sync.RWMutex }

// Enter begins a use.
func (g *Gate) Enter() { g.mu.RLock() }

// Leave ends it.
func (g *Gate) Leave() { g.mu.RUnlock() }

// Drain returns when all have left who may have seen an object Open. The free
// function of such an object calls it first: its handle is closed by then.
func (g *Gate) Drain() {
	g.mu.Lock()
	//lint:ignore SA2001 nothing is guarded, only waited for
	g.mu.Unlock()
}
