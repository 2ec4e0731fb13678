package lookahead

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem/sat"
)

// Options are how to decide a formula. The zero value is one goroutine for each
// core and the quickest answer.
type Options struct {
	Threads int // goroutines; 0 is one for each core
	// Deterministic makes the model and the number of nodes the same whatever
	// the number of goroutines: those of a search by one.
	Deterministic bool
	Assume        []int32   // literals that must be true
	Cubes         [][]int32 // where to begin: each the assumptions of one part
	Proof         io.Writer // a refutation in DRAT, or nil; not with Assume
	// Swarm searches another tree, whose nodes suit the lanes of a device, in Go with
	// one goroutine; Device is a device that does it, and asks for a swarm by itself.
	// Neither makes proofs or takes cubes.
	Swarm  bool
	Device device.Device
	// Memory is how many bytes the search may use, with what it makes of the formula,
	// cubes and a walk beside it; 0 is a quarter of the host's. On a device a swarm may
	// use as much, or half of what it has free.
	Memory uint64
	// Watch is told how far the search is, every tenth of a second or so.
	Watch func(Progress)

	beside uint64      // bytes that something else uses at the same time
	turn   sync.Locker // of who works on the device; nil where nothing else does
}

// Progress is how far a search is.
type Progress struct {
	Nodes   int64
	Closed  float64 // the share of the tree, where each side of a decision is half
	Elapsed time.Duration
	// Of a swarm on a device, see swarm.Progress; Elapsed has the opening in it.
	Busy    float64
	Opening time.Duration
}

// Left estimates the time to the end: as if the rest of the tree were like what
// is closed of it, and no device had to be opened for it. false: nothing is closed
// yet.
func (p Progress) Left() (time.Duration, bool) {
	if p.Closed <= 0 {
		return 0, false
	}
	return time.Duration(float64(p.Elapsed-p.Opening) * (1 - p.Closed) / p.Closed), true
}

// Result is what is known of a formula.
type Result struct {
	Status sat.Status     // Satisfiable, Unsatisfiable or Unknown
	Values sat.Assignment // of a satisfiable one
	Progress
	Walked     bool // the values are a walk's
	Simplified Simplified
	// Refuted says, of an Unknown one, that no cube has a model; whether the
	// cubes are all there is could not be seen.
	Refuted bool
}

// watchEvery is how often Watch is called.
const watchEvery = 100 * time.Millisecond

// Solve decides a formula, all clauses of which must hold. When ctx ends before,
// the status is Unknown, and Closed says how much of the tree was searched.
func Solve(ctx context.Context, f *sat.Formula, o Options) (Result, error) {
	began := time.Now()
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Proof != nil && len(o.Assume) > 0 {
		return Result{}, fmt.Errorf("a proof is of a formula alone; add the assumptions to it as clauses")
	}
	o.Swarm = o.Swarm || o.Device != nil
	if o.Swarm && (o.Proof != nil || len(o.Cubes) > 0) {
		return Result{}, fmt.Errorf("a swarm makes no proofs and takes no cubes; use --algorithm lookahead --device cpu")
	}
	for _, list := range append([][]int32{o.Assume}, o.Cubes...) {
		if err := checkLiterals(f, list); err != nil {
			return Result{}, err
		}
	}
	if err := o.ready(f); err != nil {
		return Result{}, err
	}
	p, err := prepareUnless(ctx, f, o.Assume, o.Cubes)
	if p == nil {
		return Result{Status: sat.Unknown, Progress: Progress{Elapsed: time.Since(began)}}, err
	}
	if o.Swarm {
		if err := o.fits(f, 2*p.bytes()+o.beside); err != nil { // it has lists of its own
			return Result{}, err
		}
		r, err := solveBySwarm(ctx, p, o, began)
		r.Elapsed, r.Simplified = time.Since(began), p.counts
		return r, err
	}
	if o.Threads, err = p.within(o); err != nil {
		return Result{}, err
	}
	set := usual
	var j *journal
	if o.Proof != nil {
		j = newJournal(o.Proof, p)
		set.learn = false // each would be a line, and they save few nodes
	}
	s := &solution{Options: o, prepared: p, set: set, journal: j, began: began}
	r := s.decide(ctx)
	r.Elapsed, r.Simplified = time.Since(began), p.counts
	if j != nil {
		if err := j.finish(); err != nil {
			return r, fmt.Errorf("writing the proof: %w", err)
		}
	}
	return r, nil
}

// unless is what build makes, unless ctx ends before: a large formula takes
// seconds, and build is then left to itself.
func unless[T any](ctx context.Context, build func() T) (T, bool) {
	if ctx.Done() == nil {
		return build(), true
	}
	made := make(chan T, 1)
	go func() { made <- build() }()
	select {
	case x := <-made:
		return x, true
	case <-ctx.Done():
		var none T
		return none, false
	}
}

// prepareUnless is prepare; nil without an error when ctx ended before.
func prepareUnless(ctx context.Context, f *sat.Formula, assume []int32, cubes [][]int32) (*prepared, error) {
	type outcome struct {
		p   *prepared
		err error
	}
	o, _ := unless(ctx, func() outcome {
		p, err := prepare(f, assume, cubes)
		return outcome{p, err}
	})
	return o.p, o.err
}

// checkLiterals finds literals of variables that do not exist.
func checkLiterals(f *sat.Formula, list []int32) error {
	for _, x := range list {
		if x == 0 || max(x, -x) < 0 || int(max(x, -x)) > f.Vars {
			return fmt.Errorf("literal %d does not exist; %s has variables 1 to %d", x, f.Name, f.Vars)
		}
	}
	return nil
}

// solution is the work of Solve.
type solution struct {
	Options
	*prepared
	set     settings
	journal *journal
	began   time.Time
	nodes   int64 // of a pool before

	cubeDepth int       // make cubes of so many decisions; 0: search to the end
	cubeRoom  int       // that many of them at most
	full      bool      // there were more
	found     [][]int32 // these
}

// decide searches the cubes, and then what they leave.
func (s *solution) decide(ctx context.Context) Result {
	for _, clause := range s.learned {
		s.write(clause)
	}
	if s.refuted {
		s.write(nil)
		return Result{Status: sat.Unsatisfiable, Progress: Progress{Closed: 1}}
	}
	for _, clause := range s.defined {
		s.write(clause)
	}
	if len(s.Cubes) == 0 {
		return s.search(ctx, [][]uint32{nil}, nil, 0)
	}
	var cubes, negated [][]uint32
	for _, c := range s.Cubes {
		if cube, ok := s.cube(c); ok {
			cubes = append(cubes, cube)
			opposite := make([]uint32, len(cube))
			for i, l := range cube {
				opposite[i] = l ^ 1
			}
			negated = append(negated, opposite)
		}
	}
	r := Result{Status: sat.Unsatisfiable, Progress: Progress{Closed: 1}}
	if len(cubes) > 0 {
		if r = s.search(ctx, cubes, nil, 0); r.Status != sat.Unsatisfiable {
			s.completeCube(r.Values)
			return r
		}
	}
	// Cubes that were made by a search leave hardly anything; what others leave
	// may be most of the work, and was not asked for.
	known := len(s.defined)
	units := s.extend(negated)
	for _, clause := range s.defined[known:] {
		s.write(clause)
	}
	s.nodes = r.Nodes
	rest := s.search(ctx, [][]uint32{nil}, units, int64(1000+10*len(cubes)))
	rest.Nodes += r.Nodes
	if rest.Status != sat.Unsatisfiable { // a model that is in none of the cubes was not asked for
		rest.Status, rest.Values, rest.Refuted, rest.Closed = sat.Unknown, nil, true, 1
	}
	return rest
}

// search searches cubes. A limit of 0 nodes is none.
func (s *solution) search(ctx context.Context, cubes [][]uint32, units []uint32, limit int64) Result {
	c, ok := unless(ctx, func() *pool { return newPool(s.prepared, s.Threads, s.set, s.journal) })
	if !ok {
		return Result{Status: sat.Unknown}
	}
	c.deterministic, c.limit = s.Deterministic, limit
	if s.cubeDepth > 0 {
		c.cubeDepth, c.cubeRoom = s.cubeDepth, s.cubeRoom
		c.searchers[0].known = func(v uint32) bool { return int(s.names[v]) <= s.formula.Vars }
	}
	if !c.begin(units) {
		s.write(nil)
		return Result{Status: sat.Unsatisfiable, Progress: Progress{Closed: 1}}
	}
	parts := make([]*part, len(cubes))
	for i, cube := range cubes {
		parts[i] = &part{cube: cube, share: 1 / float64(len(cubes))}
	}
	c.load(parts)
	done := make(chan struct{})
	go func() {
		c.run()
		close(done)
	}()
	s.wait(ctx, c, done)
	r := Result{Status: sat.Unknown, Progress: s.progress(c)}
	r.Nodes = c.visited()
	if s.full = c.full; s.full {
		return r
	}
	for _, cube := range c.cubes {
		s.found = append(s.found, s.dimacs(cube))
	}
	switch {
	case c.best != nil:
		r.Status, r.Values = sat.Satisfiable, s.restore(c.best.found)
	case c.closed():
		r.Status, r.Closed = sat.Unsatisfiable, 1
		if s.journal != nil {
			c.conclude(s.journal)
		}
	}
	return r
}

func (s *solution) progress(c *pool) Progress {
	return Progress{Nodes: s.nodes + c.nodes.Load(), Closed: c.share(), Elapsed: time.Since(s.began)}
}

// wait waits for the end of a search, and ends it when ctx does.
func (s *solution) wait(ctx context.Context, c *pool, done <-chan struct{}) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	end := ctx.Done()
	for {
		select {
		case <-done:
			return
		case <-end:
			c.cancel()
			end = nil
		case <-tick.C:
			if s.Watch != nil {
				s.Watch(s.progress(c))
			}
		}
	}
}

// cube is a cube in the literals of the search; false: it contradicts itself or
// what is known of the formula.
func (s *solution) cube(list []int32) ([]uint32, bool) {
	cube := []uint32{}
	for _, x := range list {
		v := max(x, -x) - 1
		switch {
		case slices.Contains(list, -x):
			return nil, false
		case s.values[v] == 0 && s.number[v] != none:
			if l := 2*s.number[v] | literal(x)&1; !slices.Contains(cube, l) {
				cube = append(cube, l)
			}
		case s.values[v] == 0: // in no clause; it may be either
		case (s.values[v] > 0) != (x > 0):
			return nil, false
		}
	}
	return cube, true
}

// completeCube gives variables that are in no clause the values of a cube that a model is
// in otherwise.
func (s *solution) completeCube(model sat.Assignment) {
	for _, list := range s.Cubes {
		var free []int32
		in := model != nil
		for _, x := range list {
			v := max(x, -x) - 1
			switch {
			case slices.Contains(list, -x):
				in = false
			case s.values[v] == 0 && s.number[v] == none:
				free = append(free, x)
			case in:
				in = (model[v] > 0) == (x > 0)
			}
		}
		if !in {
			continue
		}
		for _, x := range free {
			model[max(x, -x)-1] = int8(x / max(x, -x))
		}
		return
	}
}

// write writes a line of the proof.
func (s *solution) write(clause []int32) {
	if s.journal == nil {
		return
	}
	var text []byte
	for _, x := range clause {
		text = append(strconv.AppendInt(text, int64(x), 10), ' ')
	}
	s.journal.write(append(text, "0\n"...))
}

// extend adds clauses to a prepared formula, and returns those of one literal.
// An empty one, of an empty cube, is two that contradict each other.
func (p *prepared) extend(clauses [][]uint32) (units []uint32) {
	for _, c := range clauses {
		switch len(c) {
		case 0:
			units = append(units, 0, 1)
		case 1:
			units = append(units, c[0])
		default:
			p.split(slices.Clone(c))
		}
	}
	return units
}
