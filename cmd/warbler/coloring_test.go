package main

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/problem/coloring"
)

const (
	sixty = "../../examples/planted-60.col" // six colors; DSATUR takes nine
	// triangle needs three colors.
	triangle = "c a triangle\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n"
)

func TestColoringAnswers(t *testing.T) {
	path := file(t, "triangle.col", triangle)
	proper := "s col 3\nl 1 1\nl 2 2\nl 3 3\n"
	for _, c := range []struct {
		name, stdin string
		args        []string
		want        string
	}{
		{"a file", "", []string{"coloring", path}, proper},
		{"standard input", triangle, []string{"coloring", "-"}, proper},
		{"several", triangle, []string{"coloring", path, "-"}, "c " + path + "\n" + proper + "c standard input\n" + proper},
		{"by name", "", []string{"solve", path}, proper},
		{"by content", triangle, []string{"solve", "-"}, proper},
		{"one vertex", "p edge 1 0\n", []string{"coloring", "-"}, "s col 1\nl 1 1\n"},
		{"no edges", "p col 2 0\n", []string{"coloring", "--algorithm", "genetic", "-"}, "s col 1\nl 1 1\nl 2 1\n"},
		{"enough colors", triangle, []string{"coloring", "--colors", "5", "-"}, proper},
		{"exactly", triangle, []string{"coloring", "--algorithm", "exact", "-"}, proper},
		{"too few", triangle, []string{"coloring", "--colors", "2", "--generations", "5", "-"}, "c 1 conflicts\ns col 2\n"},
		{"solve with too few", triangle, []string{"solve", "--colors", "2", "--generations", "5", "-"}, "c 1 conflicts\ns col 2\n"},
	} {
		got := warble(t, c.stdin, append(c.args, "-q", "--device", "cpu")...)
		if got.code != cli.ExitOK || got.err != "" || !strings.HasPrefix(got.out, c.want) {
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
}

// From nine colors down to six, which a clique proves to be fewest, whatever
// the number of threads.
func TestColoringFewest(t *testing.T) {
	args := []string{"coloring", "--device", "cpu", "--algorithm", "genetic", "--generations", "3000", sixty}
	for _, extra := range [][]string{nil, {"--replicas", "3"}} {
		args := append(args, extra...)
		got := warble(t, "", args...)
		if got.code != cli.ExitOK || !strings.HasPrefix(got.out, "s col 6\n") || !strings.HasSuffix(got.err, ": 6 colors\n") {
			t.Fatalf("%+v", got)
		}
		if verdict := warble(t, got.out, "verify", sixty, "-"); verdict.code != cli.ExitOK || verdict.out != "right: 6\n" {
			t.Errorf("%+v", verdict)
		}
		if again := warble(t, "", append(args, "--threads", "2")...); again.out != got.out || again.err != got.err {
			t.Errorf("the second time it was %+v", again)
		}
	}
	// A target ends the search before that, and so does a search without success.
	got := warble(t, "", append(args, "-q", "--target", "8", "--json")...)
	if !strings.Contains(got.out, `"status":"target","score":-8,"cost":8,"optimum_known":null`) {
		t.Errorf("%+v", got)
	}
	got = warble(t, "", "coloring", "-q", "--device", "cpu", "--algorithm", "genetic", "--generations", "1", "-p", "population=4", "--json", sixty)
	if !strings.Contains(got.out, `"status":"steps","score":-9,`) || !strings.Contains(got.out, `"verified":true`) {
		t.Errorf("%+v", got)
	}
	// An answer is where another search goes on.
	answer := warble(t, "", append(args, "-q")...)
	kept := warble(t, answer.out, "coloring", "-q", "--start", "-", "--json", sixty)
	if !strings.Contains(kept.out, `"algorithm":"dsatur"`) || !strings.Contains(kept.out, `"status":"optimal","score":-6,"cost":6,"optimum_known":6`) {
		t.Errorf("%+v", kept)
	}
	kept = warble(t, answer.out, "coloring", "-q", "--device", "cpu", "--colors", "7", "--start", "-", "--json", sixty)
	if !strings.Contains(kept.out, `"options":{"colors":7}`) || !strings.Contains(kept.out, `"status":"optimal","score":0,"cost":0,"optimum_known":0`) {
		t.Errorf("%+v", kept)
	}
}

// All colorings with more than 256 colors are out of a search's reach.
func TestColoringManyColors(t *testing.T) {
	g, err := coloring.Generate(300, 0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := g.Write(&text); err != nil {
		t.Fatal(err)
	}
	got := warble(t, text.String(), "coloring", "--time", "1s", "--device", "cpu", "-")
	if got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, "300 of its vertices are all joined") {
		t.Errorf("%+v", got)
	}
	got = warble(t, text.String(), "coloring", "--colors", "256", "--generations", "1", "-p", "population=4", "--algorithm", "genetic", "--device", "cpu", "-")
	if got.code != cli.ExitOK || !strings.HasPrefix(got.out, "c 44 conflicts\ns col 256\n") || !strings.Contains(got.err, "300 vertices that are all joined") {
		t.Errorf("%d, %.80q, %q", got.code, got.out, got.err)
	}
}

// Where DSATUR takes more than 256 colors, the answer is that of a search with
// 256, even if conflicts are left.
func TestColoringTooManyForGenomes(t *testing.T) {
	dense := warble(t, "", "generate", "coloring", "--nodes", "900", "--density", "0.95")
	got := warble(t, dense.out, "coloring", "--json", "--generations", "1", "-p", "population=4", "--algorithm", "genetic", "--device", "cpu", "-")
	for _, want := range []string{`"instance":"standard input"`, `"options":{"colors":256}`, `"status":"steps"`, `"verified":true`} {
		if got.code != cli.ExitOK || !strings.Contains(got.out, want) {
			t.Errorf("%s is missing in %.300q", want, got.out)
		}
	}
	if !strings.Contains(got.err, "standard input: without conflicts DSATUR takes ") {
		t.Errorf("%q", got.err)
	}
}

func TestColoringInterrupted(t *testing.T) {
	hard := warble(t, "", "generate", "coloring", "--nodes", "200", "--density", "0.5")
	got := interrupted(t, 500*time.Millisecond, 5*time.Second, hard.out, "coloring", "--device", "cpu", "--json", "-")
	if got.code != cli.ExitOK || !strings.Contains(got.out, `"status":"interrupted"`) || !strings.Contains(got.out, `"verified":true`) ||
		strings.Count(got.err, "auto chose: warbler coloring --algorithm ") != 1 || strings.Count(got.err, "no limit is set") != 1 {
		t.Errorf("%.300q %q", got.out, got.err)
	}
}

// asked is a context that ends when somebody asks for the so-many-eth time whether it has.
type asked struct {
	context.Context
	end  context.CancelFunc
	left *atomic.Int64
}

func (c asked) Err() error {
	if c.left.Add(-1) == 0 {
		c.end()
	}
	return c.Context.Err()
}

// Whenever the search for fewest colors is interrupted, also between two numbers of
// colors, the best coloring so far is the answer.
func TestColoringInterruptedAnywhere(t *testing.T) {
	hard := warble(t, "", "generate", "coloring", "--nodes", "60", "--density", "0.5")
	answers := 0
	for times := range int64(16) {
		ctx, end := context.WithCancel(t.Context())
		c := asked{ctx, end, &atomic.Int64{}}
		c.left.Store(times + 2) // at first the command asks whether to begin at all
		got := warbleUntil(c, hard.out, "coloring", "--device", "cpu", "--json", "-q", "--time", "1s", "-")
		end()
		if strings.Contains(got.err, "stopped before it was read") {
			continue
		}
		if answers++; got.code != cli.ExitOK || !strings.Contains(got.out, `"verified":true`) {
			t.Errorf("asked %d times: %.300q %q", times+2, got.out, got.err)
		}
	}
	if answers < 5 {
		t.Errorf("only %d answers", answers)
	}
}

func TestColoringJSON(t *testing.T) {
	path := file(t, "x.col", triangle)
	for args, want := range map[string]map[string]any{
		"":           {"problem": "coloring", "algorithm": "dsatur", "status": "optimal", "score": -3.0, "cost": 3.0, "optimum_known": 3.0, "verified": true},
		"--colors 3": {"problem": "coloring", "algorithm": "head", "status": "optimal", "score": 0.0, "cost": 0.0, "optimum_known": 0.0, "verified": true},
	} {
		got := warble(t, "", append(strings.Fields("coloring -q --device cpu --json "+args), path)...)
		m := map[string]any{}
		if err := json.Unmarshal([]byte(got.out), &m); err != nil || got.code != cli.ExitOK {
			t.Fatalf("%v: %+v", err, got)
		}
		for name, value := range want {
			if have, ok := m[name]; !ok || have != value {
				t.Errorf("%q: %s is %v, want %v", args, name, have, value)
			}
		}
		if verdict := warble(t, got.out, "verify", path, "-"); verdict.code != cli.ExitOK || verdict.out != "right: 3\n" {
			t.Errorf("%+v", verdict)
		}
	}
}

func TestVerifyColoring(t *testing.T) {
	path := file(t, "path.col", "p edge 3 2\ne 1 2\ne 2 3\n")
	judge(t, path, []verdict{
		{"right", "c x\ns col 2\nl 1 1\nl 2 2\nl 3 1\n", cli.ExitOK, "right: 2\n", ""},
		{"right, from 0", "s col 2\nl 1 0\nl 2 1\nl 3 0\n", cli.ExitOK, "right: 2\n", ""},
		{"right, with colors to spare", "s col 9\nl 1 9\nl 2 2\nl 3 9\n", cli.ExitOK, "right: 2\n", ""},
		{"right, in JSON", `{"cost":2,"solution":[1,2,1]}`, cli.ExitOK, "right: 2\n", ""},
		{"right, in JSON with --colors", `{"cost":0,"options":{"colors":3},"solution":[1,2,3]}`, cli.ExitOK, "right: 3\n", ""},
		{"a conflict", "s col 2\nl 1 1\nl 2 1\nl 3 2\n", cli.ExitWrong, "wrong: edges between vertices of the same color: 1\n", ""},
		{"a conflict, in JSON", `{"cost":2,"solution":[1,1,2]}`, cli.ExitWrong, "wrong: edges between vertices of the same color: 1\n", ""},
		{"more than claimed", "s col 1\nl 1 1\nl 2 2\nl 3 1\n", cli.ExitWrong, "wrong: standard input:3: vertex 2 has a color", ""},
		{"more than claimed, in JSON", `{"cost":1,"solution":[1,2,1]}`, cli.ExitWrong, "wrong: ", ""},
		{"a vertex is missing", "s col 2\nl 1 1\nl 2 2\n", cli.ExitWrong, "wrong: standard input:4: vertex 3 has no color", ""},
		{"no such vertex", "s col 2\nl 4 1\n", cli.ExitWrong, "wrong: standard input:2: vertex 4", ""},
		{"twice", "s col 2\nl 1 1\nl 1 1\n", cli.ExitWrong, "wrong: standard input:3: vertex 1", ""},
		{"truncated", "s col 2\nl 1\n", cli.ExitUser, "", "standard input:2: the line ends"},
		{"no s line", "l 1 1\nl 2 2\nl 3 1\n", cli.ExitUser, "", "standard input:4: there is no line"},
		{"a word", "s col 2\nl 1 red\n", cli.ExitUser, "", "standard input:2: "},
		{"JSON without a number", `{"solution":[1,2,1]}`, cli.ExitUser, "", "standard input:1: "},
	})
	judge(t, path, unreadable)
}

func TestColoringUserErrors(t *testing.T) {
	for _, c := range []struct{ text, args, want string }{
		{"", "coloring", "requires at least 1 arg"},
		{"", "coloring nowhere.col", "nowhere.col: no such file"},
		{"", "coloring -", "standard input:1: there is no line \"p edge VERTICES EDGES\"; the file is empty"},
		{"p edge 3\n", "coloring -", "standard input:1: the line ends where the number of edges should be"},
		{"p edge 3 1\ne 1", "coloring -", "standard input:2: the line ends where a vertex should be; the file is truncated"},
		{"p edge -3 1\n", "coloring -", "standard input:1: the number of vertices is \"-3\""},
		{"p edge 3 1\ne 1 -2\n", "coloring -", "standard input:2: a vertex is \"-2\""},
		{"p edge 99999999999999999999 1\n", "coloring -", "standard input:1: the number of vertices is \"99999999999999999999\""},
		{"p edge 1000001 1\n", "coloring -", "standard input:1: the number of vertices is \"1000001\"; it should be a whole number from 1 to 1000000"},
		{"p edge 3 100000001\n", "solve -", "standard input:1: the number of edges is"},
		{"p edge 3 1\ne 2 2\n", "coloring -", "standard input:2: an edge joins vertex 2 to itself"},
		{garbage(), "coloring -", "standard input:1: byte 0x00 is not text"},
		{strings.Repeat("x", 10000), "coloring -", "standard input:1: a word of more than 4096 letters"},
		{triangle, "coloring --colors 1 -", "--colors 1: it is a whole number from 2 to 256"},
		{triangle, "coloring --colors 257 -", "--colors 257"},
		{triangle, "solve --colors -2 -", "--colors -2"},
		{triangle, "coloring --target few -", "--target \"few\": it is a number of colors"},
		{triangle, "coloring --target 0 -", "--target \"0\""},
		{triangle, "coloring --colors 3 --target few -", "--target"},
		{triangle, "coloring --trace x.csv -", "--trace is for one number of colors; say which with --colors"},
		{triangle, "coloring --resume x -", "--resume is for one number of colors"},
		{triangle, "coloring --plot x.svg - -", "--plot is for one graph"},
		{triangle, "coloring --algorithm exact --colors 3 -", "there is no exact method for this problem"},
		{triangle, "coloring --algorithm heads -", "there is no algorithm \"heads\""},
		{triangle, "coloring --algorithm quantum --colors 2 --device cpu -", "does not work on discrete genomes"},
		{triangle, "coloring -p popsize=3 -", "parameter popsize"},
		{triangle, "coloring --start " + file(t, "bad.txt", "s col 1\nl 1 1\nl 2 1\nl 3 1\n") + " -", "bad.txt: edges between vertices of the same color: 3"},
		{triangle, "coloring --colors 3 --device cpu --start " + file(t, "far.txt", "s col 1\nl 9 1\n") + " -", "far.txt:2: vertex 9"},
		{"", "generate coloring --nodes 0", "1 to 50000 vertices, not 0"},
		{"", "generate coloring --density 1.5", "from 0 to 1"},
		{"", "generate coloring --density NaN", "from 0 to 1"},
		{"", "generate coloring --nodes 50000 --density 1", "too many edges"},
		{"", "generate coloring --colors -1", "colors, not -1"},
		{"", "generate coloring --out nowhere/x", "nowhere"},
	} {
		got := warble(t, c.text, append(strings.Fields(c.args), "-q")...)
		if got.code != cli.ExitUser || got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, c.want) {
			t.Errorf("%s of %.20q: %+v, want %q", c.args, c.text, got, c.want)
		}
	}
}

func TestGenerateGraphsAndTours(t *testing.T) {
	for args, solve := range map[string]string{
		"tsp --cities 8":                  "tsp",
		"tsp --cities 30":                 "tsp",
		"coloring --nodes 30":             "coloring",
		"coloring --nodes 30 --density 0": "coloring",
		"coloring --nodes 30 --colors 3":  "coloring",
	} {
		words := append([]string{"generate"}, append(strings.Fields(args), "--seed", "2")...)
		remade(t, words, warble(t, "", words...), solve, "-q", "--device", "cpu", "--generations", "20")
	}
}
