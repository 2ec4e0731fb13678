package search

// Param is one parameter of an algorithm. Defaults, checks, help texts,
// documentation and fuzz ranges all come from it.
type Param struct {
	Name       string
	Type       Type
	Default    string // as it would be typed
	Min, Max   float64
	Choices    []string // for Choice
	Unit       string
	Help       string
	Symbol     string // in the paper, if it has one
	PerReplica bool   // may differ between the replicas of one engine
}

// Type is the type of a parameter's values.
type Type int

// The types of parameters.
const (
	Int Type = iota
	Float
	Choice
	Bool
)

// Table is an algorithm's list of parameters.
type Table []Param

// Values are parameters by name, as they were typed.
type Values map[string]string
