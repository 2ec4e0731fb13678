package cnf

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// MaxCubeDepth is the largest number of decisions of a cube that is made.
const MaxCubeDepth = 24

// CubeBytes is how many bytes a cube of so many literals needs once it is read.
func CubeBytes(literals int) uint64 { return 56 + 4*uint64(literals) }

// WriteCubes writes cubes as incremental CNF has them: a line "a 1 -2 0" each.
func WriteCubes(w io.Writer, cubes [][]int32) error {
	b := bufio.NewWriter(w)
	for _, cube := range cubes {
		b.WriteByte('a')
		for _, x := range cube {
			fmt.Fprintf(b, " %d", x)
		}
		b.WriteString(" 0\n")
	}
	return b.Flush()
}

// Literals are words as DIMACS literals.
func Literals(words []string) ([]int32, error) {
	list := make([]int32, len(words))
	for i, word := range words {
		x, err := strconv.ParseInt(word, 10, 32)
		if err != nil || x == 0 || x == -1<<31 {
			return nil, fmt.Errorf("%.40q is not a literal", word)
		}
		list[i] = int32(x)
	}
	return list, nil
}

// ReadCubes reads what WriteCubes writes; lines that begin with c are comments.
// name is used in messages, and memory is as in Allowed.
func ReadCubes(r io.Reader, name string, memory uint64) (cubes [][]int32, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), 1<<26)
	held, allowed := uint64(0), Allowed(memory)
	for row := 1; lines.Scan(); row++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || words[0][0] == 'c' {
			continue
		}
		if words[0] != "a" || words[len(words)-1] != "0" {
			return nil, fmt.Errorf("%s:%d: %.40q is not a cube; one is a line such as 'a 1 -2 0'", name, row, lines.Text())
		}
		held += CubeBytes(len(words) - 2)
		if err := Fits(name, held, allowed); err != nil {
			return nil, err
		}
		cube, err := Literals(words[1 : len(words)-1])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, row, err)
		}
		cubes = append(cubes, cube)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(cubes) == 0 {
		return nil, fmt.Errorf("%s: it has no cubes; one is a line such as 'a 1 -2 0'", name)
	}
	return cubes, nil
}
