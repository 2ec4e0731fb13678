package docs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// block is a fenced block of a document.
type block struct {
	where    string // "README.md:15"
	language string
	file     string // to write it to, or ""
	text     string
	notRun   string // why, or ""
}

var marker = regexp.MustCompile(`^<!-- not run: (.+) -->$`)

// languages are those that a block may have.
var languages = []string{"sh", "go", "toml", "c", "text"}

// parse finds the blocks of a document. A block without a language is an error,
// and so is a marker without a block: both would hide something.
func parse(name, text string) (blocks []block, err error) {
	var open *block
	why := ""
	for i, line := range strings.Split(text, "\n") {
		where := fmt.Sprintf("%s:%d", name, i+1)
		fence, fenced := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case open != nil && fenced:
			blocks = append(blocks, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		case fenced:
			fence, file, _ := strings.Cut(fence, " ")
			open = &block{where: where, language: fence, file: file, notRun: why}
			if !slices.Contains(languages, fence) {
				return blocks, fmt.Errorf("%s: a block has one of the languages %s, not %q", where, strings.Join(languages, ", "), fence)
			}
			why = ""
		case why != "":
			return blocks, fmt.Errorf("%s: a block follows a line that says why it is not run", where)
		default:
			if m := marker.FindStringSubmatch(line); m != nil {
				why = m[1]
			}
		}
	}
	if open != nil || why != "" {
		return blocks, fmt.Errorf("%s: its last block does not end", name)
	}
	return blocks, nil
}

// commands are the command lines of a block; a backslash joins two lines.
func (b block) commands() []string {
	var list []string
	for line := range strings.Lines(strings.ReplaceAll(b.text, "\\\n", " ")) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

// command is a command line within a sentence.
type command struct{ where, line string }

var span = regexp.MustCompile("`((?:warbler|go run|make) [^`]+)`")

// inline finds the commands within sentences.
func inline(name, text string) (list []command) {
	fenced := false
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if fenced {
			continue
		}
		for _, m := range span.FindAllStringSubmatch(line, -1) {
			list = append(list, command{fmt.Sprintf("%s:%d", name, i+1), m[1]})
		}
	}
	return list
}

func TestParse(t *testing.T) {
	blocks, err := parse("x.md", "a\n```sh\nls \\\n  -l # all\n\n# why\npwd\n```\nb `make it` c\n<!-- not run: it is slow -->\n```go\nx\n```\n```c f.c\ny\n```\n")
	want := []block{{"x.md:2", "sh", "", "ls \\\n  -l # all\n\n# why\npwd\n", ""}, {"x.md:11", "go", "", "x\n", "it is slow"}, {"x.md:14", "c", "f.c", "y\n", ""}}
	if err != nil || !slices.Equal(blocks, want) {
		t.Errorf("%+v, %v", blocks, err)
	}
	if got := blocks[0].commands(); !slices.Equal(got, []string{"ls    -l # all", "pwd"}) {
		t.Errorf("%q", got)
	}
	if got := inline("x.md", "```sh\n`make no`\n```\n`make it`, `warbler help x`, `go fmt`"); len(got) != 2 || got[0] != (command{"x.md:4", "make it"}) {
		t.Errorf("%q", got)
	}
	for _, text := range []string{"```\nls\n```\n", "```sh\nls\n", "<!-- not run: why -->\nls\n", "<!-- not run: why -->"} {
		if _, err := parse("x.md", text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}
