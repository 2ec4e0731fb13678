package cli

import (
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/problem"
)

// Open opens a file, or standard input for "-", decompressed. The second
// Result is the name for messages.
func (a *App) Open(name string) (io.ReadCloser, string, error) {
	if name != "-" {
		f, err := input.Open(name)
		if err == nil {
			return &prompt{f, a.over}, name, nil
		}
		return nil, name, AsUserError(err)
	}
	const stdin = "standard input"
	r, err := input.Decompress(a.In)
	if err != nil {
		return nil, stdin, UserErrorf("%s: %w", stdin, err)
	}
	return &prompt{r, a.over}, stdin, nil
}

// prompt is a file whose reading ends with the command: a large one takes longer than
// somebody waits who has pressed Ctrl-C.
type prompt struct {
	io.ReadCloser
	over func() error
}

func (p *prompt) Read(b []byte) (int, error) {
	if err := p.over(); err != nil {
		return 0, err
	}
	return p.ReadCloser.Read(b)
}

// reader reads all instances of a file, and tells of which kind they are.
type reader func(r io.Reader, name string) (*problem.Kind, []problem.Instance, error)

// Picked is one instance of one file.
type Picked struct {
	Instance problem.Instance
	Kind     *problem.Kind
	Paste    []string // how to name it again
	Seconds  float64  // what reading took
}

// Instances goes through files and what is in them, reading a file when its
// first instance is asked for. number, from 1, picks one of each file; 0 takes
// all. single names flags that allow for one instance only.
func (a *App) Instances(files []string, number int, single []string, read reader) iter.Seq2[*Picked, error] {
	return func(yield func(*Picked, error) bool) {
		for _, name := range files {
			list, err := a.load(name, number, read)
			if err == nil && len(single) > 0 && len(list) > 1 {
				err = UserErrorf("%s has %d instances, but %s is for one; pick it with --instance", name, len(list), strings.Join(single, ", "))
			}
			if err != nil && !yield(nil, AsUserError(err)) {
				return
			}
			for i := 0; i < len(list) && err == nil; i++ {
				if !yield(&list[i], nil) {
					return
				}
			}
		}
	}
}

// UnreadError is a file that there was no time to read.
type UnreadError struct {
	Name string
	err  error
}

func (e *UnreadError) Error() string { return e.Name + ": stopped before it was read" }
func (e *UnreadError) Unwrap() error { return e.err }

func (a *App) load(name string, number int, read reader) ([]Picked, error) {
	began := time.Now()
	r, shown, err := a.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	kind, all, err := read(r, shown)
	if a.over() != nil {
		return nil, &UnreadError{shown, a.over()}
	}
	if err != nil {
		return nil, err
	}
	seconds := time.Since(began).Seconds()
	a.Log.Info("read", "file", shown, "instances", len(all), "took", time.Since(began).Round(time.Microsecond))
	if number > len(all) {
		return nil, UserErrorf("%s: it has %d instances; there is no --instance %d", shown, len(all), number)
	}
	var list []Picked
	for i, instance := range all {
		if number != 0 && number != i+1 {
			continue
		}
		p := Picked{Instance: instance, Kind: kind, Paste: []string{name}, Seconds: seconds}
		if len(name) > 1 && name[0] == '-' { // which would be a flag
			p.Paste[0] = "./" + name
		}
		if len(all) > 1 {
			p.Paste = append(p.Paste, "--instance", strconv.Itoa(i+1))
		}
		list = append(list, p)
	}
	return list, nil
}

// Writable refuses a file that a run could not write in the end; "" is none.
// inPlace says that it is opened under its own name, not put there when it is
// whole. The file itself stays as it is.
func Writable(flag, path string, inPlace bool) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return UserErrorf("%s %s: it is a folder", flag, path)
	case err == nil && !info.Mode().IsRegular():
		return nil // a pipe or a device; opening it may do something
	}
	var f *os.File
	if err == nil && inPlace {
		f, err = os.OpenFile(path, os.O_WRONLY, 0)
	} else if f, err = os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp"); err == nil {
		defer os.Remove(f.Name())
	}
	if err != nil {
		if place, ok := errors.AsType[*fs.PathError](err); ok {
			err = place.Err // it may name the temporary file
		}
		return UserErrorf("%s %s: it cannot be written: %w", flag, path, err)
	}
	return f.Close()
}

// The flags that name files which a command reads and writes.
var (
	readFlags    = []string{"cubes", "params", "resume", "start"}
	writtenFlags = []string{"checkpoint", "emit-cubes", "out", "plot", "proof", "trace"}
)

// named is a file that a command line names.
type named struct {
	how  string // "--out", or nothing for an argument
	path string
}

// distinct refuses a command that would write over a file that it reads, or two
// things into one file. A run may go on writing to the checkpoint that it resumes.
func distinct(c *cobra.Command, args []string) error {
	var read []named
	for _, path := range args {
		read = append(read, named{"", path})
	}
	read = append(read, given(c.Flags(), readFlags)...)
	var written []named
	for _, w := range append(given(c.Flags(), writtenFlags), annotated(c.Flags())...) {
		if w.path == "-" {
			return UserErrorf("%s -: that would be a file of this name; standard output is /dev/stdout", w.how)
		}
		for _, r := range append(read, written...) {
			switch {
			case !oneFile(w.path, r.path), w.how == "--checkpoint" && r.how == "--resume":
			case r.how == "":
				return UserErrorf("%s %s: it is a file that is read; name another one", w.how, w.path)
			default:
				return UserErrorf("%s %s: it is also that of %s; name another one", w.how, w.path, r.how)
			}
		}
		written = append(written, w)
	}
	return nil
}

// given are the files of those flags that are set.
func given(flags *pflag.FlagSet, names []string) (list []named) {
	for _, name := range names {
		if f := flags.Lookup(name); f != nil && f.Value.String() != "" {
			list = append(list, named{"--" + name, f.Value.String()})
		}
	}
	return list
}

// annotated are the files of flags of a problem that name one to be written.
func annotated(flags *pflag.FlagSet) (list []named) {
	flags.VisitAll(func(f *pflag.Flag) {
		if _, ok := f.Annotations[written]; ok && f.Value.String() != "" {
			list = append(list, named{"--" + f.Name, f.Value.String()})
		}
	})
	return list
}

// oneFile reports whether two paths are one file, there or not: but for pipes and
// devices, which nothing is lost in.
func oneFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	switch {
	case errA == nil && errB == nil:
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	case errA == nil || errB == nil:
		return false
	}
	fullA, errA := filepath.Abs(a)
	fullB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && fullA == fullB
}
