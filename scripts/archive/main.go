// Command archive compresses and decompresses files with Zstandard, for bundles
// that go to machines which may not have it.
//
//	archive -c < bundle.tar > bundle.tar.zst
//	archive -d < bundle.tar.zst > bundle.tar
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "archive:", err)
		os.Exit(1)
	}
}

// window is how far back repetitions are found: the programs of a bundle have
// much in common.
const window = 512 << 20

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 1 {
		return errors.New("one of -c and -d says what to do")
	}
	buffered := bufio.NewWriterSize(out, 1<<20)
	switch args[0] {
	case "-c":
		w, err := zstd.NewWriter(buffered, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(window))
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, in); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
	case "-d":
		r, err := zstd.NewReader(in, zstd.WithDecoderMaxWindow(window))
		if err != nil {
			return err
		}
		defer r.Close()
		if _, err := io.Copy(buffered, r); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%s: -c compresses, -d decompresses", args[0])
	}
	return buffered.Flush()
}
