package lookahead

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
)

// Options are how to decide a formula. The zero value is a lookahead by one goroutine
// for each core, and the quickest answer.
type Options struct {
	// Algorithm is "lookahead", or nothing; "swarm", which searches another tree, whose
	// nodes suit the lanes of a device; "walk", a local search that proves nothing; or
	// "portfolio", a walk beside a search, which is quicker where there is a model.
	Algorithm string
	Threads   int // goroutines; 0 is one for each core
	// Deterministic makes the model and the number of nodes the same whatever
	// the number of goroutines: those of a search by one.
	Deterministic bool
	Assume        []int32   // literals that must be true
	Cubes         [][]int32 // where to begin: each the assumptions of one part
	// CubeDepth divides a formula into cubes of so many decisions, at most 24, instead of
	// searching it: it can be satisfied when it can together with one of them. Then only
	// Assume and Memory count besides.
	CubeDepth int
	Proof     io.Writer // a refutation in DRAT, or nil; not with Assume
	// Device is where a swarm searches, which takes the place of a lookahead then; without
	// one a swarm is one goroutine. It makes no proofs and takes no cubes.
	Device device.Device
	// Memory is how many bytes the search may use, with what it makes of the formula,
	// cubes and a walk beside it; 0 is a quarter of the host's. On a device a swarm may
	// use as much, or half of what it has free.
	Memory uint64
	Seed   uint64 // of walks
	// Watch is told how far the search is, every tenth of a second or so.
	Watch func(Result)

	// Limited is told, once, why no search takes part in a portfolio: the formula is too
	// large for it, and the walk goes on alone. It may be nil.
	Limited func(error)

	beside uint64      // bytes that something else uses at the same time
	turn   sync.Locker // of who works on the device; nil where nothing else does
	cores  *cores      // that a walk has a share in; nil where there is none
}

// Result is what is known of a formula, and how far a search is.
type Result struct {
	Status  sat.Status // Satisfiable, Unsatisfiable or Unknown
	Values  []int8     // of a satisfiable one, by variable: 1 for true, -1 for false
	Nodes   int64
	Closed  float64 // the share of the tree, where each side of a decision is half
	Elapsed time.Duration
	// Of a swarm on a device: the share of the time for which its searches had work, by the
	// device's clock, and how long it took to make it ready, which Elapsed has in it.
	Busy    float64
	Opening time.Duration
	Walked  bool // the values are a walk's
	// Cubes are what CubeDepth asks for. The status is Unknown then, unless a formula was
	// decided on the way; when ctx ended before, there are none.
	Cubes      [][]int32
	Simplified simplified
	// Refuted says, of an Unknown one, that no cube has a model; whether the
	// cubes are all there is could not be seen.
	Refuted bool
}

// refuted is the result without a model.
func refuted() Result { return Result{Status: sat.Unsatisfiable, Closed: 1} }

// watchEvery is how often Watch is called.
const watchEvery = 100 * time.Millisecond

// Solve decides a formula, all clauses of which must hold. When ctx ends before,
// the status is Unknown, and Closed says how much of the tree was searched.
func Solve(ctx context.Context, f *sat.Formula, o Options) (r Result, err error) {
	began := time.Now()
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	switch {
	case o.Proof != nil && len(o.Assume) > 0:
		return r, fmt.Errorf("a proof is of a formula alone; add the assumptions to it as clauses")
	case o.swarms() && (o.Proof != nil || len(o.Cubes) > 0):
		return r, fmt.Errorf("a swarm makes no proofs and takes no cubes; a lookahead does, without a device")
	case o.CubeDepth < 0 || o.CubeDepth > cnf.MaxCubeDepth:
		return r, fmt.Errorf("cubes of %d decisions; there are those of 1 to %d", o.CubeDepth, cnf.MaxCubeDepth)
	}
	for _, list := range append([][]int32{o.Assume}, o.Cubes...) {
		if err := checkLiterals(f, list); err != nil {
			return r, err
		}
	}
	if watch := o.Watch; watch != nil {
		o.Watch = func(r Result) {
			r.Status, r.Elapsed = sat.Unknown, time.Since(began)
			watch(r)
		}
	}
	switch {
	case o.CubeDepth > 0:
		o = Options{Threads: 1, Deterministic: true, Assume: o.Assume, CubeDepth: o.CubeDepth, Memory: o.Memory}
		r, err = o.search(ctx, f)
	case o.Algorithm == "walk":
		if err = cnf.Fits(f.Name, walking(f), o.memory()); err == nil {
			w := o.newWalk(f)
			r, err = w.until(ctx, math.MaxInt64)
			w.close()
		}
	case o.Algorithm == "portfolio" && len(o.Cubes) == 0: // a walk knows no cubes
		r, err = o.portfolio(ctx, f)
	case slices.Contains([]string{"", "lookahead", "swarm", "portfolio"}, o.Algorithm):
		r, err = o.search(ctx, f)
	default:
		err = fmt.Errorf("%q decides no formulas; lookahead, swarm, walk and portfolio do", o.Algorithm)
	}
	r.Elapsed = time.Since(began)
	return r, err
}

// swarms reports whether a swarm searches.
func (o Options) swarms() bool { return o.Algorithm == "swarm" || o.Device != nil }

// search decides a formula by a lookahead or a swarm.
func (o Options) search(ctx context.Context, f *sat.Formula) (r Result, err error) {
	if err := o.ready(f); err != nil {
		return r, err
	}
	p, err := unless(ctx, func() (*prepared, error) { return prepare(f, o.Assume, o.Cubes) })
	switch {
	case p == nil:
		return Result{Status: sat.Unknown}, err
	case o.swarms():
		r, err = o.bySwarm(ctx, p)
	default:
		r, err = o.byLookahead(ctx, p)
	}
	r.Simplified = p.counts
	return r, err
}

// byLookahead decides a prepared formula.
func (o Options) byLookahead(ctx context.Context, p *prepared) (r Result, err error) {
	if o.Threads, err = p.within(o); err != nil {
		return r, err
	}
	s := &solution{Options: o, prepared: p}
	held, each := p.bytes()+p.footprint(nil), 2*cnf.CubeBytes(o.CubeDepth) // in the numbers of the search and of the file
	s.cubeRoom = int((o.memory() - held) / each)
	if o.Proof != nil {
		s.journal = &journal{w: bufio.NewWriterSize(o.Proof, 1<<16), prepared: p}
	}
	r = s.decide(ctx)
	switch {
	case s.full:
		need := held + each<<o.CubeDepth
		return Result{}, &cnf.LimitError{Needed: need, Lower: "CubeDepth",
			Text: fmt.Sprintf("%s: a search for cubes of %d decisions needs %s", p.formula.Name, o.CubeDepth, cnf.Exceeding(need, o.memory()))}
	case r.Status != sat.Unknown: // else some are missing, so those found say nothing
		r.Cubes = s.found
	}
	if len(r.Cubes) > 0 && r.Status == sat.Unsatisfiable {
		r.Status = sat.Unknown
	}
	if s.journal != nil {
		if err := s.journal.finish(); err != nil {
			return r, fmt.Errorf("writing the proof: %w", err)
		}
	}
	return r, nil
}

// unless is what build makes, unless ctx ends before: a large formula takes
// seconds, and build is then left to itself.
func unless[T any](ctx context.Context, build func() (T, error)) (none T, err error) {
	type outcome struct {
		made T
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		made, err := build()
		done <- outcome{made, err}
	}()
	select {
	case o := <-done:
		return o.made, o.err
	case <-ctx.Done():
		return none, nil
	}
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
	journal *journal
	nodes   int64 // of a pool before

	cubeRoom int       // cubes to be made at most
	full     bool      // there were more
	found    [][]int32 // these
}

// decide searches the cubes, and then what they leave.
func (s *solution) decide(ctx context.Context) Result {
	for _, clause := range s.learned {
		s.write(clause)
	}
	if s.refuted {
		s.write(nil)
		return refuted()
	}
	for _, clause := range s.defined {
		s.write(clause)
	}
	if len(s.Cubes) == 0 {
		return s.search(ctx, [][]uint32{nil}, nil, 0)
	}
	var cubes [][]uint32
	for _, c := range s.Cubes {
		if cube, ok := s.cube(c); ok {
			cubes = append(cubes, cube)
		}
	}
	r := refuted()
	if len(cubes) > 0 {
		switch r = s.search(ctx, cubes, nil, 0); r.Status {
		case sat.Satisfiable:
			s.completeCube(r.Values)
			return r
		case sat.Unknown:
			return r
		}
	}
	// Cubes that were made by a search leave hardly anything; what others leave
	// may be most of the work, and was not asked for.
	known := len(s.defined)
	units := s.exclude(cubes)
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
	c, _ := unless(ctx, func() (*pool, error) { return newPool(s.prepared, s.Threads, s.journal), nil })
	if c == nil {
		return Result{Status: sat.Unknown}
	}
	c.deterministic, c.limit, c.cubeDepth, c.cubeRoom = s.Deterministic, limit, s.CubeDepth, s.cubeRoom
	if s.CubeDepth > 0 {
		c.searchers[0].known = func(v uint32) bool { return int(s.names[v]) <= s.formula.Vars }
	}
	if !c.begin(units) {
		s.write(nil)
		return refuted()
	}
	c.load(cubes)
	if s.cores != nil {
		s.cores.begin(c)
	}
	done := make(chan struct{})
	go func() {
		c.run()
		close(done)
	}()
	s.wait(ctx, c, done)
	r := Result{Status: sat.Unknown, Nodes: c.visited(), Closed: c.share()}
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
			c.mutex.Lock()
			c.halt()
			c.mutex.Unlock()
			end = nil
		case <-tick.C:
			if s.Watch != nil {
				s.Watch(Result{Nodes: s.nodes + c.nodes.Load(), Closed: c.share()})
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
			if l := 2*s.number[v] | cnf.Literal(x)&1; !slices.Contains(cube, l) {
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
func (s *solution) completeCube(model cnf.Assignment) {
	contradicts := func(x int32) bool {
		v := max(x, -x) - 1
		return (s.values[v] != 0 || s.number[v] != none) && !model.Makes(x)
	}
	for _, list := range s.Cubes {
		if _, ok := s.cube(list); ok && !slices.ContainsFunc(list, contradicts) {
			for _, x := range list {
				model[max(x, -x)-1] = int8(x / max(x, -x))
			}
			return
		}
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

// exclude adds clauses that exclude cubes to a prepared formula, and returns those of
// one literal. An empty one, of an empty cube, is two that contradict each other.
func (p *prepared) exclude(cubes [][]uint32) (units []uint32) {
	for _, cube := range cubes {
		clause := slices.Clone(cube)
		for i := range clause {
			clause[i] ^= 1
		}
		switch len(clause) {
		case 0:
			units = append(units, 0, 1)
		case 1:
			units = append(units, clause[0])
		default:
			p.split(clause)
		}
	}
	return units
}
