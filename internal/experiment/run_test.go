package experiment

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/internal/subprocess"
)

// The test binary is also the program that gets killed.
const (
	campaignChild = "WARBLER_TEST_CAMPAIGN" // a folder: run or resume the campaign in it
	storeChild    = "WARBLER_TEST_STORE"    // a folder: store runs in it until killed
)

func TestMain(m *testing.M) {
	subprocess.Serve()
	var err error
	switch {
	case os.Getenv(campaignChild) != "":
		err = goOn(os.Getenv(campaignChild))
	case os.Getenv(storeChild) != "":
		err = storeAway(os.Getenv(storeChild))
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// goOn begins a campaign, or resumes it where it has begun.
func goOn(dir string) error {
	c, err := Load(dir)
	var folder *FolderError
	if errors.As(err, &folder) {
		var p *Plan
		if p, err = ReadPlan(filepath.Join(dir, "plan.toml")); err == nil {
			c, err = Create(dir, p, "cpu")
		}
	}
	if err != nil {
		return err
	}
	return errors.Join(c.Run(context.Background(), Where{CPU: true}, nil), c.Close())
}

// mixed is a plan with groups of several cells, targets and stagnation; times is
// how long a run is.
func mixed(seeds, times int) string {
	return fmt.Sprintf(`
trace = true
[seeds]
first = 5
count = %d
[stop]
generations = %d
stagnation = %d
[[problem]]
file = "knapsack-50.txt"
target = 14832
[[problem]]
file = "maxsat-100.wcnf"
[[algorithm]]
name = "genetic"
[algorithm.parameters]
population = [20, 40]
pc = [0.5, 0.9]
[[algorithm]]
name = "quantum"
[algorithm.parameters]
epsilon = [0, 0.01]
`, seeds, 50*times, 25*times)
}

func planOf(t *testing.T, text string) *Plan {
	t.Helper()
	p, err := parsePlan("p.toml", text, fromExamples)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// complete runs a campaign in one go and returns its table.
func complete(t *testing.T, text string, where Where) string {
	t.Helper()
	dir := t.TempDir()
	c, err := Create(dir, planOf(t, text), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Run(context.Background(), where, nil), c.Close()); err != nil {
		t.Fatal(err)
	}
	return tableOf(t, dir)
}

// tableOf is everything about the runs of a complete campaign that does not
// depend on where and when they were done.
func tableOf(t *testing.T, dir string) string {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.Done() != r.Runs() {
		t.Errorf("%d of %d runs", r.Done(), r.Runs())
	}
	traces := tracesIn(t, dir)
	var b strings.Builder
	for _, c := range r.Cells {
		for i, run := range c.Runs {
			if run.Number != c.Number*r.Seeds.Count+i || run.Seed != r.Seeds.At(i) {
				t.Errorf("run %d with seed %d is in place %d of cell %d", run.Number, run.Seed, i, c.Number)
			}
			fmt.Fprintln(&b, run.Number, c.Problem, c.Algorithm, c.Label(), run.Seed, run.Score, run.Value, run.Feasible, run.Status,
				run.Steps, run.Evaluations, run.Found, run.Genome, traces[run.Number])
		}
	}
	return b.String()
}

// same fails at the first line in which two tables differ.
func same(t *testing.T, what, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			t.Fatalf("%s: %d lines, want %d; line %d is\n%s, want\n%s", what, len(g), len(w), i+1, append(g, make([]string, len(w))...)[i], w[i])
		}
	}
}

func TestPiecesMakeTheSameTable(t *testing.T) {
	text := mixed(12, 1)
	want := complete(t, text, Where{CPU: true})
	same(t, "one thread", complete(t, text, Where{CPU: true, Threads: 1}), want)
	dir := t.TempDir()
	c, err := Create(dir, planOf(t, text), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	pieces := 0
	for ; c.Done() < c.Plan.Runs() && pieces < 1000; pieces++ {
		ctx, cancel := context.WithCancel(context.Background())
		before := c.Done()
		err := c.Run(ctx, Where{CPU: true, Threads: 1 + pieces%3}, func(p Progress) {
			if p.Part < 0 || p.Part > 1 || p.Runs != c.Plan.Runs() || p.Left < 0 {
				t.Errorf("%+v", p)
			}
			if p.Done > before+pieces {
				cancel()
			}
		})
		cancel()
		if err := errors.Join(err, c.Close()); err != nil {
			t.Fatal(err)
		}
		if c, err = Load(dir); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	same(t, fmt.Sprintf("%d pieces", pieces), tableOf(t, dir), want)
	if r, err := Open(dir); err != nil || pieces < 3 || len(r.Sessions) != pieces {
		t.Errorf("%d pieces, %v, %v", pieces, r.Sessions, err)
	}
}

func TestDevicesMakeTheSameTable(t *testing.T) {
	devices := devicetest.All(t)
	text := `
trace = 3
seeds.count = 4
stop.generations = 20
[[problem]]
file = "knapsack-50.txt"
[[problem]]
file = "maxsat-100.wcnf"
[[algorithm]]
name = "genetic"
[algorithm.parameters]
population = 20
pc = [0.5, 0.9]
`
	want := complete(t, text, Where{CPU: true})
	same(t, "devices", complete(t, text, Where{Devices: devices}), want)
	same(t, "devices and the CPU", complete(t, text, Where{Devices: devices, CPU: true}), want)
	same(t, "a device twice", complete(t, text, Where{Devices: append(devices, devices[0])}), want)
}

// Runs that time ends have threads of their own.
func TestTimeIsPerRun(t *testing.T) {
	dir := t.TempDir()
	c, err := Create(dir, planOf(t, "seeds.count = 4\nstop.time = \"50ms\"\n[[problem]]\nfunction = \"rosenbrock\"\n[[algorithm]]\nname = \"differential\"\n"), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := errors.Join(c.Run(context.Background(), Where{CPU: true, Threads: 1}, nil), c.Close()); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < 200*time.Millisecond {
		t.Errorf("4 runs of 50 ms took %v on one thread", took)
	}
	r, err := Open(dir)
	if err != nil || r.Done() != 4 || r.Cells[0].Runs[3].Status != "time" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestContextEndsSoon(t *testing.T) {
	c, err := Create(t.TempDir(), planOf(t, mixed(50, 100000)), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	searchtest.Punctual(t, "a campaign", func() time.Duration {
		const given = 200 * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), given)
		defer cancel()
		began := time.Now()
		if err := c.Run(ctx, Where{CPU: true}, nil); err != nil {
			t.Error(err)
		}
		return time.Since(began) - given
	})
}

func TestFolders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a b?#%", "deep")
	fails := func(what string, err error, want string) {
		t.Helper()
		var folder *FolderError
		if !errors.As(err, &folder) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := Load(dir)
	fails("no folder", err, "there is no campaign")
	c, err := Create(dir, planOf(t, good), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Load(dir)
	fails("at work", err, "another program")
	_, err = Create(dir, planOf(t, good), "cpu")
	fails("at work", err, "another program")
	if err := c.Run(context.Background(), Where{CPU: true}, nil); err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if c, err = Create(dir, planOf(t, good), "cpu"); err != nil || c.Done() != 12 {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	_, err = Create(dir, planOf(t, planned(aSphere, `name = "differential"`)), "cpu")
	fails("another plan", err, "the plan lacks")
	for _, change := range []struct{ sql, want string }{
		{"UPDATE runs SET seed = 99 WHERE run = 3", "run 3 is not one of the plan"},
		{"UPDATE cells SET algorithm = 'cellular' WHERE cell = 1", "other runs of the plan"},
		{"UPDATE meta SET value = 'v0.1.0' WHERE key = 'version'", "version v0.1.0 made the campaign"},
		{"PRAGMA user_version = 99", "its tables are of version 99"},
		{"PRAGMA user_version = 2", "its tables are of version 2, this program has 5; use the program that made it"},
	} {
		db, err := openDatabase(filepath.Join(dir, databaseName), "rw")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(change.sql); err != nil {
			t.Fatal(err)
		}
		db.Close()
		_, err = Load(dir)
		fails(change.sql, err, change.want)
	}
}

// A campaign that was killed while its folder was made can be begun again.
func TestCutShortAtBirth(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, databaseName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "there is no campaign") {
		t.Error(err)
	}
	c, err := Create(dir, planOf(t, good), "cpu")
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

// child starts this program as one that can be killed.
func child(t *testing.T, variable, dir string) (*exec.Cmd, io.ReadCloser) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program)
	c.Env = append(os.Environ(), variable+"="+dir)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, out
}

// Killed at random moments and resumed each time, a campaign has the table of
// an undisturbed one.
func TestKills(t *testing.T) {
	kills, plan := 20, mixed(400, 2)
	if testing.Short() {
		kills, plan = 3, mixed(40, 2)
	}
	want := complete(t, plan, Where{CPU: true})
	random := rand.New(rand.NewPCG(1, 2))
	done := 0
	for round := 0; done < kills; round++ {
		dir := t.TempDir()
		text := plan
		for _, name := range []string{"knapsack-50.txt", "maxsat-100.wcnf"} {
			path, err := filepath.Abs(filepath.Join("..", "..", "examples", name))
			if err != nil {
				t.Fatal(err)
			}
			text = strings.ReplaceAll(text, strconv.Quote(name), strconv.Quote(path))
		}
		if err := os.WriteFile(filepath.Join(dir, "plan.toml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for killed := true; killed; {
			c, _ := child(t, campaignChild, dir)
			var alarm *time.Timer
			if done < kills {
				alarm = time.AfterFunc(time.Duration(5+random.IntN(300))*time.Millisecond, func() { _ = c.Process.Kill() })
			}
			err := c.Wait()
			if alarm != nil {
				alarm.Stop()
			}
			if killed = err != nil; killed {
				if c.ProcessState.ExitCode() != -1 {
					t.Fatalf("it was not killed: %v", err)
				}
				done++
			}
		}
		table := tableOf(t, dir)
		for _, name := range []string{"knapsack-50.txt", "maxsat-100.wcnf"} {
			path, _ := filepath.Abs(filepath.Join("..", "..", "examples", name))
			table = strings.ReplaceAll(table, path, name)
		}
		same(t, fmt.Sprintf("round %d, after %d kills", round, done), table, want)
	}
	t.Logf("%d kills", done)
}

// storeAway stores runs and says how many are safe, until it is killed.
func storeAway(dir string) error {
	db, err := openDatabase(filepath.Join(dir, databaseName), "rw", writing...)
	if err != nil {
		return err
	}
	safe := 0
	s := newStore(db, func(runs []Run) {
		safe += len(runs)
		fmt.Println(safe)
	})
	for n := 0; ; n += 10 {
		if err := s.add(someRuns(n, 10)); err != nil {
			return err
		}
	}
}

// What a store has called safe is there after a kill.
func TestStoreOutlivesKills(t *testing.T) {
	for range 3 {
		dir := t.TempDir()
		emptyStore(t, dir, 1).Close()
		c, out := child(t, storeChild, dir)
		safe := 0
		lines := bufio.NewScanner(out)
		for commits := 1; lines.Scan(); commits++ {
			if commits == 3 { // now that it is in the middle of things
				time.AfterFunc(10*time.Millisecond, func() { _ = c.Process.Kill() })
			}
			if n, err := strconv.Atoi(lines.Text()); err == nil {
				safe = n
			}
		}
		_ = c.Wait()
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		runs := r.Cells[0].Runs
		if len(runs) < safe || safe == 0 || runs[len(runs)-1].Number != len(runs)-1 {
			t.Errorf("%d runs of %d are there", len(runs), safe)
		}
	}
}
