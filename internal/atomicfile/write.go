// Package atomicfile writes files that are there whole or not at all.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Write writes a file so that it is either there whole or not at all: into
// a temporary neighbor, to the disk, and then under its name. What is no
// ordinary file, such as /dev/stdout, is written to directly.
func Write(path string, write func(io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	temporary := fmt.Sprintf("%s.%d.tmp", path, os.Getpid())
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temporary)
		}
	}()
	if err = write(f); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = os.Rename(temporary, path); err != nil {
		return err
	}
	// The new name is safe only when its folder is on disk too; where folders
	// cannot be synchronized the system does it in its own time.
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
	return nil
}
