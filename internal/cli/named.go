package cli

import (
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/problem"
)

// findNamed is the instance that a name stands for, of a kind that has names, and
// that kind; or nil.
func findNamed(name string) (*problem.Kind, problem.Instance) {
	for _, k := range problem.Kinds() {
		if k.Names != nil && slices.Contains(k.Names(), strings.ToLower(name)) {
			if in, err := k.Find(name); err == nil {
				return k, in
			}
		}
	}
	return nil, nil
}
