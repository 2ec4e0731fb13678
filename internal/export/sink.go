package export

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"

	"github.com/parquet-go/parquet-go"
)

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
