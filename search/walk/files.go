package walk

import (
	"embed"

	"github.com/warbler-opt/warbler/kernel"
)

//go:embed *.cl
var kernels embed.FS

// part is a file of kernels of this folder.
func part(name string) kernel.Part {
	text, err := kernels.ReadFile(name)
	if err != nil {
		panic(err) // the name is one of this package's own
	}
	return kernel.Part{Name: "search/walk/" + name, Text: string(text)}
}
