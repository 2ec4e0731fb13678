package export

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/experiment"
)

// iohFile is where a cell goes.
type iohFile struct {
	cell      *experiment.Cell
	algorithm string // a name of its own for every set of parameters
	function  int    // from 1
	name      string // of the function
	folder    string // of the algorithm
	index     string // the .json file in it
	data      string // the .dat file, from the .json file on
}

// iohFiles gives all cells with runs their places. A cell's problem is a
// function, but functions of several dimensions are one.
func (c *Campaign) iohFiles() []iohFile {
	functions, algorithms := map[string]int{}, map[string]int{}
	var names []string // of the algorithms
	taken := map[string]int{}
	both, differing := c.some(false) && c.some(true), c.differing()
	var files []iohFile
	for _, cell := range c.Cells {
		if len(cell.Runs) == 0 {
			continue
		}
		key, name := functionOf(cell)
		id, known := functions[key]
		if !known {
			id = len(functions) + 1
			functions[key] = id
		}
		algorithm := c.algorithmName(cell, differing[cell.Algorithm])
		stop := cell.Stop
		stop.Target = nil // which is the problem's own
		key = fmt.Sprintf("%s|%+v", algorithm, stop)
		at, known := algorithms[key]
		if !known {
			if taken[algorithm]++; taken[algorithm] > 1 {
				algorithm = fmt.Sprintf("%s #%d", algorithm, taken[algorithm])
			}
			at = len(names)
			algorithms[key], names = at, append(names, algorithm)
		}
		f := iohFile{cell: cell, algorithm: names[at], function: id, name: fileName(name)}
		f.folder = fmt.Sprintf("%02d-%s", at+1, fileName(f.algorithm))
		if both {
			f.folder = filepath.Join(map[bool]string{true: "minimize", false: "maximize"}[cell.Objective.Minimize], f.folder)
		}
		f.index = fmt.Sprintf("IOHprofiler_f%d_%s.json", id, f.name)
		// As IOHexperimenter names them; slashes are those of the format.
		f.data = fmt.Sprintf("data_f%d_%s/IOHprofiler_f%d_DIM%d.dat", id, f.name, id, cell.Length)
		files = append(files, f)
	}
	return files
}

// some reports whether runs minimize, or maximize.
func (c *Campaign) some(minimize bool) bool {
	return slices.ContainsFunc(c.Cells, func(cell *experiment.Cell) bool {
		return len(cell.Runs) > 0 && cell.Objective.Minimize == minimize
	})
}

// functionOf is the name of a cell's problem without its dimension, and a key
// with all that makes it another function: also its target, but not how
// capacities are kept, which is a part of the method.
func functionOf(c *experiment.Cell) (key, name string) {
	options := maps.Clone(c.Options)
	delete(options, constraint)
	name, instance := c.Problem, c.Instance
	if dim, ok := options["dim"]; ok {
		delete(options, "dim")
		name, instance = strings.TrimSuffix(name, "-"+dim), ""
	}
	target := "none"
	if c.Stop.Target != nil {
		target = fmt.Sprint(*c.Stop.Target)
	}
	return fmt.Sprintf("%s|%s|%s|%v|%s", c.Kind, name, instance, options, target), plainName(name)
}

// plainName is a name without folder and extension: IOHanalyzer may take files
// with .txt or .csv in their names for those of other formats.
func plainName(name string) string {
	base, number, several := strings.Cut(filepath.Base(name), "#")
	if ext := filepath.Ext(base); len(ext) > 1 && (ext[1] < '0' || ext[1] > '9') {
		base = strings.TrimSuffix(base, ext)
	}
	if several {
		base += "-" + number
	}
	return base
}

// constraint is the option that says how capacities are kept.
const constraint = "constraint"

// differing are, for each algorithm, the parameters that not all of its cells
// share, by name: several entries of a plan may have one algorithm.
func (c *Campaign) differing() map[string][]string {
	first, found := map[string]*experiment.Cell{}, map[string][]string{}
	for _, cell := range c.Cells {
		if first[cell.Algorithm] == nil {
			first[cell.Algorithm] = cell
		}
		for name, value := range first[cell.Algorithm].Parameters {
			if value != cell.Parameters[name] && !slices.Contains(found[cell.Algorithm], name) {
				found[cell.Algorithm] = append(found[cell.Algorithm], name)
			}
		}
	}
	for _, names := range found {
		slices.Sort(names)
	}
	return found
}

// algorithmName has what the plan varies, in its order, the other parameters that
// differ and, where a problem has several, the way to keep capacities.
func (c *Campaign) algorithmName(cell *experiment.Cell, differing []string) string {
	words := []string{cell.Algorithm}
	if slices.ContainsFunc(c.Cells, func(d *experiment.Cell) bool {
		return d.Problem == cell.Problem && d.Options[constraint] != cell.Options[constraint]
	}) {
		words = append(words, constraint+"="+cell.Options[constraint])
	}
	for _, name := range cell.Varied {
		words = append(words, name+"="+cell.Parameters[name])
	}
	for _, name := range differing {
		if !slices.Contains(cell.Varied, name) {
			words = append(words, name+"="+cell.Parameters[name])
		}
	}
	return strings.Join(words, " ")
}

// fileName keeps of a name what every file system and IOHanalyzer take.
func fileName(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '.', r == '_':
			return r
		}
		return '-'
	}, s)
}
