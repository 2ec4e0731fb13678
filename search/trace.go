package search

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/problem"
)

// Trace is an Observer that writes every sample of a run as a line. The engine
// must have been made with Config.Trace.
type Trace struct {
	file      io.Closer
	w         *bufio.Writer
	objective problem.Objective
	json      bool
	columns   []string
	headed    bool
	line      []byte
}

var traceColumns = []string{"replica", "step", "evaluations", "best", "worst", "mean", "deviation", "diversity", "online", "offline", "seconds"}

// TraceFormat is the kind of trace a file's name asks for.
func TraceFormat(path string) (json bool, err error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		return false, nil
	case ".jsonl":
		return true, nil
	}
	return false, fmt.Errorf("%s: a trace is a .csv or a .jsonl file", path)
}

// TraceTo makes a trace file; its format follows from its name, .csv or
// .jsonl. Values are written in the problem's own objective.
func TraceTo(path string, o problem.Objective) (*Trace, error) {
	json, err := TraceFormat(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	t := NewTrace(f, o, json)
	t.file = f
	return t, nil
}

// NewTrace writes a trace to w: comma-separated, or a JSON object per line.
func NewTrace(w io.Writer, o problem.Objective, json bool) *Trace {
	return &Trace{w: bufio.NewWriterSize(w, 1<<16), objective: o, json: json, columns: traceColumns}
}

// WithFronts adds the columns of problems with several objectives: front and
// hypervolume. The other values are those of the first criterion.
func (t *Trace) WithFronts() *Trace {
	t.columns = slices.Concat(traceColumns[:len(traceColumns)-1], []string{"front", "hypervolume"}, traceColumns[len(traceColumns)-1:])
	return t
}

// head writes the names of the columns, once.
func (t *Trace) head() {
	if !t.json && !t.headed {
		t.w.WriteString(strings.Join(t.columns, ",") + "\n")
	}
	t.headed = true
}

// Observe implements Observer.
func (t *Trace) Observe(p Progress, elapsed time.Duration) error {
	t.head()
	for i := range p.Samples {
		t.line = t.append(t.line[:0], &p.Samples[i], elapsed.Seconds())
		if _, err := t.w.Write(t.line); err != nil {
			return fmt.Errorf("trace: %w", err)
		}
	}
	// A checkpoint that is written next must not be ahead of it.
	if err := t.w.Flush(); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	return nil
}

// Finish writes what is left and closes the file.
func (t *Trace) Finish(Result) error {
	t.head()
	err := t.w.Flush()
	if t.file != nil {
		if closed := t.file.Close(); err == nil {
			err = closed
		}
	}
	if err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	return nil
}

func (t *Trace) append(b []byte, s *Sample, seconds float64) []byte {
	o := t.objective
	for i, column := range t.columns {
		switch {
		case t.json && i == 0:
			b = append(b, `{"`+column+`":`...)
		case t.json:
			b = append(b, `,"`+column+`":`...)
		case i > 0:
			b = append(b, ',')
		}
		switch column {
		case "replica":
			b = strconv.AppendInt(b, int64(s.Replica), 10)
		case "step":
			b = strconv.AppendInt(b, s.Step, 10)
		case "evaluations":
			b = strconv.AppendInt(b, s.Evaluations, 10)
		case "best":
			b = t.score(b, s.Best)
		case "worst":
			b = t.score(b, s.Worst)
		case "mean":
			b = t.number(b, OwnValue(o, s.Mean))
		case "deviation":
			b = t.number(b, unscaled(o, s.Deviation))
		case "diversity":
			b = t.number(b, s.Diversity)
		case "online":
			b = t.number(b, OwnValue(o, s.Online))
		case "offline":
			b = t.number(b, OwnValue(o, s.Offline))
		case "front":
			b = strconv.AppendInt(b, int64(s.Front), 10)
		case "hypervolume":
			b = t.number(b, s.Hypervolume)
		case "seconds":
			b = strconv.AppendFloat(b, seconds, 'f', 6, 64)
		}
	}
	if t.json {
		b = append(b, '}')
	}
	return append(b, '\n')
}

// score writes a score exactly, not through a float.
func (t *Trace) score(b []byte, s problem.Score) []byte {
	if t.objective.Float {
		return t.number(b, t.objective.Value(s))
	}
	return append(b, t.objective.Format(s)...)
}

// number writes a float; JSON has no NaN and no infinity.
func (t *Trace) number(b []byte, f float64) []byte {
	if t.json && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, f, 'g', -1, 64)
}

// OwnValue is a statistic of scores (Sample's Mean, Online, Offline) as people
// state the objective: a cost where one minimizes, with its decimals.
func OwnValue(o problem.Objective, number float64) float64 {
	if o.Minimize {
		number = float64(o.Total) - number
	}
	return unscaled(o, number)
}

// unscaled is a difference of scores with its decimals.
func unscaled(o problem.Objective, number float64) float64 {
	if o.Decimals > 0 {
		number /= math.Pow10(o.Decimals)
	}
	return number
}
