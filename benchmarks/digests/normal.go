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
	"strings"
)

// digest is enough of a SHA-256 to tell contents apart.
func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// answers normalizes what --json printed: instances without folders, and nothing
// about times, devices and versions, nor the fields that are left out. The objects
// are returned too.
func answers(printed []byte, without ...string) (text []byte, list []map[string]any, err error) {
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
		object = normal(object)
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

// normal normalizes an object, and those in it.
func normal(object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for key, x := range object {
		if !strings.HasSuffix(key, "seconds") && key != "device" && key != "device_name" && key != "version" {
			out[key] = element(key, x)
		}
	}
	return out
}

// element normalizes what a key of an answer has.
func element(key string, x any) any {
	switch x := x.(type) {
	case string:
		if key == "instance" {
			return filepath.Base(x)
		}
	case map[string]any:
		return normal(x)
	case []any:
		list := make([]any, len(x))
		for i, y := range x {
			list[i] = element("", y)
		}
		return list
	}
	return x
}

// table normalizes a trace or an export in CSV: it has no columns of times and devices.
func table(text []byte) ([]byte, error) {
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
	for _, row := range rows {
		var kept []string
		for i, cell := range row {
			if head[i] != "seconds" && head[i] != "device" {
				kept = append(kept, cell)
			}
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
func sections(c *checkpoint) (map[string]string, error) {
	head := maps.Clone(c.header)
	delete(head, "map")
	text, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	out := map[string]string{"(header)": digest(text)}
	for name, content := range c.sections {
		out[name] = digest(content)
	}
	return out, nil
}
