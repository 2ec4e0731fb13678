package input

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
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
		d, err := Decompress(os.Stdin)
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		return d, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: is a folder, not a file; name the files in it", name)
	}
	d, err := Decompress(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &file{d, f}, nil
}

// file is a decoder together with what has to be closed under it.
type file struct {
	io.ReadCloser
	under io.Closer
}

func (f *file) Close() error { return errors.Join(f.ReadCloser.Close(), f.under.Close()) }

// formats are told by their first bytes.
var formats = []struct {
	magic, name string
	open        func(io.Reader) (io.ReadCloser, error)
}{
	{"\x1f\x8b", "gzip", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"BZh", "bzip2", func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(r)), nil }},
	{"\xfd7zXZ\x00", "xz", func(r io.Reader) (io.ReadCloser, error) {
		d, err := xz.NewReader(bufio.NewReader(&footed{r: r}))
		return io.NopCloser(d), err
	}},
	{"\x28\xb5\x2f\xfd", "zstd", func(r io.Reader) (io.ReadCloser, error) {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}},
}

// footed is an xz file that ends well only behind the footer of a stream; the decoder
// takes any end between two blocks for the right one.
type footed struct {
	r     io.Reader
	last  []byte // as many as a footer has, without the zeros that may come after it
	zeros int
}

const footerBytes = 12 // the checksum of the next six, these, and "YZ"

func (f *footed) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	seen := append(append(f.last, make([]byte, min(f.zeros, footerBytes))...), p[:n]...)
	f.last = bytes.TrimRight(seen, "\x00")
	f.zeros = len(seen) - len(f.last)
	f.last = f.last[max(0, len(f.last)-footerBytes):]
	if err == io.EOF && (len(f.last) < footerBytes || string(f.last[10:]) != "YZ" ||
		binary.LittleEndian.Uint32(f.last) != crc32.ChecksumIEEE(f.last[4:10])) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// decoder keeps its first error: after one, xz says that the file has ended, and who
// looked at the first bytes would read the rest of a damaged file as a whole one.
type decoder struct {
	io.ReadCloser
	err error
}

func (d *decoder) Read(p []byte) (n int, err error) {
	if d.err == nil {
		n, d.err = d.ReadCloser.Read(p)
	}
	return n, d.err
}

// Decompress recognizes a compressed stream by its first bytes and returns
// what is inside; anything else comes back as it is, without a byte order mark.
// Close releases the decoder, and leaves the stream open.
func Decompress(r io.Reader) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	head, err := b.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for _, f := range formats {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			d, err := f.open(b)
			if err != nil {
				return nil, fmt.Errorf("damaged %s file: %w", f.name, err)
			}
			return &decoder{ReadCloser: d}, nil
		}
	}
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) { // which some editors put before all text
		_, err = b.Discard(3)
		return io.NopCloser(b), err
	}
	return io.NopCloser(b), nil
}
