package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// patience is how long a command may take; it hangs if it takes longer.
const patience = 5 * time.Minute

// bench runs cases in a folder: inputs in in/, and one folder for each run.
type bench struct {
	warbler string
	folder  string
	names   names
}

// place is where a run is made.
type place struct {
	device  string
	threads int // on the CPU
}

func (p place) String() string {
	if p.device == "cpu" {
		return fmt.Sprintf("cpu/%d", p.threads)
	}
	return p.device
}

func (p place) flags() []string {
	if p.device == "cpu" {
		return []string{"--device", "cpu", "--threads", fmt.Sprint(p.threads)}
	}
	return []string{"--device", p.device}
}

// trial is a case at a place.
type trial struct {
	*testCase
	at, other place
}

func (t trial) String() string { return t.Name + " on " + t.at.String() }

// trials are the runs of cases on devices. A run that moves goes from a device
// to the CPU or from the CPU to the first device that is not.
func trials(cases []*testCase, devices []string) []trial {
	one, seven := place{"cpu", 1}, place{"cpu", 7}
	away := seven
	for _, d := range devices {
		if d != "cpu" && away == seven {
			away = place{device: d}
		}
	}
	var list []trial
	for _, c := range cases {
		for _, on := range c.On {
			for _, d := range devices {
				switch {
				case on == "cpu/1" && d == "cpu":
					list = append(list, trial{c, one, away})
				case on == "cpu/7" && d == "cpu":
					list = append(list, trial{c, seven, one})
				case on == "device" && d != "cpu":
					list = append(list, trial{c, place{device: d}, one})
				}
			}
		}
	}
	return list
}

// commands are the trial's command lines, in the names of the command, with
// folders relative to the bench's.
func (b *bench) commands(t trial) [][]string {
	var lines [][]string
	for _, line := range t.Run {
		var words []string
		for _, word := range b.names.arguments(strings.Fields(line)) {
			switch {
			case word == "@device":
				words = append(words, t.at.flags()...)
			case word == "@other":
				words = append(words, t.other.flags()...)
			case strings.HasPrefix(word, "@"):
				words = append(words, filepath.Join(b.runFolder(t), word[1:]))
			default:
				words = append(words, word)
			}
		}
		lines = append(lines, words)
	}
	return lines
}

func (b *bench) runFolder(t trial) string {
	return filepath.Join("runs", strings.NewReplacer("/", "-", ":", "-", " ", "-").Replace(t.String()))
}

// shell is a line for a shell that repeats a trial.
func (b *bench) shell(t trial) string {
	parts := []string{"cd " + b.folder}
	for _, words := range b.commands(t) {
		parts = append(parts, b.warbler+" "+strings.Join(words, " "))
	}
	return strings.Join(parts, " && ")
}

// run makes a trial and digests what comes of it.
func (b *bench) run(t trial) (digests, error) {
	out := filepath.Join(b.folder, b.runFolder(t))
	if err := os.MkdirAll(out, 0o755); err != nil {
		return digests{}, err
	}
	var d digests
	var printed []byte
	for _, words := range b.commands(t) {
		var err error
		if printed, d.Exit, err = b.command(words...); err != nil {
			return digests{}, err
		}
	}
	var err error
	switch t.Output {
	case "json":
		var left []string
		for what := range t.Without {
			if name, ok := strings.CutPrefix(what, "answer."); ok {
				left = append(left, name)
			}
		}
		text, list, bad := b.names.answers(printed, left...)
		d.Answer, d.Shows, err = digest(text), summary(list), bad
	case "csv":
		text, bad := b.names.table(printed)
		d.Answer, err = digest(text), bad
	default:
		d.Answer = digest(printed)
	}
	if err != nil {
		return digests{}, err
	}
	line := t.Run[len(t.Run)-1]
	if strings.Contains(line, "@trace.csv") {
		if d.Trace, err = b.trace(filepath.Join(out, "trace.csv")); err != nil {
			return digests{}, err
		}
	}
	if strings.Contains(line, "@end.ck") {
		if d.Checkpoint, err = b.checkpoint(filepath.Join(out, "end.ck")); err != nil {
			return digests{}, err
		}
	}
	for what := range t.Without {
		d.drop(what)
	}
	return d, nil
}

func (b *bench) trace(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	rows, err := b.names.table(text)
	if err != nil {
		return "", fmt.Errorf("the trace: %w", err)
	}
	return digest(rows), nil
}

func (b *bench) checkpoint(path string) (map[string]string, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, err := readCheckpoint(file)
	if err != nil {
		return nil, err
	}
	return b.names.sections(c)
}

// drop removes a digest: answer, trace, or the name of a section.
func (d *digests) drop(what string) {
	switch what {
	case "answer":
		d.Answer, d.Shows = "", ""
	case "trace":
		d.Trace = ""
	default:
		delete(d.Checkpoint, what)
	}
}

// answered are exit statuses that come with an answer: those of the SAT
// competitions and of the MaxSAT evaluations.
var answered = map[int]bool{0: true, 10: true, 20: true, 30: true}

// command runs the command in the bench's folder.
func (b *bench) command(words ...string) (printed []byte, exit int, err error) {
	limit, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(limit, b.warbler, words...)
	cmd.Dir = b.folder
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	printed, err = cmd.Output()
	if exited, ok := errors.AsType[*exec.ExitError](err); ok && answered[exited.ExitCode()] {
		return printed, exited.ExitCode(), nil
	}
	if err != nil {
		said := strings.Join(strings.Fields(complaint.String()), " ")
		return nil, 0, fmt.Errorf("warbler %s: %w: %s", strings.Join(words, " "), err, said)
	}
	return printed, 0, nil
}

// summary is what a reader of the record wants to see of answers.
func summary(list []map[string]any) string {
	var words []string
	for _, answer := range list {
		for _, key := range []string{"status", "score", "generations", "evaluations", "nodes"} {
			if x, ok := answer[key]; ok {
				words = append(words, fmt.Sprintf("%s=%v", key, x))
			}
		}
		if front, ok := answer["front"].([]any); ok {
			words = append(words, fmt.Sprintf("front=%d", len(front)))
		}
	}
	return strings.Join(words, " ")
}

// own are inputs that nobody else has: kinds of genomes that the examples do
// not show, a matrix that is not symmetric, plans of campaigns.
//
//go:embed inputs
var own embed.FS

// prepare makes inputs in the bench's folder and gives their digests.
func (b *bench) prepare(list []input, examples string) ([]string, error) {
	folder := filepath.Join(b.folder, "in")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	made := make([]string, len(list))
	for i, in := range list {
		text, err := b.content(in, examples)
		if err != nil {
			return nil, fmt.Errorf("input %s: %w", in.File, err)
		}
		made[i] = digest(text) // of a plan, before it is translated
		if filepath.Ext(in.File) == ".toml" {
			text = []byte(b.names.plan(string(text)))
		}
		if err := os.WriteFile(filepath.Join(folder, in.File), text, 0o644); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func (b *bench) content(in input, examples string) ([]byte, error) {
	words := strings.Fields(in.From)
	switch words[0] {
	case "example":
		return os.ReadFile(filepath.Join(examples, filepath.FromSlash(words[1])))
	case "generate":
		text, _, err := b.command(b.names.arguments(words)...)
		return text, err
	}
	return own.ReadFile("inputs/" + in.File)
}
