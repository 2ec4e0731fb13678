package search

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/warbler-opt/warbler/problem"
)

// ContinueTrace is TraceTo for a run that goes on from a checkpoint after so many
// steps: what the file has of those is kept, and what comes behind is not. A file
// that is not there, or has other columns, is made anew.
func ContinueTrace(path string, o problem.Objective, steps int64) (*Trace, error) {
	asJSON, err := TraceFormat(path)
	if err != nil {
		return nil, err
	}
	length, err := traceLength(path, asJSON, steps)
	if errors.Is(err, os.ErrNotExist) || err == nil && length == 0 {
		return TraceTo(path, o)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(length); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if _, err := f.Seek(length, io.SeekStart); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	t := NewTrace(f, o, asJSON)
	t.file, t.headed = f, true
	return t, nil
}

// traceLength is how many bytes of a trace file are of the first steps: a line that
// is not whole ends it, as a kill leaves it.
func traceLength(path string, asJSON bool, steps int64) (length int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	column := -1
	for r := bufio.NewReader(f); ; {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return length, nil
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		if !asJSON && length == 0 {
			names, err := csv.NewReader(bytes.NewReader(line)).Read()
			if column = slices.Index(names, "step"); err != nil || column < 0 {
				return 0, nil
			}
		} else if step, ok := stepOf(line, asJSON, column); !ok || step > steps {
			return length, nil
		}
		length += int64(len(line))
	}
}

// stepOf is the step of a line.
func stepOf(line []byte, asJSON bool, column int) (step int64, ok bool) {
	if asJSON {
		var row struct{ Step *int64 }
		if json.Unmarshal(line, &row) != nil || row.Step == nil {
			return 0, false
		}
		return *row.Step, true
	}
	fields, err := csv.NewReader(bytes.NewReader(line)).Read()
	if err != nil || column >= len(fields) {
		return 0, false
	}
	step, err = strconv.ParseInt(fields[column], 10, 64)
	return step, err == nil
}
