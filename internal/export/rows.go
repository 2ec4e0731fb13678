package export

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/experiment"
)

// row is something with columns.
type row interface {
	// fields are the columns as text, in the order of their names.
	fields() []string
}

// cellColumns are what the rows of a cell have in common. Cells count from 1, as in
// tables.
type cellColumns struct {
	Cell       int               `json:"cell" parquet:"cell"`
	Problem    string            `json:"problem" parquet:"problem,dict"`
	Kind       string            `json:"kind" parquet:"kind,dict"`
	Chosen     map[string]string `json:"options" parquet:"-"`
	Options    string            `json:"-" parquet:"options,dict"`
	Algorithm  string            `json:"algorithm" parquet:"algorithm,dict"`
	Method     string            `json:"method" parquet:"method,dict"` // what the plan calls the algorithm
	Values     map[string]string `json:"parameters" parquet:"-"`
	Parameters string            `json:"-" parquet:"parameters,dict"`
	Stop       string            `json:"stop" parquet:"stop,dict"`
}

var cellNames = []string{"cell", "problem", "kind", "options", "algorithm", "method", "parameters", "stop"}

func columnsOf(c *experiment.Cell) cellColumns {
	return cellColumns{
		Cell: c.Number + 1, Problem: c.Problem, Kind: c.Kind, Chosen: c.Options, Options: pairs(c.Options),
		Algorithm: c.Algorithm, Method: c.Method, Values: c.Parameters, Parameters: pairs(c.Parameters), Stop: stopText(c),
	}
}

// texts are the columns in the order of their names.
func (c cellColumns) texts() []string {
	return []string{strconv.Itoa(c.Cell), c.Problem, c.Kind, c.Options, c.Algorithm, c.Method, c.Parameters, c.Stop}
}

// runRow is a finished run.
type runRow struct {
	Run int `json:"run" parquet:"run"`
	cellColumns
	Seed     uint64   `json:"seed" parquet:"seed"`
	Score    int64    `json:"score" parquet:"score"`
	Value    *float64 `json:"value" parquet:"value,optional"` // nil where it is no number
	Feasible bool     `json:"feasible" parquet:"feasible"`
	Hit      bool     `json:"hit" parquet:"hit"`
	Status   string   `json:"status" parquet:"status,dict"`
	Steps    int64    `json:"steps" parquet:"steps"`
	Evals    int64    `json:"evaluations" parquet:"evaluations"`
	Found    int64    `json:"found" parquet:"found"`
	Seconds  float64  `json:"seconds" parquet:"seconds"`
	CPU      *float64 `json:"cpu_seconds" parquet:"cpu_seconds,optional"` // nil where it is not known
	Device   string   `json:"device" parquet:"device,dict"`
	Genome   string   `json:"genome" parquet:"genome"`
}

var runColumns = slices.Concat([]string{"run"}, cellNames, []string{
	"seed", "score", "value", "feasible", "hit", "status", "steps", "evaluations", "found", "seconds", "cpu_seconds", "device", "genome",
})

// fill sets what is a run's own.
func (r *runRow) fill(c *experiment.Cell, x experiment.Run) {
	r.Run, r.Seed, r.Score, r.Value, r.Feasible, r.Hit = x.Number, x.Seed, x.Score, finite(x.Value), x.Feasible, c.Hit(x)
	r.Status, r.Steps, r.Evals, r.Found, r.Seconds = x.Status, x.Steps, x.Evaluations, x.Found, x.Seconds
	r.CPU, r.Device, r.Genome = finite(x.CPU), x.Device, x.Genome
}

func (r runRow) fields() []string {
	return slices.Concat([]string{strconv.Itoa(r.Run)}, r.texts(), []string{
		strconv.FormatUint(r.Seed, 10), strconv.FormatInt(r.Score, 10), number(r.Value), strconv.FormatBool(r.Feasible), strconv.FormatBool(r.Hit), r.Status,
		strconv.FormatInt(r.Steps, 10), strconv.FormatInt(r.Evals, 10), strconv.FormatInt(r.Found, 10),
		strconv.FormatFloat(r.Seconds, 'g', -1, 64), number(r.CPU), r.Device, r.Genome,
	})
}

// traceRow is a point of a run's trace.
type traceRow struct {
	Run int `json:"run" parquet:"run"`
	cellColumns
	Seed     uint64   `json:"seed" parquet:"seed"`
	Step     int64    `json:"step" parquet:"step"`
	Evals    int64    `json:"evaluations" parquet:"evaluations"`
	Score    int64    `json:"score" parquet:"score"`
	Value    *float64 `json:"value" parquet:"value,optional"`
	Feasible bool     `json:"feasible" parquet:"feasible"`
}

var traceColumns = slices.Concat([]string{"run"}, cellNames, []string{"seed", "step", "evaluations", "score", "value", "feasible"})

// fill sets what is a point's own.
func (r *traceRow) fill(c *experiment.Cell, run int, seed uint64, p experiment.Point) {
	r.Run, r.Seed, r.Step, r.Evals, r.Score = run, seed, p.Step, p.Evaluations, p.Score
	r.Value, r.Feasible = finite(c.Objective.Value(p.Score)), c.Feasible(p.Score)
}

func (r traceRow) fields() []string {
	return slices.Concat([]string{strconv.Itoa(r.Run)}, r.texts(), []string{
		strconv.FormatUint(r.Seed, 10), strconv.FormatInt(r.Step, 10), strconv.FormatInt(r.Evals, 10), strconv.FormatInt(r.Score, 10), number(r.Value),
		strconv.FormatBool(r.Feasible),
	})
}

// finite is a value, or nil: JSON has neither NaN nor infinity, and programs
// know best what to do with what is missing.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func number(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// pairs are names and values, in the order of the names.
func pairs(values map[string]string) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		words = append(words, name+"="+values[name])
	}
	return strings.Join(words, " ")
}

// stopText is the stop rules of a cell, those that it has.
func stopText(c *experiment.Cell) string {
	var words []string
	add := func(given bool, name string, value any) {
		if given {
			words = append(words, fmt.Sprintf("%s=%v", name, value))
		}
	}
	real := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	add(c.Stop.Steps > 0, "generations", c.Stop.Steps)
	add(c.Stop.Evaluations > 0, "evaluations", c.Stop.Evaluations)
	add(c.Stop.Time > 0, "time", c.Stop.Time)
	if c.Stop.Target != nil {
		add(true, "target", real(c.Objective.Value(*c.Stop.Target)))
	}
	add(c.Stop.Stagnation > 0, "stagnation", c.Stop.Stagnation)
	add(c.Stop.Converged, "convergence", real(c.Stop.Convergence))
	return strings.Join(words, " ")
}
