package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// WriteFolder writes everything into a folder, which is made if it is not
// there: report.html, report.md, report.tex, groups.csv, tests.csv, and
// pictures in pictures/, each as .svg and .png. A file is there whole or not at
// all; the first that cannot be written, or the end of ctx, ends it.
func (a *Analysis) WriteFolder(ctx context.Context, dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "pictures"), 0o777); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	type file struct {
		name  string
		write func(io.Writer) error
	}
	files := []file{
		{"report.html", a.HTML}, {"report.md", a.Markdown}, {"report.tex", a.LaTeX}, {"groups.csv", a.CSV}, {"tests.csv", a.TestsCSV},
	}
	for _, p := range a.Pictures() {
		for _, format := range []string{"svg", "png"} {
			files = append(files, file{
				filepath.Join("pictures", p.Name+"."+format), func(w io.Writer) error { return p.Write(w, format) },
			})
		}
	}
	// Most of the time goes into pictures, which have nothing in common.
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	work := make(chan file)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), 8) {
		workers.Go(func() {
			for f := range work {
				if ctx.Err() != nil {
					continue
				}
				if err := writeFile(ctx, filepath.Join(dir, f.name), f.write); err != nil {
					fail(err)
				}
			}
		})
	}
	for _, f := range files {
		work <- f
	}
	close(work)
	workers.Wait()
	return context.Cause(ctx)
}

// writeFile writes a file under another name first, so that a full disk leaves no
// half of it. It need not outlive the power, as atomicfile.Write makes sure of.
func writeFile(ctx context.Context, path string, write func(io.Writer) error) error {
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
