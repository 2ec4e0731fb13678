package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// WriteFolder writes everything into a folder, which is made if it is not
// there: report.html, report.md, report.tex, groups.csv, tests.csv, and
// pictures in pictures/, each as .svg and .png. A file is there whole or not at
// all; the first that cannot be written, or the end of ctx, ends it.
func (a *Analysis) WriteFolder(ctx context.Context, dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "pictures"), 0o777); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	// Most of the time goes into pictures, which have nothing in common.
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(min(runtime.GOMAXPROCS(0), 8))
	write := func(name string, content func(io.Writer) error) {
		work.Go(func() error { return writeFile(ctx, filepath.Join(dir, name), content) })
	}
	write("report.html", a.HTML)
	write("report.md", a.Markdown)
	write("report.tex", a.LaTeX)
	write("groups.csv", a.CSV)
	write("tests.csv", a.TestsCSV)
	for _, p := range a.Pictures() {
		for _, format := range []string{"svg", "png"} {
			write(filepath.Join("pictures", p.Name+"."+format), func(w io.Writer) error { return p.Write(w, format) })
		}
	}
	return work.Wait()
}

// writeFile writes a file under another name first, so that a full disk leaves no
// half of it. It need not outlive the power, as atomicfile.Write makes sure of.
func writeFile(ctx context.Context, path string, write func(io.Writer) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	f, err := os.Create(path + ".tmp")
	if err != nil {
		return err
	}
	if err = errors.Join(write(&prompt{ctx, f}), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// prompt is a file whose writing ends with its context.
type prompt struct {
	ctx context.Context
	w   io.Writer
}

func (p *prompt) Write(b []byte) (int, error) {
	if err := context.Cause(p.ctx); err != nil {
		return 0, err
	}
	return p.w.Write(b)
}
