package custom

import (
	"embed"
	"fmt"
)

//go:embed templates
var templates embed.FS

// Template is a fragment to begin with, for a kind of genomes. It runs as it is.
func Template(kind string) (string, error) {
	text, err := templates.ReadFile("templates/" + kind + ".c")
	if err != nil {
		return "", fmt.Errorf("%s: it is binary, discrete, permutation or real", kind)
	}
	return string(text), nil
}
