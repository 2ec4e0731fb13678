package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/problem"
)

// Named are the values of variables, by their names and in their order.
type Named struct {
	Variables []problem.Variable
	Genes     []float64
}

// each calls a function with every variable and its genes.
func (n Named) each(do func(v problem.Variable, genes []float64) error) error {
	at := 0
	for _, v := range n.Variables {
		if err := do(v, n.Genes[at:at+v.Genes()]); err != nil {
			return err
		}
		at += v.Genes()
	}
	return nil
}

// MarshalJSON is an object.
func (n Named) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	separator := byte('{')
	err := n.each(func(v problem.Variable, genes []float64) error {
		b.WriteByte(separator)
		separator = ','
		for i, part := range []any{v.Name, v.Value(genes)} {
			text, err := json.Marshal(part)
			if err != nil {
				return fmt.Errorf("variable %s: %w", v.Name, err)
			}
			if i == 1 {
				b.WriteByte(':')
			}
			b.Write(text)
		}
		return nil
	})
	b.WriteByte('}')
	return b.Bytes(), err
}

// words are those of text answers: name=value, an order with commas.
func (n Named) words() (words []string) {
	_ = n.each(func(v problem.Variable, genes []float64) error { // which never fails
		text := ""
		switch x := v.Value(genes).(type) {
		case float64:
			text = strconv.FormatFloat(x, 'g', -1, 64)
		case []int:
			text = strings.Trim(strings.ReplaceAll(fmt.Sprint(x), " ", ","), "[]")
		default:
			text = fmt.Sprint(x)
		}
		words = append(words, v.Name+"="+text)
		return nil
	})
	return words
}

// parse sets the genes by such words, in any order.
func (n Named) parse(words []string) error {
	values := map[string]string{}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if _, twice := values[name]; !ok || twice {
			return fmt.Errorf("%.40q is no name=value of its own", w)
		}
		values[name] = value
	}
	err := n.each(func(v problem.Variable, genes []float64) error {
		text, ok := values[v.Name]
		if !ok {
			return fmt.Errorf("variable %s has no value", v.Name)
		}
		delete(values, v.Name)
		value, err := parseValue(v.Type, text)
		if err != nil {
			return fmt.Errorf("variable %s: %.40q is no %s", v.Name, text, v.Type)
		}
		return v.Set(genes, value)
	})
	for name := range values {
		if err == nil {
			err = fmt.Errorf("there is no variable %.40q", name)
		}
	}
	return err
}

func parseValue(t problem.VariableType, text string) (any, error) {
	switch t {
	case problem.Choice:
		return text, nil
	case problem.Bool:
		return strconv.ParseBool(text)
	case problem.Int:
		return strconv.ParseInt(text, 10, 64)
	case problem.Order:
		var list []int
		for w := range strings.SplitSeq(text, ",") {
			x, err := strconv.Atoi(w)
			if err != nil {
				return nil, err
			}
			list = append(list, x)
		}
		return list, nil
	}
	return strconv.ParseFloat(text, 64)
}

// NamedWords are the words of a solution in JSON: an object of names and values.
func NamedWords(solution json.RawMessage) ([]string, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(solution, &object); err != nil {
		return nil, fmt.Errorf("its solution is no object of names and values: %w", err)
	}
	var words []string
	for name, raw := range object {
		text := strings.Trim(strings.ReplaceAll(string(raw), " ", ""), "[]")
		if raw[0] == '"' {
			if err := json.Unmarshal(raw, &text); err != nil {
				return nil, err
			}
		}
		words = append(words, name+"="+text)
	}
	return words, nil
}
