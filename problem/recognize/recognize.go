// Package recognize tells what a file holds, by its name and its content, and
// reads it with the reader of that kind. It knows every kind of instance that
// has files; what becomes of an instance is its caller's business.
package recognize

import (
	"bufio"
	"bytes"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/problem/tsp"
)

// Found is an instance of one of the kinds that a file can hold; the other
// fields are nil.
type Found struct {
	Formula    *sat.Formula
	Knapsack   *knapsack.Instance
	Assignment *qap.Instance
	Cities     *tsp.Instance
	Graph      *coloring.Graph
}

// Custom reports whether a file's name is that of a problem which its user wrote
// in C. Read does not read those: they are read together with other files.
func Custom(name string) bool { return Extension(name) == ".c" }

// Read reads all instances of a file, whatever they are.
func Read(r io.Reader, name string) (list []Found, err error) {
	text := bufio.NewReaderSize(r, 2*glance)
	switch {
	case holdsGraph(text, name):
		g, err := coloring.Read(text, name)
		return []Found{{Graph: g}}, err
	case holdsCities(text, name):
		q, err := tsp.Read(text, name)
		return []Found{{Cities: q}}, err
	case holdsFormula(text, name):
		f, err := sat.Read(text, name)
		return []Found{{Formula: f}}, err
	case holdsAssignment(text, name):
		q, err := qap.Read(text, name)
		return []Found{{Assignment: q}}, err
	}
	sacks, err := knapsack.Read(text, name)
	for _, s := range sacks {
		list = append(list, Found{Knapsack: s})
	}
	return list, err
}

// glance is how many bytes at the beginning of a file may tell what it is: room
// for a row of the largest matrix.
const glance = 16 << 10

// telling are the extensions that decide what a file is.
var telling = map[string]bool{".cnf": true, ".wcnf": true, ".dat": true, ".col": true, ".tsp": true}

// holdsGraph tells graphs from formulas, which have comments and a p line too, by
// the name or, where that says nothing, by the first line that is no comment.
func holdsGraph(text *bufio.Reader, name string) bool {
	if ext := Extension(name); telling[ext] {
		return ext == ".col"
	}
	head, _ := text.Peek(glance)
	for line := range bytes.Lines(head) {
		words := bytes.Fields(line)
		if len(words) == 0 || string(words[0]) == "c" {
			continue
		}
		if len(words) < 2 || string(words[0]) != "p" {
			return false
		}
		switch string(words[1]) {
		case "edge", "edges", "col":
			return true
		}
		return false
	}
	return false
}

// holdsCities tells files of TSPLIB by the name or, where that says nothing, by
// the keyword that is their first word.
func holdsCities(text *bufio.Reader, name string) bool {
	if ext := Extension(name); telling[ext] {
		return ext == ".tsp"
	}
	head, _ := text.Peek(512)
	words := bytes.Fields(head)
	if len(words) == 0 {
		return false
	}
	key, _, _ := bytes.Cut(words[0], []byte(":"))
	switch string(key) {
	case "NAME", "TYPE", "COMMENT", "DIMENSION", "EDGE_WEIGHT_TYPE":
		return true
	}
	return false
}

// holdsAssignment tells quadratic assignment problems from knapsacks by the name
// or, where that says nothing, by the first two lines: the size alone on the one
// and as many numbers on the other, of which no knapsack has more than three.
func holdsAssignment(text *bufio.Reader, name string) bool {
	if Extension(name) == ".dat" {
		return true
	}
	head, _ := text.Peek(glance)
	first, rest, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	row, _, whole := bytes.Cut(bytes.TrimSpace(rest), []byte("\n"))
	size, err := strconv.Atoi(string(bytes.TrimSpace(first)))
	return whole && err == nil && size > 3 && len(bytes.Fields(row)) == size
}

// holdsFormula tells formulas from knapsacks by the name or, where that says
// nothing, by the first line: a p line, a comment or a hard clause. A formula
// that begins with the weight of a soft clause is a list of numbers like a
// knapsack, and only its name can tell.
func holdsFormula(text *bufio.Reader, name string) bool {
	switch Extension(name) {
	case ".cnf", ".wcnf":
		return true
	}
	head, _ := text.Peek(512)
	line, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	words := bytes.Fields(line)
	if len(words) == 0 {
		return false
	}
	switch string(words[0]) {
	case "c", "h":
		return true
	case "p":
		return len(words) > 1 && (string(words[1]) == "cnf" || string(words[1]) == "wcnf")
	}
	return false
}

// Extension is a file's extension under that of its compression.
func Extension(name string) string {
	ext := strings.ToLower(filepath.Ext(name))
	switch ext {
	case ".gz", ".xz", ".bz2", ".zst":
		return Extension(strings.TrimSuffix(name, filepath.Ext(name)))
	}
	return ext
}
