// Package cache keeps compiled programs on disk.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// format is part of every key: raising it makes old files unreachable.
const format = "1"

// magic begins every file; the digest of the payload and the payload
// follow.
const magic = "warbler kernel\n"

// mostFiles is how many compiled programs are kept. Each problem shape has its
// own, a few dozen kilobytes, so they would pile up.
const mostFiles = 1000

// Cache keeps compiled programs on disk, in os.UserCacheDir()/warbler or the
// folder that WARBLER_CACHE names ("off": nowhere). Any number of processes may
// share it: a file appears whole by a rename, and one that is damaged is taken
// for missing. Nothing it does can fail a compilation.
type Cache struct{ dir string }

// Open finds the folder; it is made when something is stored.
func Open() Cache {
	switch dir := os.Getenv("WARBLER_CACHE"); dir {
	case "off":
		return Cache{}
	case "":
		base, err := os.UserCacheDir()
		if err != nil {
			return Cache{}
		}
		return Cache{filepath.Join(base, "warbler")}
	default:
		return Cache{dir}
	}
}

// Key names a compiled program by everything that decides its content:
// source text, options, the device's name and architecture, the versions of
// driver and compiler.
func Key(parts ...string) string {
	h := sha256.New()
	for _, p := range append([]string{format}, parts...) {
		fmt.Fprintf(h, "%d\n%s\n", len(p), p) // lengths keep ("ab","c") and ("a","bc") apart
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (c Cache) path(key string) string { return filepath.Join(c.dir, key+".kernel") }

// Load returns what was stored under the key, or nil.
func (c Cache) Load(key string) []byte {
	if c.dir == "" {
		return nil
	}
	file, err := os.ReadFile(c.path(key))
	if err != nil {
		return nil
	}
	body, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok || len(body) <= sha256.Size {
		return nil
	}
	payload := body[sha256.Size:]
	if sum := sha256.Sum256(payload); !bytes.Equal(sum[:], body[:sha256.Size]) {
		return nil
	}
	return bytes.Clone(payload) // aligned: drivers parse it where it lies
}

// Store keeps the payload under the key, replacing what is there.
func (c Cache) Store(key string, payload []byte) {
	if c.dir == "" || len(payload) == 0 {
		return
	}
	if os.MkdirAll(c.dir, 0o755) != nil {
		return
	}
	f, err := os.CreateTemp(c.dir, "new-*")
	if err != nil {
		return
	}
	sum := sha256.Sum256(payload)
	_, err = f.Write(bytes.Join([][]byte{[]byte(magic), sum[:], payload}, nil))
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), c.path(key))
	}
	if err != nil {
		os.Remove(f.Name())
		return
	}
	c.trim()
}

// trim removes the oldest half of the files once there are too many. Another
// process may be doing the same; a file that is gone is simply recompiled.
func (c Cache) trim() {
	entries, err := os.ReadDir(c.dir)
	if err != nil || len(entries) <= mostFiles {
		return
	}
	var files []fs.FileInfo
	for _, e := range entries {
		// Only files of ours: the folder may have been named by hand.
		if !strings.HasSuffix(e.Name(), ".kernel") && !strings.HasPrefix(e.Name(), "new-") {
			continue
		}
		if i, err := e.Info(); err == nil && i.Mode().IsRegular() {
			files = append(files, i)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files[:len(files)/2] {
		os.Remove(filepath.Join(c.dir, f.Name()))
	}
}
