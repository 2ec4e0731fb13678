package report

import (
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
// pictures in pictures/, each as .svg and .png.
func (a *Analysis) WriteFolder(dir string) error {
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
	work := make(chan file)
	failures := make([]error, min(runtime.GOMAXPROCS(0), 8))
	var workers sync.WaitGroup
	for i := range failures {
		workers.Go(func() {
			for f := range work {
				failures[i] = errors.Join(failures[i], writeFile(filepath.Join(dir, f.name), f.write))
			}
		})
	}
	for _, f := range files {
		work <- f
	}
	close(work)
	workers.Wait()
	return errors.Join(failures...)
}

func writeFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	defer func() {
		if e := f.Close(); e != nil && err == nil {
			err = fmt.Errorf("report: %w", e)
		}
	}()
	if err := write(f); err != nil {
		return fmt.Errorf("report: %s: %w", filepath.Base(path), err)
	}
	return nil
}
