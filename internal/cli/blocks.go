package cli

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/problem"
)

// header is the line before an answer where there are several: a comment, as answers
// about formulas and graphs have them. verify and --start find an answer by it.
const header = "c "

// head is the name of a task in a header: that of --json, or the file where that is
// another.
func (t *Task) head() string {
	if len(t.Paste) > 0 && t.Paste[0] != "-" && !strings.HasPrefix(t.Instance, t.Paste[0]) {
		return t.Paste[0]
	}
	return t.Instance
}

// headsOf are what the header of an answer about an instance may say; paste names it.
func headsOf(paste []string) []string {
	file := strings.TrimPrefix(paste[0], "./")
	if n := len(paste); n > 1 {
		return []string{file + "#" + paste[n-1]}
	}
	return []string{file, "./" + file, file + "#1"}
}

// answerOf reads the answer with one of some names in its header. Other lines become
// empty ones, so that messages still name the right one. A text with one header or none
// is the answer. Answers about formulas may have comments anywhere.
func (a *App) answerOf(k *problem.Kind, paste []string, r io.Reader, name string) (io.Reader, error) {
	return answerTo(r, name, headsOf(paste), a.specials[k.Name].Proof != nil)
}

func answerTo(r io.Reader, name string, names []string, commented bool) (io.Reader, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if !bytes.HasPrefix(text, []byte(header)) {
		return bytes.NewReader(text), nil
	}
	var heads []string // of the answers that begin with a header
	var all, own strings.Builder
	within, found, content := false, false, true
	for line := range strings.Lines(string(text)) {
		head, comment := strings.CutPrefix(line, header)
		head = strings.TrimSpace(head)
		switch {
		case comment && !found && slices.Contains(names, head):
			within, found = true, true
		case comment && content: // what follows a header may be a comment
			heads, within = append(heads, head), false
		}
		if content = !comment; comment {
			line = "\n"
		}
		if all.WriteString(line); !within {
			line = "\n"
		}
		own.WriteString(line)
	}
	switch {
	case found:
		return strings.NewReader(own.String()), nil
	case len(heads) == 1 || commented:
		return strings.NewReader(all.String()), nil
	}
	return nil, fmt.Errorf("%s: it has answers to %s, and none to %s", name, strings.Join(heads, ", "), names[0])
}
