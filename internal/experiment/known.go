package experiment

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/document"
)

// knownKey is where a plan has the best known value of a problem or, at its top, the file
// that has those of many.
const knownKey = "best-known"

// knownValues are the best known values of a file, by the names of problems.
type knownValues struct {
	*document.Table
	values map[string]string
}

// readKnown reads the file of best known values that a plan names: a name and a value on
// each line, with blanks, a comma, a colon or an equals sign between them. Lines that
// begin with # are left out.
func readKnown(root *document.Table, open func(name string) ([]byte, error)) knownValues {
	k := knownValues{root, map[string]string{}}
	name := root.Text(knownKey)
	if name == "" || root.Err() != nil {
		return k
	}
	content, err := open(name)
	if err != nil {
		root.Fail(knownKey, err)
		return k
	}
	if k.values, err = parseKnown(content); err != nil {
		root.Fail(knownKey, fmt.Errorf("%s:%w", name, err))
	}
	return k
}

func parseKnown(content []byte) (map[string]string, error) {
	values := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		at := strings.LastIndexAny(line, " \t,:=")
		if at < 0 {
			return nil, fmt.Errorf("%d: a line has a name and a value, as berlin52 7542", n)
		}
		name := strings.TrimRight(line[:at], " \t,:=")
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("%d: %s is there already", n, name)
		}
		values[name] = line[at+1:]
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf(" %w", err)
	}
	return values, nil
}

// apply gives every cell its best known value: what is written with the problem goes
// before the file.
func (p *Plan) apply(known knownValues) {
	for _, c := range p.Cells {
		at, key, text := c.on.Place, knownKey, ""
		if at.Has(knownKey) {
			text, _ = document.Scalar(at.Values[knownKey])
		} else if text = known.values[c.Problem]; text == "" {
			continue
		} else {
			at = known.Table
		}
		score, err := answer.ParseScore(c.Objective, text)
		if err != nil {
			at.Failf(key, "%q for %s: %w", text, c.Problem, err)
			return
		}
		c.Known = &score
	}
}
