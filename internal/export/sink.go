package export

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"

	"github.com/parquet-go/parquet-go"
)

// sink takes rows. Without close the last of them may be missing.
type sink[T row] interface {
	write(T) error
	close() error
}

type csvSink[T row] struct{ *csv.Writer }

func newCSV[T row](w io.Writer, columns []string) sink[T] {
	s := csvSink[T]{csv.NewWriter(w)}
	_ = s.Write(columns) // close tells
	return s
}

func (s csvSink[T]) write(r T) error { return s.Write(r.fields()) }

func (s csvSink[T]) close() error {
	s.Flush()
	return s.Error()
}

type jsonSink[T row] struct {
	buffer *bufio.Writer
	*json.Encoder
}

func newJSON[T row](w io.Writer) sink[T] {
	b := bufio.NewWriter(w)
	return jsonSink[T]{b, json.NewEncoder(b)}
}

func (s jsonSink[T]) write(r T) error { return s.Encode(r) }

func (s jsonSink[T]) close() error { return s.buffer.Flush() }

// parquetBatch is how many rows are handed to the encoder at once.
const parquetBatch = 1024

// parquetGroup bounds the rows of a row group, which is kept in memory until it
// is complete.
const parquetGroup = 1 << 18

type parquetSink[T row] struct {
	writer *parquet.GenericWriter[T]
	rows   []T
}

func newParquet[T row](w io.Writer) sink[T] {
	return &parquetSink[T]{writer: parquet.NewGenericWriter[T](w,
		parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(parquetGroup), parquet.CreatedBy("Warbler", "", ""))}
}

func (s *parquetSink[T]) write(r T) error {
	if s.rows = append(s.rows, r); len(s.rows) < parquetBatch {
		return nil
	}
	return s.flush()
}

func (s *parquetSink[T]) flush() error {
	_, err := s.writer.Write(s.rows)
	s.rows = s.rows[:0]
	return err
}

func (s *parquetSink[T]) close() error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.writer.Close()
}
