package cli

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

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
