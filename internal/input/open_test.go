package input

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

const sample = "3 50\n60 10\n100 20\n120 30\n"

// bzipped is sample compressed by bzip2; Go has no compressor for it.
var bzipped = []byte("BZh91AY&SYA(\x9b\x09\x00\x00\x0a\xd8\x00\x00\x10@\x00{\x00 \x00\x22\x0fS&\x840 \xbbi\x9d\x1arV\x01Y\xe2\xeeH\xa7\x0a\x12\x08%\x13a ")

func compressed(t *testing.T) map[string][]byte {
	t.Helper()
	var gz, xzs, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	io.WriteString(g, sample)
	g.Close()
	x, err := xz.NewWriter(&xzs)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(x, sample)
	x.Close()
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(z, sample)
	z.Close()
	return map[string][]byte{"plain": []byte(sample), "marked": []byte("\xef\xbb\xbf" + sample), "gzip": gz.Bytes(), "xz": xzs.Bytes(), "zstd": zst.Bytes(), "bzip2": bzipped}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	for name, content := range compressed(t) {
		file := filepath.Join(dir, name) // no telling suffix
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := Open(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := io.ReadAll(r)
		if err != nil || string(got) != sample {
			t.Errorf("%s: read %q, %v", name, got, err)
		}
		if err := r.Close(); err != nil {
			t.Errorf("%s: close: %v", name, err)
		}
	}
}

// A compressed file that is cut short, wherever, is refused, also by who looks at its
// first bytes and then reads on.
func TestDamaged(t *testing.T) {
	for name, content := range compressed(t) {
		if name == "plain" || name == "marked" {
			continue
		}
		for cut := len("\xfd7zXZ\x00"); cut < len(content); cut++ { // with fewer bytes nobody knows the format
			r, err := Decompress(bytes.NewReader(content[:cut]))
			if err != nil {
				continue
			}
			b := bufio.NewReader(r)
			b.Peek(1000) // forgets an error once it is told
			got, err := io.ReadAll(b)
			r.Close()
			if err == nil {
				t.Errorf("%s cut to %d of %d bytes reads as %q", name, cut, len(content), got)
			}
		}
	}
}

// Streams of xz may follow each other, with zeros between and behind them.
func TestPaddedStreams(t *testing.T) {
	one := compressed(t)["xz"]
	padding := make([]byte, 40)
	whole := bytes.NewReader(slices.Concat(one, padding, one, padding))
	for _, under := range []io.Reader{whole, iotest.OneByteReader(whole)} {
		whole.Seek(0, io.SeekStart)
		r, err := Decompress(under)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != sample+sample {
			t.Errorf("%q, %v", got, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
}

func TestOpenStandardInput(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdin
	os.Stdin = r
	defer func() { os.Stdin = old }()
	go func() {
		w.Write(compressed(t)["gzip"])
		w.Close()
	}()
	in, err := Open("-")
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(in)
	if err != nil || string(got) != sample {
		t.Errorf("read %q, %v", got, err)
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Stat(); err != nil {
		t.Errorf("standard input was closed: %v", err)
	}
}
