package input

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// maxWindow bounds the memory that a zstd file can make its decoder claim; it is
// what zstd itself accepts without being asked for more. The other formats
// touch no more memory than they have content.
const maxWindow = 128 << 20

// Open opens a file for reading, decompressed when it is compressed with gzip,
// bzip2, xz or zstd. The content decides, not the name. "-" is standard input,
// which Close leaves open.
func Open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return open(os.Stdin, func() error { return nil }, "standard input")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: is a folder, not a file; name the files in it", name)
	}
	return open(f, f.Close, name)
}

func open(r io.Reader, closeFile func() error, name string) (io.ReadCloser, error) {
	d, closeDecoder, err := Decompress(r)
	if err != nil {
		closeFile()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &file{d, func() error {
		closeDecoder()
		return closeFile()
	}}, nil
}

// file is a decoder together with what has to be closed under it.
type file struct {
	io.Reader
	close func() error
}

func (f *file) Close() error { return f.close() }

// Decompress recognizes a compressed stream by its first bytes and returns
// what is inside; anything else comes back as it is, without a byte order mark. The function it returns
// releases the decoder.
func Decompress(r io.Reader) (io.Reader, func(), error) {
	b := bufio.NewReaderSize(r, 64<<10)
	head, err := b.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	nothing := func() {}
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		d, err := gzip.NewReader(b)
		if err != nil {
			return nil, nil, fmt.Errorf("damaged gzip file: %w", err)
		}
		return d, nothing, nil
	case bytes.HasPrefix(head, []byte("BZh")):
		return bzip2.NewReader(b), nothing, nil
	case bytes.HasPrefix(head, []byte("\xfd7zXZ\x00")):
		d, err := xz.NewReader(b)
		if err != nil {
			return nil, nil, fmt.Errorf("damaged xz file: %w", err)
		}
		return d, nothing, nil
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		d, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, fmt.Errorf("damaged zstd file: %w", err)
		}
		return d, d.Close, nil
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")): // which some editors put before all text
		_, err := b.Discard(3)
		return b, nothing, err
	}
	return b, nothing, nil
}
