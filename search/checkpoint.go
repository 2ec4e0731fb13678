package search

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// A checkpoint file, all numbers little-endian:
//
//	8 bytes   "WARBLERC"
//	uint32    the version of this layout
//	uint32    length of the header, and the header as JSON
//	uint32    number of sections, sorted by name, each:
//	          uint16 length and name, uint64 length and content
//	32 bytes  SHA-256 of all the above
//
// What a section holds is the engine's business; nothing in a file depends on
// the device or the number of threads that wrote it.
const (
	checkpointMagic   = "WARBLERC"
	checkpointVersion = 1
)

// Checkpoint is the state of an engine between two steps.
type Checkpoint struct {
	Header   Header
	Sections map[string][]byte
}

// CheckpointError is a checkpoint that an engine cannot go on from: it is damaged, or
// of another version of Warbler, or of another run.
type CheckpointError struct{ Reason string }

func (e *CheckpointError) Error() string { return "checkpoint: " + e.Reason }

// versionError is the error of a file from another version of Warbler.
func versionError(what string, found, known int) error {
	return &CheckpointError{fmt.Sprintf("%s version %d, this program has %d; resume it with the program that wrote it", what, found, known)}
}

// Write writes the checkpoint. The same checkpoint always gives the same bytes.
func (c *Checkpoint) Write(w io.Writer) error {
	header, err := json.Marshal(c.Header)
	if err != nil {
		return fmt.Errorf("search: a checkpoint's header: %w", err)
	}
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16) // it keeps the first error
	out.WriteString(checkpointMagic)
	out.Write(binary.LittleEndian.AppendUint32(nil, checkpointVersion))
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(header))))
	out.Write(header)
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(c.Sections))))
	for _, name := range slices.Sorted(maps.Keys(c.Sections)) {
		out.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(name))))
		out.WriteString(name)
		out.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(c.Sections[name]))))
		out.Write(c.Sections[name])
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// ReadCheckpoint reads what Write wrote. A file that is damaged, or of another layout
// or address map, is a *CheckpointError.
func ReadCheckpoint(r io.Reader) (*Checkpoint, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	in := &checkpointReader{rest: all}
	if string(in.bytes(uint64(len(checkpointMagic)))) != checkpointMagic {
		return nil, &CheckpointError{"this file is no checkpoint"}
	}
	if version := in.uint(4); !in.cut && version != checkpointVersion {
		return nil, versionError("file format", int(version), checkpointVersion)
	}
	c := &Checkpoint{Sections: make(map[string][]byte)}
	header := in.bytes(in.uint(4))
	for count := in.uint(4); count > 0 && !in.cut; count-- {
		name := string(in.bytes(in.uint(2)))
		c.Sections[name] = in.bytes(in.uint(8))
	}
	want := sha256.Sum256(all[:len(all)-len(in.rest)])
	found := in.bytes(sha256.Size)
	switch {
	case in.cut:
		return nil, &CheckpointError{"the file is cut off"}
	case !bytes.Equal(want[:], found):
		return nil, &CheckpointError{"the checksum is wrong: the file was altered or damaged"}
	case len(in.rest) > 0:
		return nil, &CheckpointError{"there is something behind the end"}
	}
	if err := json.Unmarshal(header, &c.Header); err != nil {
		return nil, &CheckpointError{"the header is unreadable: " + err.Error()}
	}
	return c, c.Header.version()
}

// checkpointReader remembers that something was missing, so that reading is
// straight-line.
type checkpointReader struct {
	rest []byte
	cut  bool
}

func (c *checkpointReader) bytes(n uint64) []byte {
	if c.cut = c.cut || n > uint64(len(c.rest)); c.cut {
		return nil
	}
	b := c.rest[:n:n]
	c.rest = c.rest[n:]
	return b
}

func (c *checkpointReader) uint(size uint64) uint64 {
	var eight [8]byte
	copy(eight[:], c.bytes(size))
	return binary.LittleEndian.Uint64(eight[:])
}
