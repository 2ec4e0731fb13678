package driver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/lazyregexp"
	"github.com/warbler-opt/warbler/kernel"
)

// NewCompileError wraps a compiler's log: under each message that names a
// place in a part of the source it puts that line of the source. A place in the
// text as a whole becomes one in a part.
func NewCompileError(id string, src kernel.Source, log string) *CompileError {
	return &CompileError{Device: id, Source: src.Name, Log: annotate(log, src.Text())}
}

// place finds "part.cl:12:5" (clang) and "part.cl(12)" (NVRTC). Names hold no
// blanks, which keeps prose such as "in file x" out of them.
var place = lazyregexp.New(`([^\s:()"]+)[:(](\d+)[:)]`)

// nameless finds "<kernel>:147:" and ":147:5:". NVIDIA's OpenCL writes such
// places: it ignores #line, and counts the lines of the whole text.
var nameless = lazyregexp.New(`(<\w+>|<program source>|^):(\d+):`)

func annotate(log, text string) string {
	s := splitSource(text)
	lines := strings.Split(strings.TrimRight(log, "\n\x00 "), "\n")
	var b strings.Builder
	for i, line := range lines {
		echo := ""
		if i+1 < len(lines) {
			echo = strings.TrimSpace(lines[i+1])
		}
		line = s.named(line, echo)
		b.WriteString(line)
		b.WriteByte('\n')
		for _, m := range place().FindAllStringSubmatch(line, -1) {
			n, _ := strconv.Atoi(m[2])
			if k := slices.IndexFunc(s, func(at position) bool { return at.part == m[1] && at.line == n }); k >= 0 {
				fmt.Fprintf(&b, "    %s:%d | %s\n", m[1], n, s[k].text)
				break
			}
		}
	}
	return b.String()
}

// pieces is an assembled source: where each line of its text comes from.
type pieces []position

// position is a line of a part, counted from 1; the part is "" for what stands
// before the first and for #line directives.
type position struct {
	part string
	line int
	text string // without the blanks around it
}

var lineDirective = lazyregexp.New(`^#line (\d+) "(.*)"$`)

// splitSource goes by the #line directives.
func splitSource(text string) (s pieces) {
	at := position{}
	for line := range strings.SplitSeq(text, "\n") {
		if m := lineDirective().FindStringSubmatch(line); m != nil {
			at = position{part: m[2]}
			s = append(s, position{})
			continue
		}
		if at.part != "" {
			at.line++
			at.text = strings.TrimSpace(line)
		}
		s = append(s, at)
	}
	return s
}

// named puts the part's name and line into a message that has neither. The line
// of source that compilers print below a message, the echo, decides where it can
// be understood in two ways.
func (s pieces) named(message, echo string) string {
	return nameless().ReplaceAllStringFunc(message, func(found string) string {
		n, err := strconv.Atoi(nameless().FindStringSubmatch(found)[2])
		if err != nil {
			return found
		}
		if at := s.find(n, echo); at.part != "" {
			return fmt.Sprintf("%s:%d:", at.part, at.line)
		}
		return found
	})
}

// find takes n for a line of the whole text, unless the echo says that it is
// one of a part: the compiler then heeded #line and only dropped the name.
func (s pieces) find(n int, echo string) position {
	var at position
	if n >= 1 && n <= len(s) {
		at = s[n-1]
	}
	if echo != "" && at.text != echo {
		if k := slices.IndexFunc(s, func(at position) bool { return at.part != "" && at.line == n && at.text == echo }); k >= 0 {
			return s[k]
		}
	}
	return at
}
