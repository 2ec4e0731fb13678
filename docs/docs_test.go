// Package docs tests the documentation: every command and every piece of Go in
// it is tried.
//
// A fenced block has a language. sh: its lines are run, one after the other, in
// a folder with the examples. go: a whole program is built and run; anything else
// must stand, word for word, in a Go file that the tests compile. With a file's
// name behind the language the block becomes that file. text, toml and others are
// for reading. What cannot be run here has a comment above it that
// says so: <!-- not run: it needs a GPU -->.
package docs

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// documents are the files that are tested, from the root of the repository.
func documents(t *testing.T) []string {
	t.Helper()
	list := []string{"README.md", "CONTRIBUTING.md", "examples/README.md"}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			list = append(list, "docs/"+filepath.ToSlash(path))
		}
		return err
	})
	if err != nil || len(list) < 6 {
		t.Fatalf("%v, %v", list, err)
	}
	return list
}

var root, _ = filepath.Abs("..")

func TestDocuments(t *testing.T) {
	// go build reads the sources behind the back of go test's cache; looking at
	// the folders here makes a change in them a reason to test again.
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == ".git" || d.Name() == "build") {
			return fs.SkipDir
		}
		return nil
	})
	bin := newTools(t)
	build(t, "./cmd/warbler", filepath.Join(bin, "warbler"))
	ran, left := 0, len(documents(t))
	for _, name := range documents(t) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := parse(name, string(text))
		if err != nil {
			t.Error(err)
		}
		t.Run(name, func(t *testing.T) {
			place := newPlace(t, bin)
			left--
			for _, b := range blocks {
				switch {
				case b.notRun != "":
					t.Logf("%s: not run: %s", b.where, b.notRun)
				case b.file != "":
					if err := os.WriteFile(filepath.Join(place.dir, filepath.Base(b.file)), []byte(b.text), 0o644); err != nil {
						t.Fatal(err)
					}
				case b.language == "sh":
					for _, c := range b.commands() {
						ran++
						place.shell(t, b.where, c)
					}
				case b.language == "go":
					ran++
					place.golang(t, b)
				}
			}
			for _, c := range inline(name, string(text)) {
				ran++
				place.inline(t, c)
			}
		})
	}
	if left == 0 && ran < 60 {
		t.Errorf("only %d things were tried", ran)
	}
}

// build builds a program of the repository.
func build(t *testing.T, path, out string) {
	t.Helper()
	c := exec.Command("go", "build", "-o", out, path)
	c.Dir = root
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", path, err, text)
	}
}

// place is a folder in which commands are run.
type place struct {
	dir  string
	path string // PATH
	help map[string]string
}

// tools stand in for two programs. go run builds in the repository, once, and
// runs here, so that what it writes stays here. make only says what it would do:
// its targets are the tests themselves, or take minutes.
var tools = map[string]string{
	"go": `#!/bin/sh
[ "$1" = run ] || { echo "go $1: not for documents" >&2; exit 1; }
program=$(dirname "$0")/$(echo "$2" | tr / -)
[ "$2" = ./cmd/warbler ] && program=warbler
[ -x "$program" ] || command -v "$program" >/dev/null || (cd '%[1]s' && '%[2]s' build -o "$program" "$2") || exit 1
shift 2
"$program" "$@"
`,
	"make": `#!/bin/sh
exec '%[2]s' -n -C '%[1]s' "$@" >/dev/null
`,
}

// newTools is a folder with them.
func newTools(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	for name, script := range tools {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(bin, name), fmt.Appendf(nil, script, root, real), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

func newPlace(t *testing.T, bin string) *place {
	t.Helper()
	p := &place{dir: t.TempDir(), path: bin + string(os.PathListSeparator) + os.Getenv("PATH"), help: map[string]string{}}
	for _, folder := range []string{"examples", "benchmarks", "docs"} {
		if err := os.Symlink(filepath.Join(root, folder), filepath.Join(p.dir, folder)); err != nil {
			t.Skip(err)
		}
	}
	return p
}

// limit is what a search takes in place of its own --time.
const limit = "--time 300ms"

var timed = regexp.MustCompile(`--time \S+`)

// Exit statuses that are answers: satisfiable, unsatisfiable, optimum.
var answers = []int{0, 10, 20, 30}

// shell runs a command line.
func (p *place) shell(t *testing.T, where, line string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", timed.ReplaceAllString(line, limit))
	c.Dir = p.dir
	began := time.Now()
	defer func() { t.Logf("%v %s", time.Since(began).Round(time.Millisecond), line) }()
	c.Env = append(os.Environ(), "PATH="+p.path)
	out, err := c.CombinedOutput()
	if c.ProcessState == nil || !slices.Contains(answers, c.ProcessState.ExitCode()) {
		t.Errorf("%s: %s: %v\n%s", where, line, err, out)
	}
	return string(out)
}

// golang runs a program, or finds a fragment in a file that is compiled.
func (p *place) golang(t *testing.T, b block) {
	t.Helper()
	if strings.HasPrefix(b.text, "package main\n") {
		file := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(file, []byte(b.text), 0o600); err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(t.TempDir(), "program")
		build(t, file, program)
		if out := p.shell(t, b.where, program); out == "" {
			t.Errorf("%s: the program prints nothing", b.where)
		}
		return
	}
	found := false
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == ".git" || d.Name() == "build") {
			return fs.SkipDir
		}
		if filepath.Ext(path) == ".go" && !found {
			text, err := os.ReadFile(path)
			found = err == nil && strings.Contains(trimmed(string(text)), trimmed(b.text))
		}
		return nil
	})
	if err != nil || !found {
		t.Errorf("%s: no Go file of the repository has these lines (%v):\n%s", b.where, err, b.text)
	}
}

// trimmed is a text without blanks at the ends of lines.
func trimmed(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}

var (
	flag = regexp.MustCompile(`(?:^| )(--[a-z-]+)`)
	name = regexp.MustCompile(`^[a-z][a-z-]*$`)
)

// inline tries a command within a sentence: whole ones are run; of those with
// places to fill in, or that take long, the parts are looked up.
func (p *place) inline(t *testing.T, c command) {
	t.Helper()
	words := strings.Fields(c.line)
	switch {
	case strings.HasPrefix(c.line, "go run ./benchmarks/"):
		if _, err := os.Stat(filepath.Join(root, words[2], "main.go")); err != nil {
			t.Errorf("%s: %s: %v", c.where, c.line, err)
		}
	case words[0] == "go", words[0] == "make":
		p.shell(t, c.where, c.line)
	default:
		path := []string{}
		for _, w := range words[1:] {
			if !name.MatchString(w) {
				break
			}
			path = append(path, w)
		}
		p.lookUp(t, c, path)
	}
}

// lookUp finds a subcommand and its flags in what help prints.
func (p *place) lookUp(t *testing.T, c command, path []string) {
	t.Helper()
	if len(path) > 0 && path[0] == "help" {
		p.shell(t, c.where, "warbler "+strings.Join(path, " "))
		return
	}
	key := strings.Join(path, " ")
	if p.help[key] == "" {
		p.help[key] = p.shell(t, c.where, "warbler "+key+" --help")
	}
	for _, f := range flag.FindAllStringSubmatch(c.line, -1) {
		if !strings.Contains(p.help[key], f[1]+" ") {
			t.Errorf("%s: %s: warbler %s has no %s", c.where, c.line, key, f[1])
		}
	}
}
