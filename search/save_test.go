package search_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/atomicfile"
	"github.com/warbler-opt/warbler/search"
)

// torn fails after half of what it has to write.
type torn struct{}

func (*torn) save(w io.Writer) error {
	if _, err := io.WriteString(w, "half"); err != nil {
		return err
	}
	return errBroken
}

func TestSaver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.ckpt")
	e := &counter{last: 10}
	saver := search.SaveTo(e, path, time.Minute)
	// Reports every quarter of a minute for five minutes make five checkpoints.
	for i := range 21 {
		if err := saver.Observe(search.Progress{Steps: int64(i)}, time.Duration(i)*15*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if e.saves != 5 {
		t.Errorf("%d checkpoints", e.saves)
	}
	// A run's end makes one, but not a second one of the same step.
	saver = search.SaveTo(e, path, time.Hour)
	for range 2 {
		if _, err := search.Run(context.Background(), e, search.Stop{}, saver); err != nil {
			t.Fatal(err)
		}
	}
	if e.saves != 6 {
		t.Errorf("%d checkpoints", e.saves)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "step 10\n" {
		t.Errorf("%q, %v", text, err)
	}
	files, _ := os.ReadDir(filepath.Dir(path))
	if len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}

	e = &counter{last: 10}
	_, err = search.Run(context.Background(), e, search.Stop{}, search.SaveTo(e, filepath.Join(path, "nowhere"), 0))
	if err == nil || e.saves != 0 {
		t.Errorf("a folder that does not exist: %v", err)
	}
}

func TestWriteFileKeepsTheOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := &counter{}
	if err := atomicfile.Write(path, e.Save); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(path, (&torn{}).save); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "step 0\n" {
		t.Errorf("%q", text)
	}
	if err := atomicfile.Write(os.DevNull, e.Save); err != nil {
		t.Error(err)
	}
}
