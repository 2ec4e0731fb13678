package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// digest is enough of a SHA-256 to tell contents apart.
func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// answers normalizes what --json printed: names of the record, instances
// without folders, and nothing about times, devices and versions, nor the
// fields that are left out. The objects are returned too.
func (n names) answers(printed []byte, without ...string) (text []byte, list []map[string]any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(printed))
	decoder.UseNumber()
	var b bytes.Buffer
	for {
		var object map[string]any
		if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, nil, fmt.Errorf("the answer is no JSON: %w", err)
		}
		object = n.answer(object, "")
		for _, key := range without {
			delete(object, key)
		}
		line, err := json.Marshal(object) // sorts the keys
		if err != nil {
			return nil, nil, err
		}
		b.Write(append(line, '\n'))
		list = append(list, object)
	}
	if len(list) == 0 {
		return nil, nil, errors.New("there is no answer")
	}
	return b.Bytes(), list, nil
}

// answer normalizes an object; chosen is the algorithm of what it is a part of.
func (n names) answer(object map[string]any, chosen string) map[string]any {
	out := make(map[string]any, len(object))
	for key, x := range object {
		key = n.toOld(field, "", key)
		switch {
		case strings.HasSuffix(key, "seconds"), key == "device", key == "device_name", key == "version":
			continue
		}
		out[key] = x
	}
	if own, ok := out["algorithm"].(string); ok {
		chosen = n.toOld(algorithm, "", own)
	}
	for key, x := range out {
		out[key] = n.element(key, x, chosen)
	}
	return out
}

// element normalizes what a key of an answer has.
func (n names) element(key string, x any, chosen string) any {
	switch x := x.(type) {
	case string:
		switch key {
		case "instance":
			return filepath.Base(x)
		case "algorithm":
			return chosen
		case "problem":
			return n.toOld(problem, "", x)
		case "status":
			return n.toOld(status, "", x)
		case "options": // of tuning, "-p name=value -p name=value"
			list := pairs(strings.ReplaceAll(x, "-p ", ""), func(key, x string) (string, string) {
				old := n.toOld(parameter, chosen, key)
				return old, n.toOld(value, chosen+"."+old, x)
			})
			return list
		}
	case map[string]any:
		switch key {
		case "parameters", "best", "baseline":
			return n.parameters(chosen, x)
		case "options":
			return n.options(x)
		}
		return n.answer(x, chosen)
	case []any:
		list := make([]any, len(x))
		for i, y := range x {
			list[i] = n.element("", y, chosen)
		}
		return list
	}
	return x
}

// table normalizes a trace or an export in CSV: columns in the record's names,
// and none of times and devices.
func (n names) table(text []byte) ([]byte, error) {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("a table of %d rows", len(rows))
	}
	head := rows[0]
	for i, name := range head {
		head[i] = n.toOld(column, "", name)
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	chosen := slices.Index(head, "algorithm")
	for r, row := range rows {
		if r > 0 && chosen >= 0 {
			row[chosen] = n.toOld(algorithm, "", row[chosen])
		}
		var kept []string
		for i, cell := range row {
			switch {
			case head[i] == "seconds" || head[i] == "device":
				continue
			case r == 0:
			case head[i] == "kind":
				cell = n.toOld(problem, "", cell)
			case head[i] == "status":
				cell = n.toOld(status, "", cell)
			case head[i] == "options":
				cell = pairs(cell, func(key, x string) (string, string) {
					old := n.toOld(flagName, "", key)
					return old, n.toOld(value, old, x)
				})
			case head[i] == "parameters" && chosen >= 0:
				cell = pairs(cell, func(key, x string) (string, string) {
					old := n.toOld(parameter, row[chosen], key)
					return old, n.toOld(value, row[chosen]+"."+old, x)
				})
			}
			kept = append(kept, cell)
		}
		if err := w.Write(kept); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// pairs translates a list "name=value name=value" and sorts it again.
func pairs(list string, translate func(key, x string) (string, string)) string {
	words := strings.Fields(list)
	for i, word := range words {
		if key, x, ok := strings.Cut(word, "="); ok {
			key, x = translate(key, x)
			words[i] = key + "=" + x
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// sections digests a checkpoint: its header, without the version of the map of
// random numbers, and every section by its content.
func (n names) sections(c *checkpoint) (map[string]string, error) {
	head := make(map[string]any, len(c.header))
	for key, x := range c.header {
		head[n.toOld(header, "", key)] = x
	}
	delete(head, "map")
	chosen, _ := head["algorithm"].(string)
	chosen = n.toOld(algorithm, "", chosen)
	head["algorithm"] = chosen
	if s, ok := head["problem"].(string); ok {
		head["problem"] = n.toOld(problem, "", s)
	}
	if values, ok := head["values"].(map[string]any); ok {
		head["values"] = n.parameters(chosen, values)
	}
	text, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	out := map[string]string{"(header)": digest(text)}
	for name, content := range c.sections {
		out[n.toOld(section, chosen, name)] = digest(content)
	}
	return out, nil
}
