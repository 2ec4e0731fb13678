package knapsack

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func TestReadFormats(t *testing.T) {
	plain := &Instance{
		Profits: []int64{60, 100, 120}, Weights: [][]int64{{10, 20, 30}},
		Capacities: []int64{50}, KnownOptimum: -1,
	}
	solved := *plain
	solved.KnownOptimum = 220
	several := &Instance{
		Profits: []int64{1005, 20}, Weights: [][]int64{{3, 4}, {5, 6}}, Capacities: []int64{7, 8},
		Decimals: 1, KnownOptimum: 1005,
	}
	decimals := &Instance{
		Profits: []int64{65, 15}, Weights: [][]int64{{1500, 1250}}, Capacities: []int64{20005},
		Decimals: 1, WeightDecimals: 3, KnownOptimum: -1,
	}
	named := func(k *Instance, name string) *Instance {
		c := *k
		c.Name = name
		return &c
	}
	for _, test := range []struct {
		title, text string
		want        []*Instance
	}{
		{"profit weight", "3 50\n60 10\n100 20\n120 30\n", []*Instance{named(plain, "f")}},
		{"no line end", "3 50\n60 10\n100 20\n120 30", []*Instance{named(plain, "f")}},
		{"CR LF and blank lines", "\r\n3 50\r\n\r\n60 10\r\n100\t20\r\n 120 30\r\n\r\n", []*Instance{named(plain, "f")}},
		{"selection", "3 50\n60 10\n100 20\n120 30\n0 1 1\n", []*Instance{named(&solved, "f")}},
		{"infeasible selection", "3 50\n60 10\n100 20\n120 30\n1 1 1\n", []*Instance{named(plain, "f")}},
		{"numbered from 0", "3\n0 60 10\n1 100 20\n2 120 30\n50\n", []*Instance{named(plain, "f")}},
		{"numbered from 1", "3\n1 60 10\n2 100 20\n3 120 30\n50\n", []*Instance{named(plain, "f")}},
		{"capacity first", "20.005\n1.50 6.5\n1.25 1.5\n", []*Instance{named(decimals, "f")}},
		{"one problem", "2 2 100.5\n100.5 2\n3 4 5 6\n7 8\n", []*Instance{named(several, "f")}},
		{"two problems", "2\n2 2 100.5\n100.5 2\n3 4\n5 6\n7 8\n\n3 1 0\n60 100 120\n10 20 30\n50", []*Instance{named(several, "f#1"), named(plain, "f#2")}},
		{"text", "About knapsacks.\n problem of text\n\n +++\n problem ONE.DAT\n\n +++\n 2 2\n 100.5 2\n 7 8\n 3 4\n 5 6\n\n 100.5\n +++\n problem TWO.DAT\n +++\n 1 3\n 60 100 120\n 50\n 10 20 30\n", []*Instance{named(several, "f#ONE"), named(plain, "f#TWO")}},
		{"collection", "k_1\nn 3\nc 50\nz 220\ntime 0.00\n1,60,10,0\n2,100,20,1\n3,120,30,1\n-----\n\nk_2\nn 3\nc 50\nz 220\ntime 1.5\n1,60,10,0\n2,100,20,1\n3,120,30,1\n-----\n", []*Instance{named(&solved, "f#k_1"), named(&solved, "f#k_2")}},
	} {
		got, err := Read(strings.NewReader(test.text), "f")
		if err != nil {
			t.Errorf("%s: %v", test.title, err)
		} else if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: read %s, want %s", test.title, describe(got), describe(test.want))
		}
	}
}

func describe(list []*Instance) (text string) {
	for _, k := range list {
		text += fmt.Sprintf("%+v ", *k)
	}
	return text
}

func TestReadRefuses(t *testing.T) {
	for _, test := range []struct{ title, text, want string }{
		{"empty", "", "f:1: the file is empty"},
		{"blank", " \n\n \n", "the file is empty"},
		{"truncated", "3 50\n60 10\n100\n", "f:4: the file ends where weight 2 of 3 should be"},
		{"truncated header", "3\n", "f:2: the file ends"},
		{"negative weight", "2 50\n60 10\n100 -20\n", "f:3: weight 2 of 2 is \"-20\"; it should be a plain decimal number of at least 0"},
		{"negative capacity", "2 -50\n60 10\n100 20\n", "f:1: the capacity is \"-50\""},
		{"number too large", "2 50\n60 10\n100 99999999999999999999\n", "f:3: weight 2 of 2 is \"99999999999999999999\", which does not fit 64 bits"},
		{"sum too large", "2 50\n9223372036854775807 1\n1 1\n", "f:1: the profits add up to more than 2^63-1"},
		{"too many decimals", "1 50\n0.0000000000000000001 1\n", "f:2: profit 1 of 1"},
		{"scaling too large", "2 50\n9000000000000000000 1\n0.5 1\n", "f:1: the numbers of this instance do not fit 64 bits"},
		{"many items", "1000000000 50\n1 1\n", "f:1: the number of items is \"1000000000\"; it should be a whole number from 1 to 10000000"},
		{"no items", "0 50\n", "f:1: the number of items is \"0\""},
		{"half an item", "2.5 50\n1 1\n", "f:1: the number of items is \"2.5\""},
		{"many weights", "1\n10000000 1000 0\n1\n", "f:2: 10000000 items in 1000 constraints"},
		{"exponent", "2 50\n1e3 1\n1 1\n", "f:2: profit 1 of 2 is \"1e3\"; it should be a plain decimal number"},
		{"words", "2 50\nten 1\n1 1\n", "f:2: profit 1 of 2 is \"ten\""},
		{"NUL", "2 50\n1 1\x00\n1 1\n", "f:2: byte 0x00 is not text"},
		{"ELF", "\x7fELF\x02\x01", "f:1: byte 0x7f is not text"},
		{"long word", strings.Repeat("x", 5000), "f:1: a word of more than 4096 letters"},
		{"prose", "Dear knapsack,\nhow are you?\n", "f:1: not a knapsack file in any known format"},
		{"trailing numbers", "2 50\n1 1\n1 1\n7 8\n", "f:4: \"7\" after the last item"},
		{"short selection", "2 50\n1 1\n1 1\n1\n", "f:5: the selection after the items has 1 of 2 entries"},
		{"long selection", "2 50\n1 1\n1 1\n1 0 1\n", "f:4: \"1\" after the last number"},
		{"unordered ids", "3\n0 1 1\n1 1 1\n5 1 1\n3\n", "f:4: item 2 should come here, not 5"},
		{"lone weight", "50\n1 2\n3\n4 5\n", "f:3: a weight without a profit"},
		{"three numbers", "50\n1 2\n3 4 5\n", "f:3: more than two numbers on a line"},
		{"collection without c", "k\nn 1\nz 5\n", "f:3: \"c\" should stand here"},
		{"collection without dashes", "k\nn 1\nc 5\nz 5\ntime 0\n1,2,3,0\n2,2,3,0\n", "f:7: \"2\" after item 1"},
		{"truncated text", "x\nproblem A\n+++\n2 2\n1 2 3\n", "f:6: the file ends where capacity 2 of 2 should be"},
		{"numbers after the optimum", "x\nproblem A\n+++\n1 1\n1 2 3 4 5\n", "f:5: \"5\" after the optimum"},
	} {
		list, err := Read(strings.NewReader(test.text), "f")
		if err == nil {
			t.Errorf("%s: read %s", test.title, describe(list))
		} else if !strings.HasPrefix(err.Error(), "f:") || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is\n\t%v\nand should have\n\t%s", test.title, err, test.want)
		}
	}
}

// TestReadData reads every instance file of the benchmark collection.
func TestReadData(t *testing.T) {
	dir := problemtest.Data(t)
	optima := knownValues(t, dir, "knapsack/optima.csv", "optimum")
	best := knownValues(t, dir, "mkp/best_known.csv", "best_known")
	count := 0
	for _, name := range knapsackFiles(t, dir) {
		for _, k := range readFile(t, dir, name) {
			count++
			if k.constraints() != 1 {
				t.Errorf("%s has %d constraints", k.Name, k.constraints())
			}
			want, ok := optima[k.Name]
			if !ok && !strings.Contains(name, "qiga") {
				t.Errorf("%s is not in the table", k.Name)
			}
			got := problem.Objective{Decimals: k.Decimals}.Format(k.KnownOptimum)
			if k.KnownOptimum >= 0 && got != want {
				t.Errorf("%s: the file says %s, the table %s", k.Name, got, want)
			}
		}
	}
	if count != 1759 {
		t.Errorf("%d instances with one constraint, want 1759", count)
	}
	count = 0
	for _, name := range mkpFiles(t, dir) {
		for _, k := range readFile(t, dir, name) {
			count++
			want, ok := best[k.Name]
			if !ok {
				t.Errorf("%s is not in the table", k.Name)
			}
			got := problem.Objective{Decimals: k.Decimals}.Format(k.KnownOptimum)
			if k.KnownOptimum >= 0 && got != want {
				t.Errorf("%s: the file says %s, the table %s", k.Name, got, want)
			}
		}
	}
	if count != 205 {
		t.Errorf("%d instances with several constraints, want 205", count)
	}
	text, err := os.ReadFile(filepath.Join(dir, "mkp", "mkcbres.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if list, err := Read(bytes.NewReader(text), "mkcbres.txt"); err == nil {
		t.Errorf("a table of results was read as %d instances", len(list))
	}
}

func FuzzRead(f *testing.F) {
	check := func(list []*Instance) error {
		if len(list) == 0 {
			return errors.New("no instance and no error")
		}
		for _, k := range list {
			if err := k.validate(); err != nil {
				return err
			}
		}
		return nil
	}
	problemtest.FuzzRead(f, Read, check, nil,
		"3 50\n60 10\n100 20\n120 30\n0 1 1\n", "3\n0 60 10\n1 100 20\n2 120 30\n50\n", "20.005\n1.50 6.5\n1.25 1.5\n",
		"2 2 100.5\n100.5 2\n3 4 5 6\n7 8\n", "1\n2 2 100.5\n100.5 2\n3 4\n5 6\n7 8\n",
		"problem A\n+\n1 2\n1 2 3 4 5 6\n+\n", "k\nn 1\nc 5\nz 5\ntime 0\n1,2,3,0\n-\n", "1 9223372036854775807\n9223372036854775807 0.1\n")
}
