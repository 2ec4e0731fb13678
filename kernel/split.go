package kernel

import (
	"slices"
	"strings"
)

// Piece is a program of one kernel.
type Piece struct {
	Kernel string
	Source Source
}

// Split makes a program for each kernel, which has all the rest of the source but the
// other kernels: compilers take most of their time for kernels, and can work on several
// programs at once. Lines keep their numbers. There is one piece, without a name, where
// there is one kernel or where the text is not as the dialect is written: a kernel
// begins a line with KERNEL, and its last line is a brace alone.
func (s Source) Split() []Piece {
	whole := []Piece{{Source: s}}
	var names []string
	lines := make([][]string, len(s.Parts))
	owners := make([][]int, len(s.Parts)) // by line: the kernel, counted from 1, or 0
	for p, part := range s.Parts {
		lines[p] = strings.SplitAfter(part.Text, "\n")
		owners[p] = make([]int, len(lines[p]))
		open, depth := 0, 0
		for i, line := range lines[p] {
			if strings.HasPrefix(line, "KERNEL") && open == 0 {
				name := kernelName(line)
				if name == "" {
					return whole
				}
				// Of one name there are several under different conditions.
				at := slices.Index(names, name)
				if at < 0 {
					at, names = len(names), append(names, name)
				}
				open, depth = at+1, 0
			}
			if owners[p][i] = open; open == 0 {
				continue
			}
			switch directive := strings.TrimSpace(line); {
			case strings.HasPrefix(directive, "#if"):
				depth++
			case strings.HasPrefix(directive, "#endif"):
				depth--
			}
			if strings.TrimRight(line, "\n") == "}" {
				if depth != 0 { // a condition begins in it and ends elsewhere
					return whole
				}
				open = 0
			}
			if depth < 0 {
				return whole
			}
		}
		if open != 0 {
			return whole
		}
	}
	if len(names) < 2 {
		return whole
	}
	pieces := make([]Piece, len(names))
	for k := range names {
		own := s
		own.Parts = make([]Part, len(s.Parts))
		for p, part := range s.Parts {
			var b strings.Builder
			for i, line := range lines[p] {
				if owner := owners[p][i]; owner == 0 || owner == k+1 {
					b.WriteString(line)
				} else {
					b.WriteString("\n")
				}
			}
			own.Parts[p] = Part{part.Name, b.String()}
		}
		pieces[k] = Piece{names[k], own}
	}
	return pieces
}

// kernelName is the name in the first line of a kernel, or "".
func kernelName(line string) string {
	head, _, found := strings.Cut(line, "(")
	if strings.HasPrefix(line, "KERNEL_FOR(") {
		_, rest, _ := strings.Cut(line, ")")
		head, _, found = strings.Cut(rest, "(")
		head = "KERNEL" + head
	}
	words := strings.Fields(head)
	if !found || len(words) != 3 || words[0] != "KERNEL" || words[1] != "void" {
		return ""
	}
	return words[2]
}
