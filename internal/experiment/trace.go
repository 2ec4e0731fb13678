package experiment

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Point is a place of a run's trace: a step after which its best score so far
// was better than ever before.
type Point struct {
	Step        int64
	Evaluations int64 // by this run so far
	Score       problem.Score
}

// recorder is a search.Observer that keeps the improvements of every replica.
// Of those within stride steps, (k−1)·stride+1 to k·stride, it keeps the last.
type recorder struct {
	stride int64
	traces [][]Point
}

// Observe implements search.Observer.
func (r *recorder) Observe(p search.Progress, _ time.Duration) error {
	for i := range p.Samples {
		s := &p.Samples[i]
		t := r.traces[s.Replica]
		switch last := len(t) - 1; {
		case last >= 0 && s.BestSoFar <= t[last].Score:
			continue
		case last >= 0 && r.window(t[last].Step) == r.window(s.Step):
			t = t[:last]
		}
		r.traces[s.Replica] = append(t, Point{s.Step, s.Evaluations, s.BestSoFar})
	}
	return nil
}

func (r *recorder) window(step int64) int64 { return (step + r.stride - 1) / r.stride }

// trace is that of a replica, up to its solution. Engines that look at their
// steps now and then have none for the last ones of a run that time ended; they
// get a point for its end. When the context has ended, samples may be lost, and
// ok is false: what is kept must be what an undisturbed run has.
func (r *recorder) trace(replica int, s search.Solution, over bool) (t []Point, ok bool) {
	t = r.traces[replica]
	if len(t) > 0 && t[len(t)-1].Score == s.Score {
		return t, true
	}
	return append(t, Point{s.Steps, s.Evaluations, s.Score}), !over
}

// packTrace makes bytes of a trace: for each point the differences from the one
// before in step, evaluations and score, as varints. All of them grow; scores
// may be so far apart that the difference only fits without its sign.
func packTrace(t []Point) []byte {
	b := make([]byte, 0, 8*len(t))
	var last Point
	for _, p := range t {
		b = binary.AppendUvarint(b, uint64(p.Step-last.Step))
		b = binary.AppendUvarint(b, uint64(p.Evaluations-last.Evaluations))
		b = binary.AppendUvarint(b, uint64(p.Score)-uint64(last.Score))
		last = p
	}
	return b
}

var errDamagedTrace = errors.New("the trace is damaged")

// unpackTrace is the inverse of packTrace.
func unpackTrace(b []byte) (t []Point, err error) {
	var last Point
	for len(b) > 0 {
		var x [3]uint64
		for i := range x {
			v, n := binary.Uvarint(b)
			if n <= 0 {
				return nil, errDamagedTrace
			}
			x[i], b = v, b[n:]
		}
		last = Point{last.Step + int64(x[0]), last.Evaluations + int64(x[1]), int64(uint64(last.Score) + x[2])}
		t = append(t, last)
	}
	return t, nil
}

// EachTrace calls take for every trace of a campaign, in the order of the runs'
// numbers. Campaigns whose plan has no trace have none. A campaign at work may
// have traces of more runs than Open saw before.
func EachTrace(dir string, take func(run int, t []Point) error) error {
	db, err := openCampaign(dir, "ro", patient)
	if err != nil {
		return err
	}
	err = each(db, "SELECT run, points FROM traces ORDER BY run", func(scan func(...any) error) error {
		var run int
		var points []byte
		if err := scan(&run, &points); err != nil {
			return err
		}
		t, err := unpackTrace(points)
		if err != nil {
			return fmt.Errorf("%s: run %d: %w", dir, run, err)
		}
		return take(run, t)
	})
	return errors.Join(err, db.Close())
}

// Traces are all traces of a campaign, by the runs' numbers.
func Traces(dir string) (map[int][]Point, error) {
	traces := map[int][]Point{}
	return traces, EachTrace(dir, func(run int, t []Point) error { traces[run] = t; return nil })
}
