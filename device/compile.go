package device

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/kernel"
)

// NewCompileError wraps a compiler's log: under each message that names a
// place in a part of the source it puts that line of the source.
func NewCompileError(device string, src kernel.Source, log string) *CompileError {
	return &CompileError{Device: device, Source: src.Name, Log: annotate(log, src.Text())}
}

// place finds "part.cl:12:5" (clang) and "part.cl(12)" (NVRTC). Names hold no
// blanks, which keeps prose such as "in file x" out of them.
var place = regexp.MustCompile(`([^\s:()"]+)[:(](\d+)[:)]`)

func annotate(log, text string) string {
	lines := sourceLines(text)
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimRight(log, "\n\x00 "), "\n") {
		b.WriteString(line)
		b.WriteByte('\n')
		for _, m := range place.FindAllStringSubmatch(line, -1) {
			n, _ := strconv.Atoi(m[2])
			if part := lines[m[1]]; n >= 1 && n <= len(part) {
				fmt.Fprintf(&b, "    %s:%d | %s\n", m[1], n, strings.TrimSpace(part[n-1]))
				break
			}
		}
	}
	return b.String()
}

var lineDirective = regexp.MustCompile(`^#line (\d+) "(.*)"$`)

// sourceLines splits an assembled source back into its parts by their #line
// directives.
func sourceLines(text string) map[string][]string {
	out := map[string][]string{}
	part := ""
	for line := range strings.SplitSeq(text, "\n") {
		if m := lineDirective.FindStringSubmatch(line); m != nil {
			part = m[2]
			continue
		}
		if part != "" {
			out[part] = append(out[part], line)
		}
	}
	return out
}
