package custom

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/subprocess"
)

// again ends what is said about a child that was to score.
const again = ", while the answer was scored again"

// traps are the signals of mistakes that compiled code looks for itself, by
// architecture: see NATIVE_TRAP in native.h.
var traps = map[string]struct{ division, gene string }{
	"amd64": {"SIGILL", "SIGTRAP"},
	"arm64": {"SIGTRAP", "SIGILL"},
}

// explain says what became of a child, and where.
func (p *Problem) explain(c subprocess.Crash) string {
	f, pc := p.fragment, c.PC
	if c.Signal == "SIGTRAP" && runtime.GOARCH == "amd64" {
		pc-- // it is behind the instruction
	}
	place := f.File
	functions := []string{fitnessName, groupName, deltaName, repairName}
	what := strings.Join(slices.DeleteFunc(functions, func(name string) bool { return !f.has(name) }), " or ")
	if line, in := f.where(c.Entry, pc); line > 0 {
		place = fmt.Sprintf("%s:%d", place, line)
		if in != "" {
			what = in
		}
	}
	if c.Device != "" {
		what += " on " + c.Device
	}
	text := place + ": " + f.cause(c, what)
	if c.Scoring {
		text += again
	}
	return text
}

// cause says what went wrong in what.
func (f *fragment) cause(c subprocess.Crash, what string) string {
	trap := traps[runtime.GOARCH]
	noGene := fmt.Sprintf("%s asks for a gene that is not one of 0 to %d", what, f.Genomes.Length-1)
	switch {
	case c.Hung:
		return fmt.Sprintf("%s did not return %s: an endless loop? Its process was ended", what, c.Waited)
	case c.Memory:
		return "there is not enough memory: fewer genes, members or replicas need less"
	case c.Signal == "SIGFPE", c.Signal != "" && c.Signal == trap.division:
		return "division by zero in " + what
	case c.Signal == "SIGSEGV" || c.Signal == "SIGBUS":
		return what + " reads or writes memory that is not its own: an index outside of an array, a wild pointer, or arrays or a recursion too large for its stack"
	case c.Signal != "" && c.Signal == trap.gene:
		return noGene
	case c.Signal == "SIGILL" || c.Signal == "SIGTRAP":
		return noGene + ", or divides by zero"
	case c.Killed:
		return "the process that ran " + what + " was killed: is the memory full?"
	case c.Signal != "":
		return fmt.Sprintf("the process that ran %s crashed (%s)", what, c.Signal)
	}
	return fmt.Sprintf("the process that ran %s crashed (%s)", what, c.Ending)
}
