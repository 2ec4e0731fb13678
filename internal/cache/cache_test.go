package cache

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "when needed")
	t.Setenv("WARBLER_CACHE", dir)
	c := Open()
	key := Key("source", "options")
	if c.Load(key) != nil {
		t.Error("something is in an empty cache")
	}
	payload := []byte("machine code")
	c.Store(key, payload)
	if got := c.Load(key); !bytes.Equal(got, payload) {
		t.Errorf("%q came back", got)
	}
	file := c.path(key)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-1] ^= 1
	for name, damaged := range map[string][]byte{
		"cut": whole[:len(whole)-1], "only a header": whole[:20], "empty": {}, "flipped": flipped, "something else": []byte("hello"),
	} {
		if err := os.WriteFile(file, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		if c.Load(key) != nil {
			t.Errorf("a file that is damaged (%s) was taken", name)
		}
		c.Store(key, payload)
		if !bytes.Equal(c.Load(key), payload) {
			t.Errorf("a file that is damaged (%s) was not replaced", name)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "new-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestKey(t *testing.T) {
	if Key("ab", "c") == Key("a", "bc") || Key("a") == Key("a", "") {
		t.Error("different parts, one key")
	}
}

// TestCacheShared has many writers and readers on one key: a reader sees one
// whole payload or none.
func TestCacheShared(t *testing.T) {
	t.Setenv("WARBLER_CACHE", t.TempDir())
	key := Key("shared")
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			c := Open()
			for range 50 {
				c.Store(key, bytes.Repeat([]byte{byte('a' + w)}, 10_000))
				if got := c.Load(key); len(got) != 10_000 || bytes.Count(got, got[:1]) != len(got) {
					t.Error("a torn payload")
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestCacheWithoutFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"off", filepath.Join(file, "below"), "/proc/nowhere"} {
		t.Setenv("WARBLER_CACHE", dir)
		c := Open()
		c.Store(Key("x"), []byte("y"))
		if c.Load(Key("x")) != nil {
			t.Errorf("%s: something was stored", dir)
		}
	}
}

func TestCacheTrim(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("WARBLER_CACHE", dir)
	foreign := filepath.Join(dir, "keep me")
	if err := os.WriteFile(foreign, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c := Open()
	for i := range mostFiles + 1 {
		c.Store(Key(string(rune(i))), []byte("x"))
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) > mostFiles/2+2 {
		t.Errorf("%d files are left, %v", len(files), err)
	}
	if c.Load(Key(string(rune(mostFiles)))) == nil {
		t.Error("the newest was removed")
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error("a foreign file was removed")
	}
}
