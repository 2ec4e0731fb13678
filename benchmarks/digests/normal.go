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
	"maps"
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

// unrecorded are the keys that say where and by what an answer was found, or came after
// the record and say again what others do.
var unrecorded = []string{"device", "device_name", "version", "value", "statistics"}

// answer normalizes an object; chosen is the algorithm of what it is a part of.
func (n names) answer(object map[string]any, chosen string) map[string]any {
	if own, ok := object["algorithm"].(string); ok {
		chosen = own
	}
	out := make(map[string]any, len(object))
	for key, x := range object {
		if !strings.HasSuffix(key, "seconds") && !slices.Contains(unrecorded, key) {
			out[key] = n.element(key, x, chosen)
		}
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
		case "options": // of tuning, "-p name=value -p name=value"
			return n.oldPairs(chosen, strings.ReplaceAll(x, "-p ", ""))
		}
	case map[string]any:
		switch key {
		case "parameters", "best", "baseline":
			return n.oldParameters(chosen, x)
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

// table normalizes a trace or an export in CSV: parameters in the record's names,
// and no columns of times and devices.
func (n names) table(text []byte) ([]byte, error) {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("a table of %d rows", len(rows))
	}
	head := rows[0]
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	chosen := slices.Index(head, "algorithm")
	for r, row := range rows {
		var kept []string
		for i, cell := range row {
			switch {
			case head[i] == "seconds" || head[i] == "device":
				continue
			case r > 0 && head[i] == "parameters" && chosen >= 0:
				cell = n.oldPairs(row[chosen], cell)
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

// sections digests a checkpoint: its header, without the version of the map of
// random numbers, and every section by its content.
func (n names) sections(c *checkpoint) (map[string]string, error) {
	head := maps.Clone(c.header)
	delete(head, "map")
	chosen, _ := head["algorithm"].(string)
	if values, ok := head["values"].(map[string]any); ok {
		head["values"] = n.oldParameters(chosen, values)
	}
	text, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	out := map[string]string{"(header)": digest(text)}
	for name, content := range c.sections {
		out[n.toOld(chosen+"/", name)] = digest(content)
	}
	return out, nil
}
