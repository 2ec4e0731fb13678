package cache

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A payload is there as long as the files are what they were: none may change, appear
// or go.
func TestWhile(t *testing.T) {
	t.Setenv("WARBLER_CACHE", t.TempDir())
	c, key, dir := Open(), Key("fact"), t.TempDir()
	file := filepath.Join(dir, "driver.so")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("driver.so", "one")
	for name, change := range map[string]func(){
		"size":     func() { write("driver.so", "three") },
		"time":     func() { os.Chtimes(file, time.Time{}, time.Now().Add(-time.Hour)) },
		"gone":     func() { os.Remove(file) },
		"new":      func() { write("new.icd", "") },
		"replaced": func() { write("other", "one"); os.Rename(filepath.Join(dir, "other"), file) },
		"dropped":  func() { c.Drop(key) },
	} {
		os.Remove(filepath.Join(dir, "new.icd"))
		write("driver.so", "one")
		os.Chtimes(file, time.Time{}, time.Unix(1e9, 0))
		c.StoreWhile(key, []string{file, filepath.Join(dir, "*.icd"), "/proc/version", "/dev/null"}, []byte("payload"))
		if got := string(c.LoadWhile(key)); got != "payload" {
			t.Fatalf("%s: %q is remembered", name, got)
		}
		if change(); c.LoadWhile(key) != nil {
			t.Errorf("%s: it is still remembered", name)
		}
	}
	c.Store(key, []byte("no JSON"))
	if c.LoadWhile(key) != nil {
		t.Error("what is no memory was taken for one")
	}
}
