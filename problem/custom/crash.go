package custom

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
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
func (p *apart) explain(c subprocess.Crash) string {
	f, pc := p.fragment, c.PC
	if c.Signal == "SIGTRAP" && runtime.GOARCH == "amd64" {
		pc-- // it is behind the instruction
	}
	place := f.File
	functions := []string{fitnessName, groupName, severalName, limitName, deltaName, repairName}
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
		text := fmt.Sprintf("%s did not return %s: an endless loop? Its process was ended", what, c.Waited)
		if c.Device == "" {
			text += "; patience = \"5m\" in the header, or --patience 5m, waits longer for one evaluation"
		}
		return text
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

// where is the line of the fragment that a machine address belongs to, and the
// function around it; 0 and "" where it belongs to none. entry is the address of
// warbler_score in the process that had the library.
func (f *fragment) where(entry, pc uint64) (line int, function string) {
	file, err := elf.NewFile(bytes.NewReader(f.Library))
	if err != nil || entry == 0 || pc == 0 {
		return 0, ""
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return 0, ""
	}
	for _, s := range symbols {
		if s.Name == "warbler_score" {
			pc = pc - entry + s.Value
		}
	}
	info, err := file.DWARF()
	if err != nil {
		return 0, ""
	}
	unit, err := info.Reader().SeekPC(pc)
	if err != nil {
		return 0, ""
	}
	lines, err := info.LineReader(unit)
	var row dwarf.LineEntry
	if err != nil || lines == nil || lines.SeekPC(pc, &row) != nil || row.File == nil || !sameFile(row.File.Name, f.File) {
		return 0, ""
	}
	return row.Line, f.outline.functionAt(row.Line)
}

// sameFile compares the compiler's name of a file, which has the folder that it
// worked in before a relative one.
func sameFile(theirs, ours string) bool {
	return theirs == ours || strings.HasSuffix(theirs, "/"+ours)
}
