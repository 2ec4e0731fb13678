package main

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// part is a section of a checkpoint that a test writes.
type part struct{ name, content string }

// file is a checkpoint file as the command writes it.
func file(version uint32, head string, parts ...part) []byte {
	b := []byte(magic)
	b = binary.LittleEndian.AppendUint32(b, version)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(head)))
	b = append(b, head...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(parts)))
	for _, p := range parts {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(p.name)))
		b = append(b, p.name...)
		b = binary.LittleEndian.AppendUint64(b, uint64(len(p.content)))
		b = append(b, p.content...)
	}
	return sealed(b)
}

// sealed is a body with its checksum.
func sealed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return slices.Concat(body, sum[:])
}

func TestReadCheckpoint(t *testing.T) {
	for _, version := range []uint32{1, 2} {
		c, err := readCheckpoint(file(version, `{"algorithm":"genetic","steps":7}`, part{"best", "abc"}, part{"scores", ""}))
		if err != nil {
			t.Fatal(err)
		}
		if len(c.sections) != 2 || string(c.sections["best"]) != "abc" || len(c.sections["scores"]) != 0 {
			t.Errorf("sections %q", c.sections)
		}
		if c.header["algorithm"] != "genetic" {
			t.Errorf("header %v", c.header)
		}
	}
}

func TestDamagedCheckpoints(t *testing.T) {
	whole := file(1, `{}`, part{"best", "abc"})
	altered := slices.Clone(whole)
	altered[len(altered)-sha256.Size-1]++
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":         {nil, "no checkpoint"},
		"something":     {[]byte("replica,step,evaluations"), "no checkpoint"},
		"start":         {[]byte(magic), "cut off"},
		"half":          {sealed(whole[:len(whole)/2]), "cut off"},
		"altered":       {altered, "checksum"},
		"more":          {sealed(slices.Concat(whole[:len(whole)-sha256.Size], []byte{0})), "1 bytes follow"},
		"twice":         {file(1, `{}`, part{"a", "1"}, part{"a", "2"}), "twice"},
		"broken header": {file(1, `{`), "header"},
	} {
		if _, err := readCheckpoint(c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	for size := range len(whole) {
		if _, err := readCheckpoint(whole[:size]); err == nil {
			t.Errorf("the first %d bytes are taken for a checkpoint", size)
		}
	}
}
