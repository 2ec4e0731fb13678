package export

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/warbler-opt/warbler/internal/experiment"
)

// Format is a way to write rows.
type Format string

// The formats. All have the same columns; JSON Lines also have the kind and the
// options of the problem, and parameters one by one.
const (
	CSV       Format = "csv"
	JSONLines Format = "jsonl"
	Parquet   Format = "parquet"
)

// Campaign is what is exported. It may still be at work; what was finished when
// it was opened is what is written.
type Campaign struct {
	*experiment.Results
	folder string
}

// Open reads the campaign of a folder.
func Open(folder string) (*Campaign, error) {
	r, err := experiment.Open(folder)
	if err != nil {
		return nil, err
	}
	return &Campaign{r, folder}, nil
}

// WriteRuns writes a row for every finished run, in the order of their numbers.
func (c *Campaign) WriteRuns(w io.Writer, f Format) error {
	return writeRows(w, f, runColumns, func(take func(runRow) error) error {
		for _, cell := range c.Cells {
			row := runRow{cellColumns: columnsOf(cell)}
			for _, run := range cell.Runs {
				row.fill(cell, run)
				if err := take(row); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// WriteTraces writes a row for every improvement of every run. It refuses a
// campaign whose plan did not ask for traces.
func (c *Campaign) WriteTraces(w io.Writer, f Format) error {
	switch err := experiment.EachTrace(c.folder, func(int, []experiment.Point) error { return errEnough }); {
	case err == nil && c.Done() > 0:
		return &experiment.FolderError{Folder: c.folder, Reason: "the campaign has no traces; its plan needs trace = true"}
	case err != nil && !errors.Is(err, errEnough):
		return err
	}
	return writeRows(w, f, traceColumns, func(take func(traceRow) error) error {
		runs := map[int]*experiment.Cell{} // the finished ones
		for _, cell := range c.Cells {
			for _, run := range cell.Runs {
				runs[run.Number] = cell
			}
		}
		var row traceRow
		var of *experiment.Cell
		return experiment.EachTrace(c.folder, func(run int, t []experiment.Point) error {
			cell := runs[run]
			if cell == nil { // finished after Open
				return nil
			}
			if cell != of {
				of, row = cell, traceRow{cellColumns: columnsOf(cell)}
			}
			for _, p := range t {
				row.fill(cell, run, c.Seeds.At(run%c.Seeds.Count), p)
				if err := take(row); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

var errEnough = errors.New("no more is wanted")

// writeRows writes all rows that each hands over.
func writeRows[T row](w io.Writer, f Format, columns []string, each source[T]) error {
	switch f {
	case CSV:
		return writeCSV(w, columns, each)
	case JSONLines:
		return writeJSON(w, each)
	case Parquet:
		return writeParquet(w, each)
	}
	return fmt.Errorf("export: there is no format %q; there are %s, %s, %s", f, CSV, JSONLines, Parquet)
}

// source hands rows over, until there are no more or they are not taken.
type source[T row] func(take func(T) error) error

func writeCSV[T row](w io.Writer, columns []string, each source[T]) error {
	s := csv.NewWriter(w)
	_ = s.Write(columns) // Error tells
	if err := each(func(r T) error { return s.Write(r.fields()) }); err != nil {
		return err
	}
	s.Flush()
	return s.Error()
}

func writeJSON[T row](w io.Writer, each source[T]) error {
	b := bufio.NewWriter(w)
	lines := json.NewEncoder(b)
	if err := each(func(r T) error { return lines.Encode(r) }); err != nil {
		return err
	}
	return b.Flush()
}

const (
	// parquetBatch is how many rows are handed to the encoder at once.
	parquetBatch = 1024
	// parquetGroup bounds the rows of a row group, which is kept in memory until it
	// is complete.
	parquetGroup = 1 << 18
)

func writeParquet[T row](w io.Writer, each source[T]) error {
	s := parquet.NewGenericWriter[T](w,
		parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(parquetGroup), parquet.CreatedBy("Warbler", "", ""))
	rows := make([]T, 0, parquetBatch)
	flush := func() error {
		_, err := s.Write(rows)
		rows = rows[:0]
		return err
	}
	err := each(func(r T) error {
		if rows = append(rows, r); len(rows) < parquetBatch {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	return s.Close()
}
