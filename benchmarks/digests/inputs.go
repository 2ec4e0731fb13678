package main

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

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
