package export

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/experiment"
)

// iohVersion is the version of the format. IOHanalyzer reads files from 0.3.3 on
// by this layout; its first editions that knew the layout asked for 1.0.0.
const iohVersion = "1.0.0"

// iohColumns are the columns of the data files: the header before every run.
var iohColumns = []string{"evaluations", "raw_y"}

// What describes the data files of an algorithm on a function: one .json file.
type (
	iohInfo struct {
		Version      string              `json:"version"`
		Suite        string              `json:"suite"`
		FunctionID   int                 `json:"function_id"`
		FunctionName string              `json:"function_name"`
		Maximization bool                `json:"maximization"`
		Algorithm    iohAlgorithm        `json:"algorithm"`
		Experiment   []map[string]string `json:"experiment_attributes"`
		RunValues    []string            `json:"run_attributes"`
		Columns      []string            `json:"attributes"`
		Scenarios    []iohScenario       `json:"scenarios"`
	}
	iohAlgorithm struct {
		Name string `json:"name"`
		Info string `json:"info"`
	}
	// iohScenario is a dimension with its data file.
	iohScenario struct {
		Dimension int      `json:"dimension"`
		Path      string   `json:"path"`
		Runs      []iohRun `json:"runs"`
	}
	iohRun struct {
		Instance    int     `json:"instance"`
		Evaluations int64   `json:"evals"`
		Best        iohBest `json:"best"`
		Seed        uint64  `json:"seed"`
	}
	iohBest struct {
		Evaluations int64     `json:"evals"`
		Y           float64   `json:"y"`
		X           []float64 `json:"x"` // positions are not stored
	}
)

// WriteIOH writes a folder that IOHanalyzer reads: for every algorithm with its
// parameters a folder, in it for every problem a .json file and a folder with a
// .dat file for every length of its genomes. A .dat file has the improvements of
// each run and its end; without traces, the ends alone. Where some problems are
// maximized and others minimized, which IOHanalyzer does not mix, there is a folder
// for each.
//
// Readers know by an evaluation 1 where a run begins, and the first improvement
// comes with the whole first population. So every run begins with one whose value is
// worse than all that there are on the problem: it reaches no target. A run that
// found nothing feasible ends with it too.
//
// A problem without a feasible run has no values to write; left names those.
//
// The folder is made, or must be empty: IOHanalyzer reads all that is there.
func (c *Campaign) WriteIOH(folder string) (left []string, err error) {
	if err := emptyFolder(folder); err != nil {
		return nil, err
	}
	traces, err := experiment.Traces(c.folder)
	if err != nil {
		return nil, err
	}
	files := c.iohFiles()
	ranges := map[string]*iohRange{} // by data file, whatever the algorithm
	for _, f := range files {
		for _, run := range f.cell.Runs {
			for _, p := range coursePoints(f.cell, run, traces[run.Number]) {
				if r := ranges[f.data]; r != nil {
					r.low, r.high = min(r.low, p.value), max(r.high, p.value)
				} else {
					ranges[f.data] = &iohRange{p.value, p.value}
				}
			}
		}
	}
	for _, f := range files {
		if ranges[f.data] != nil {
			if err := c.writeIOHFile(folder, f, traces, ranges[f.data]); err != nil {
				return nil, err
			}
		} else if !slices.Contains(left, f.cell.Problem) {
			left = append(left, f.cell.Problem)
		}
	}
	return left, nil
}

// iohRange is all values on a problem.
type iohRange struct{ low, high float64 }

// beyond is worse than all of them.
func (r *iohRange) beyond(minimize bool) float64 {
	far := r.high - r.low
	if far == 0 || math.IsInf(far, 0) {
		far = max(1, math.Abs(r.high))
	}
	if minimize {
		return r.high + far
	}
	return r.low - far
}

func emptyFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	files, err := os.ReadDir(folder)
	if err == nil && len(files) > 0 {
		err = &experiment.FolderError{Folder: folder, Reason: "it is not empty; take another folder"}
	}
	return err
}

// writeIOHFile writes the data of one cell and adds it to its .json file. values are
// all on the problem.
func (c *Campaign) writeIOHFile(folder string, f iohFile, traces map[int][]experiment.Point, values *iohRange) error {
	folder = filepath.Join(folder, f.folder)
	if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(f.data)), 0o777); err != nil {
		return err
	}
	scenario := iohScenario{Dimension: f.cell.Length, Path: f.data}
	data, err := os.Create(filepath.Join(folder, filepath.FromSlash(f.data)))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(data)
	for _, run := range f.cell.Runs {
		points := coursePoints(f.cell, run, traces[run.Number])
		fmt.Fprintln(w, strings.Join(iohColumns, " "))
		start := values.beyond(f.cell.Objective.Minimize)
		if len(points) == 0 && run.Evaluations > 1 {
			points = []coursePoint{{run.Evaluations, start}}
		}
		if len(points) == 0 || points[0].evaluations > 1 {
			points = append([]coursePoint{{1, start}}, points...)
		}
		for _, p := range points {
			fmt.Fprintf(w, "%d %s\n", p.evaluations, strconv.FormatFloat(p.value, 'g', -1, 64))
		}
		best := points[len(points)-1]
		for i := len(points) - 1; i >= 0 && points[i].value == best.value; i-- {
			best = points[i]
		}
		scenario.Runs = append(scenario.Runs, iohRun{
			Instance: 1, Evaluations: points[len(points)-1].evaluations, Seed: run.Seed,
			Best: iohBest{best.evaluations, best.value, []float64{}},
		})
	}
	if err := errors.Join(w.Flush(), data.Close()); err != nil {
		return err
	}
	return addScenario(filepath.Join(folder, f.index), iohInfo{
		Version: iohVersion, Suite: c.Name, FunctionID: f.function, FunctionName: f.name, Maximization: !f.cell.Objective.Minimize,
		Algorithm:  iohAlgorithm{f.algorithm, "Warbler " + c.Version},
		Experiment: []map[string]string{{"parameters": pairs(f.cell.Parameters)}},
		RunValues:  []string{"seed"}, Columns: iohColumns,
	}, scenario)
}

// addScenario writes a .json file, or adds a scenario to the one that is there.
func addScenario(file string, info iohInfo, s iohScenario) error {
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &info)
	} else if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return err
	}
	info.Scenarios = append(info.Scenarios, s)
	if text, err = json.MarshalIndent(info, "", "\t"); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o666)
}

type coursePoint struct {
	evaluations int64
	value       float64
}

// coursePoints are the improvements of a run and its end, as the problem states
// them. Evaluations ascend, since a reader tells points of a run by them.
func coursePoints(c *experiment.Cell, run experiment.Run, trace []experiment.Point) (list []coursePoint) {
	add := func(evaluations int64, score int64) {
		v := finite(c.Objective.Value(score))
		if v == nil || !c.Feasible(score) || evaluations < 1 || len(list) > 0 && evaluations <= list[len(list)-1].evaluations {
			return
		}
		list = append(list, coursePoint{evaluations, *v})
	}
	for _, p := range trace {
		add(p.Evaluations, p.Score)
	}
	add(run.Evaluations, run.Score)
	return list
}
