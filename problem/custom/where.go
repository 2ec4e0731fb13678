package custom

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"strings"
)

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
