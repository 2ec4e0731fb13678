package cache

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// dependent is a payload that holds only while files stay as they are.
type dependent struct {
	Files   map[string]string // stamps by pattern
	Payload []byte
}

// StoreWhile keeps a payload for as long as the files that patterns name stay as they are.
// A file that is missing counts: when it appears, the payload is gone.
func (c Cache) StoreWhile(key string, patterns []string, payload []byte) {
	d := dependent{map[string]string{}, payload}
	for _, p := range patterns {
		d.Files[p] = stamp(p)
	}
	if text, err := json.Marshal(d); err == nil {
		c.Store(key, text)
	}
}

// LoadWhile returns what StoreWhile has kept, or nil when one of the files has changed.
func (c Cache) LoadWhile(key string) []byte {
	var d dependent
	if text := c.Load(key); text == nil || json.Unmarshal(text, &d) != nil {
		return nil
	}
	for pattern, was := range d.Files {
		if stamp(pattern) != was {
			return nil
		}
	}
	return d.Payload
}

// Drop forgets what is kept under the key.
func (c Cache) Drop(key string) {
	if c.dir != "" {
		os.Remove(c.path(key))
	}
}

// stamp says how the files of a pattern are now: by size and time of change, those of
// /proc, which have neither, by content, and devices by their kind.
func stamp(pattern string) string {
	found, _ := filepath.Glob(pattern)
	var b strings.Builder
	for _, path := range found {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			continue
		case strings.HasPrefix(path, "/proc/"):
			text, _ := os.ReadFile(path)
			fmt.Fprintf(&b, "%s %s\n", path, Key(string(text)))
		case info.Mode().IsRegular() || info.IsDir():
			fmt.Fprintf(&b, "%s %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		default:
			fmt.Fprintf(&b, "%s %v\n", path, info.Mode())
		}
	}
	return b.String()
}
