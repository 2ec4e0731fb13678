package trace

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// length is how many bytes of a trace file are of the first steps: a line that
// is not whole ends it, as a kill leaves it.
func length(path string, asJSON bool, steps int64) (kept int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	column := -1
	for r := bufio.NewReader(f); ; {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return kept, nil
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		if !asJSON && kept == 0 {
			if column = slices.Index(strings.Split(line, ","), "step"); column < 0 {
				return 0, nil
			}
		} else if step, ok := stepOf(line, asJSON, column); !ok || step > steps {
			return kept, nil
		}
		kept += int64(len(line))
	}
}

// stepOf is the step of a line.
func stepOf(line string, asJSON bool, column int) (step int64, ok bool) {
	if asJSON {
		var row struct{ Step *int64 }
		if json.Unmarshal([]byte(line), &row) != nil || row.Step == nil {
			return 0, false
		}
		return *row.Step, true
	}
	fields := strings.Split(line, ",")
	if column >= len(fields) {
		return 0, false
	}
	step, err := strconv.ParseInt(fields[column], 10, 64)
	return step, err == nil
}
