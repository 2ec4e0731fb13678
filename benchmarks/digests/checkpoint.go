package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

// checkpoint is what a checkpoint file holds. The reader is the tool's own, so
// that files from before and after a change of the library are read alike.
type checkpoint struct {
	header   map[string]any
	sections map[string][]byte
}

const magic = "WARBLERC"

var errCutOff = errors.New("checkpoint: the file is cut off")

// readCheckpoint reads a checkpoint file: magic, version, header, sections and
// a SHA-256 of all of them. It accepts any version that has this layout.
func readCheckpoint(file []byte) (*checkpoint, error) {
	if !bytes.HasPrefix(file, []byte(magic)) {
		return nil, errors.New("checkpoint: this file is no checkpoint")
	}
	if len(file) < len(magic)+sha256.Size {
		return nil, errCutOff
	}
	body, sum := file[:len(file)-sha256.Size], file[len(file)-sha256.Size:]
	in := &reader{rest: body[len(magic):]}
	in.uint(4) // the version
	header := in.bytes(in.uint(4))
	c := &checkpoint{sections: make(map[string][]byte)}
	for count := in.uint(4); count > 0 && in.err == nil; count-- {
		name := string(in.bytes(in.uint(2)))
		if _, twice := c.sections[name]; twice {
			return nil, fmt.Errorf("checkpoint: section %s is there twice", name)
		}
		c.sections[name] = in.bytes(in.uint(8))
	}
	switch found := sha256.Sum256(body); {
	case in.err != nil:
		return nil, in.err
	case len(in.rest) > 0:
		return nil, fmt.Errorf("checkpoint: %d bytes follow the last section", len(in.rest))
	case !bytes.Equal(found[:], sum):
		return nil, errors.New("checkpoint: the checksum is wrong")
	}
	decoder := json.NewDecoder(bytes.NewReader(header))
	decoder.UseNumber()
	if err := decoder.Decode(&c.header); err != nil {
		return nil, fmt.Errorf("checkpoint: the header: %w", err)
	}
	return c, nil
}

// reader takes bytes from the front and keeps the first error.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) bytes(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.rest)) {
		r.err = errCutOff
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) uint(size uint64) uint64 {
	var eight [8]byte
	copy(eight[:], r.bytes(size))
	return binary.LittleEndian.Uint64(eight[:])
}
