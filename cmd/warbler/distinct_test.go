package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
)

// What a command reads it never writes over, by whatever name.
func TestDistinct(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	texts := map[string]string{"x.cnf": chain, "sack.txt": tiny, "cubes": "a 1 0\n", "old.sol": "7 5\n2 3\n"}
	for name, text := range texts {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("x.cnf", "link"); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"sat --out x.cnf x.cnf":                                      "--out x.cnf: it is a file that is read; name another one",
		"sat --proof ./x.cnf x.cnf":                                  "--proof ./x.cnf: it is a file that is read",
		"sat --emit-cubes " + filepath.Join(dir, "x.cnf") + " x.cnf": "it is a file that is read",
		"sat --out link x.cnf":                                       "--out link: it is a file that is read",
		"sat --out x.cnf link":                                       "--out x.cnf: it is a file that is read",
		"sat --cubes cubes --proof cubes x.cnf":                      "--proof cubes: it is also that of --cubes; name another one",
		"sat --out new --proof ./new x.cnf":                          "--proof ./new: it is also that of --out",
		"sat --emit-cubes - x.cnf":                                   "--emit-cubes -: that would be a file of this name; standard output is /dev/stdout",
		"knapsack --trace sack.txt sack.txt":                         "--trace sack.txt: it is a file that is read",
		"knapsack --start old.sol --out old.sol sack.txt":            "--out old.sol: it is also that of --start",
		"knapsack --checkpoint c.bin --out c.bin sack.txt":           "--out c.bin: it is also that of --checkpoint",
	} {
		if got := warble(t, "", strings.Fields(line)...); got.code != cli.ExitUser || !strings.Contains(got.err, want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: %+v, want %q", line, got, want)
		}
	}
	for name, text := range texts {
		if left, err := os.ReadFile(name); err != nil || string(left) != text {
			t.Errorf("%s has become %q, %v", name, left, err)
		}
	}
	run := "knapsack -q --algorithm genetic --device cpu --checkpoint c.bin sack.txt --generations "
	if got := warble(t, "", strings.Fields(run+"5")...); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	if got := warble(t, "", strings.Fields(run+"9 --resume c.bin")...); got.code != cli.ExitOK {
		t.Errorf("a run does not go on with its checkpoint: %+v", got)
	}
	if got := warble(t, "", strings.Fields("sat -q --out /dev/null --proof /dev/null x.cnf")...); got.code != cli.ExitSatisfiable {
		t.Errorf("%+v", got)
	}
}
