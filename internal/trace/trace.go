// Package trace writes the statistics of a run, a line for each sample, as
// comma-separated values or as lines of JSON.
package trace

import (
	"bufio"
	"errors"
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
	"github.com/warbler-opt/warbler/search"
)

// Writer is a search.Observer that writes every sample of a run as a line. The
// engine must have been made with Config.Trace.
type Writer struct {
	file      io.Closer
	w         *bufio.Writer
	objective problem.Objective
	json      bool
	columns   []column
	headed    bool
	line      []byte
}

// column is a value of every line.
type column struct {
	name string
	add  func(w *Writer, b []byte, s *search.Sample) []byte
}

var columns = []column{
	{"replica", func(_ *Writer, b []byte, s *search.Sample) []byte { return strconv.AppendInt(b, int64(s.Replica), 10) }},
	{"step", func(_ *Writer, b []byte, s *search.Sample) []byte { return strconv.AppendInt(b, s.Step, 10) }},
	{"evaluations", func(_ *Writer, b []byte, s *search.Sample) []byte { return strconv.AppendInt(b, s.Evaluations, 10) }},
	{"best", func(w *Writer, b []byte, s *search.Sample) []byte { return w.score(b, s.Best) }},
	{"worst", func(w *Writer, b []byte, s *search.Sample) []byte { return w.score(b, s.Worst) }},
	{"mean", func(w *Writer, b []byte, s *search.Sample) []byte { return w.number(b, OwnValue(w.objective, s.Mean)) }},
	{"deviation", func(w *Writer, b []byte, s *search.Sample) []byte {
		return w.number(b, unscaled(w.objective, s.Deviation))
	}},
	{"diversity", func(w *Writer, b []byte, s *search.Sample) []byte { return w.number(b, s.Diversity) }},
	{"online", func(w *Writer, b []byte, s *search.Sample) []byte {
		return w.number(b, OwnValue(w.objective, s.Online))
	}},
	{"offline", func(w *Writer, b []byte, s *search.Sample) []byte {
		return w.number(b, OwnValue(w.objective, s.Offline))
	}},
}

// frontColumns are those of problems with several objectives; the other values are
// those of the first criterion.
var frontColumns = []column{
	{"front", func(_ *Writer, b []byte, s *search.Sample) []byte { return strconv.AppendInt(b, int64(s.Front), 10) }},
	{"hypervolume", func(w *Writer, b []byte, s *search.Sample) []byte { return w.number(b, s.Hypervolume) }},
}

// seconds is the last column, which is not of the sample.
const seconds = "seconds"

// IsJSON is the format of a trace that a file's name asks for: lines of JSON, or
// comma-separated values.
func IsJSON(path string) (bool, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		return false, nil
	case ".jsonl":
		return true, nil
	}
	return false, fmt.Errorf("%s: a trace is a .csv or a .jsonl file", path)
}

// Open makes a trace file; its format follows from its name, .csv or .jsonl. Values
// are written in the problem's own objective; fronts adds the columns of problems
// that have several.
//
// Where a run goes on from a checkpoint, after is the step of that: what the file has
// of the steps up to there is kept. It is -1 for a run that begins.
func Open(path string, o problem.Objective, fronts bool, after int64) (*Writer, error) {
	json, err := IsJSON(path)
	if err != nil {
		return nil, err
	}
	kept := int64(0)
	if after >= 0 {
		if kept, err = length(path, json, after); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	mode := os.O_WRONLY | os.O_APPEND
	if kept == 0 {
		mode = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	} else if err := os.Truncate(path, kept); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, mode, 0o666)
	if err != nil {
		return nil, err
	}
	w := newWriter(f, o, json, fronts)
	w.headed = kept > 0
	return w, nil
}

func newWriter(to io.WriteCloser, o problem.Objective, json, fronts bool) *Writer {
	w := &Writer{file: to, w: bufio.NewWriterSize(to, 1<<16), objective: o, json: json, columns: columns}
	if fronts {
		w.columns = slices.Concat(columns, frontColumns)
	}
	return w
}

// head writes the names of the columns, once.
func (w *Writer) head() {
	if !w.json && !w.headed {
		for _, c := range w.columns {
			w.w.WriteString(c.name + ",")
		}
		w.w.WriteString(seconds + "\n")
	}
	w.headed = true
}

// Observe implements search.Observer.
func (w *Writer) Observe(p search.Progress, elapsed time.Duration) error {
	w.head()
	for i := range p.Samples {
		w.line = w.append(w.line[:0], &p.Samples[i], elapsed.Seconds())
		if _, err := w.w.Write(w.line); err != nil {
			return fmt.Errorf("trace: %w", err)
		}
	}
	// A checkpoint that is written next must not be ahead of it.
	if err := w.w.Flush(); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	return nil
}

// Finish writes what is left and closes the file.
func (w *Writer) Finish(search.Result) error {
	w.head()
	if err := errors.Join(w.w.Flush(), w.file.Close()); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	return nil
}

func (w *Writer) append(b []byte, s *search.Sample, elapsed float64) []byte {
	for i, c := range w.columns {
		b = c.add(w, w.before(b, i, c.name), s)
	}
	b = strconv.AppendFloat(w.before(b, len(w.columns), seconds), elapsed, 'f', 6, 64)
	if w.json {
		b = append(b, '}')
	}
	return append(b, '\n')
}

// before writes what stands before value i.
func (w *Writer) before(b []byte, i int, name string) []byte {
	switch {
	case w.json && i == 0:
		return append(b, `{"`+name+`":`...)
	case w.json:
		return append(b, `,"`+name+`":`...)
	case i > 0:
		return append(b, ',')
	}
	return b
}

// score writes a score exactly, not through a float.
func (w *Writer) score(b []byte, s problem.Score) []byte {
	if w.objective.Float {
		return w.number(b, w.objective.Value(s))
	}
	return append(b, w.objective.Format(s)...)
}

// number writes a float; JSON has no NaN and no infinity.
func (w *Writer) number(b []byte, f float64) []byte {
	if w.json && (math.IsNaN(f) || math.IsInf(f, 0)) {
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
