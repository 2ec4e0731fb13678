package search

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
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

	maxHeader   = 1 << 30 // a header larger than this is damage, not data
	maxSections = 1 << 16
)

// Checkpoint is the state of an engine between two steps.
type Checkpoint struct {
	Header   Header
	Sections map[string][]byte
}

// DamagedError is a checkpoint that cannot be read: cut off, altered, or not a
// checkpoint at all.
type DamagedError struct{ Reason string }

func (e *DamagedError) Error() string { return "checkpoint: " + e.Reason }

// VersionError is a checkpoint of another version of Warbler.
type VersionError struct {
	What         string // which version differs
	Found, Known int
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("checkpoint: %s version %d, this program has %d; resume it with the program that wrote it", e.What, e.Found, e.Known)
}

// Write writes the checkpoint. The same checkpoint always gives the same bytes.
func (c *Checkpoint) Write(w io.Writer) error {
	header, err := json.Marshal(c.Header)
	if err != nil {
		return fmt.Errorf("search: a checkpoint's header: %w", err)
	}
	sum := sha256.New()
	buffered := bufio.NewWriterSize(w, 1<<16)
	out := io.MultiWriter(buffered, sum)
	var head bytes.Buffer
	head.WriteString(checkpointMagic)
	head.Write(binary.LittleEndian.AppendUint32(nil, checkpointVersion))
	head.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(header))))
	head.Write(header)
	head.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(c.Sections))))
	if _, err := out.Write(head.Bytes()); err != nil {
		return err
	}
	names := make([]string, 0, len(c.Sections))
	for name := range c.Sections {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		lead := binary.LittleEndian.AppendUint16(nil, uint16(len(name)))
		lead = append(lead, name...)
		lead = binary.LittleEndian.AppendUint64(lead, uint64(len(c.Sections[name])))
		if _, err := out.Write(lead); err != nil {
			return err
		}
		if _, err := out.Write(c.Sections[name]); err != nil {
			return err
		}
	}
	if _, err := buffered.Write(sum.Sum(nil)); err != nil {
		return err
	}
	return buffered.Flush()
}

// ReadCheckpoint reads what Write wrote. A damaged file is a *DamagedError,
// one of another layout or address map a *VersionError.
func ReadCheckpoint(r io.Reader) (*Checkpoint, error) {
	sum := sha256.New()
	source := bufio.NewReaderSize(r, 1<<16)
	in := &checkpointReader{r: io.TeeReader(source, sum)}

	if magic := in.bytes(uint64(len(checkpointMagic))); in.err != nil || string(magic) != checkpointMagic {
		if in.err != nil && !isEnd(in.err) {
			return nil, in.err
		}
		return nil, &DamagedError{"this file is no checkpoint"}
	}
	if version := in.uint(4); in.err == nil && version != checkpointVersion {
		return nil, &VersionError{"file format", int(version), checkpointVersion}
	}
	c := &Checkpoint{Sections: make(map[string][]byte)}
	size := in.uint(4)
	if size > maxHeader {
		return nil, &DamagedError{"the header's length makes no sense"}
	}
	header := in.bytes(size)
	count := in.uint(4)
	if count > maxSections {
		return nil, &DamagedError{"the number of sections makes no sense"}
	}
	for ; count > 0 && in.err == nil; count-- {
		name := string(in.bytes(in.uint(2)))
		c.Sections[name] = in.bytes(in.uint(8))
	}
	want := sum.Sum(nil)
	found := make([]byte, sha256.Size)
	if in.err == nil {
		_, in.err = io.ReadFull(source, found)
	}
	switch {
	case isEnd(in.err):
		return nil, &DamagedError{"the file is cut off"}
	case in.err != nil:
		return nil, in.err
	case !bytes.Equal(want, found):
		return nil, &DamagedError{"the checksum is wrong: the file was altered or damaged"}
	}
	if _, err := source.ReadByte(); !errors.Is(err, io.EOF) {
		return nil, &DamagedError{"there is something behind the end"}
	}
	if err := json.Unmarshal(header, &c.Header); err != nil {
		return nil, &DamagedError{"the header is unreadable: " + err.Error()}
	}
	return c, c.Header.version()
}

func isEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// checkpointReader keeps the first error, so that reading is straight-line.
type checkpointReader struct {
	r   io.Reader
	err error
}

// bytes reads n bytes. The memory grows with what is really there, so that a
// damaged length cannot ask for all of it.
func (c *checkpointReader) bytes(n uint64) []byte {
	if c.err != nil {
		return nil
	}
	if n > 1<<62 {
		c.err = io.ErrUnexpectedEOF
		return nil
	}
	var b bytes.Buffer
	if n <= 1<<20 {
		b.Grow(int(n))
	}
	if _, err := io.CopyN(&b, c.r, int64(n)); err != nil {
		c.err = err
		return nil
	}
	return b.Bytes()
}

func (c *checkpointReader) uint(size uint64) uint64 {
	b := c.bytes(size)
	if c.err != nil {
		return 0
	}
	var eight [8]byte
	copy(eight[:], b)
	return binary.LittleEndian.Uint64(eight[:])
}
