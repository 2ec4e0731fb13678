package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// The record is a file of JSON objects, one on each line: a heading, the
// inputs, the cases.

// heading says what a record is of.
type heading struct {
	Warbler string   `json:"warbler"` // what "warbler version" printed
	Devices []string `json:"devices"` // where all runs were made and compared
	Cases   int      `json:"cases"`
	Runs    int      `json:"runs"`
}

// input is a file that cases read.
type input struct {
	File   string `json:"file"`
	From   string `json:"from"` // "generate …", "example …", or "input", which is one of this tool's
	Digest string `json:"digest"`
}

// testCase is one search, and what came of it on all places.
type testCase struct {
	Name string `json:"name"`
	// Run are command lines, one after the other; what the last one prints is
	// the answer. @device is where the run is made, @other another place, and
	// @name a file in the run's own folder.
	Run    []string `json:"run"`
	Output string   `json:"output"` // json, csv or text
	On     []string `json:"on"`     // cpu/1, cpu/7, device
	// Without says what is left out, and why: answer, answer.FIELD, trace, or
	// the name of a section.
	Without map[string]string `json:"without,omitempty"`
	digests
}

// digests are what came of a run.
type digests struct {
	Exit       int               `json:"exit,omitempty"`  // the exit status of the last command
	Shows      string            `json:"shows,omitempty"` // a summary of the answer, for readers
	Answer     string            `json:"answer"`
	Trace      string            `json:"trace,omitempty"`
	Checkpoint map[string]string `json:"checkpoint,omitempty"` // for each section, and (header)
}

type record struct {
	heading heading
	inputs  []input
	cases   []*testCase
}

func (r *record) write(path string) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	lines := []any{r.heading}
	for _, in := range r.inputs {
		lines = append(lines, in)
	}
	for _, c := range r.cases {
		lines = append(lines, c)
	}
	for _, line := range lines {
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

func readRecord(path string) (*record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := &record{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		var kind struct{ Warbler, File, Name string }
		err := json.Unmarshal(lines.Bytes(), &kind)
		switch {
		case err != nil:
		case kind.Warbler != "":
			err = json.Unmarshal(lines.Bytes(), &r.heading)
		case kind.File != "":
			var in input
			err = json.Unmarshal(lines.Bytes(), &in)
			r.inputs = append(r.inputs, in)
		case kind.Name != "":
			c := &testCase{}
			err = json.Unmarshal(lines.Bytes(), c)
			r.cases = append(r.cases, c)
		default:
			err = fmt.Errorf("neither a heading nor an input nor a case")
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(r.cases) == 0 {
		return nil, fmt.Errorf("%s: there are no cases in it", path)
	}
	return r, nil
}
