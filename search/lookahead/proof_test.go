package lookahead

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/drat"
	"github.com/warbler-opt/warbler/problem/sat"
)

// refutation is a proof that the formula has no model, or nothing if it has.
func refutation(t *testing.T, f *sat.Formula, o Options) []byte {
	t.Helper()
	var proof bytes.Buffer
	o.Proof = &proof
	if decide(t, f, o).Status != sat.Unsatisfiable {
		return nil
	}
	if proof.Len() == 0 {
		t.Fatalf("%s: the proof is empty", f.Name)
	}
	return proof.Bytes()
}

func TestProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	trim, missing := exec.LookPath("drat-trim")
	wanted := 200
	for i := 0; wanted > 0; i++ {
		vars := 10 + r.IntN(60)
		longest := 2 + r.IntN(5)
		f := random(r, vars, int(float64(vars)*(1.5+float64(longest)*1.5*r.Float64())), longest)
		if i%2 == 0 {
			f = uniform(t, r, uint64(i))
		}
		proof := refutation(t, f, Options{Threads: 1 + i%3})
		if proof == nil {
			continue
		}
		wanted--
		if _, err := drat.Check(f, bytes.NewReader(proof), "proof"); err != nil {
			t.Fatalf("%d: %s: %v", i, f.Name, err)
		}
		if missing == nil {
			runTrim(t, trim, f, proof)
		}
	}
	if missing != nil {
		t.Log("drat-trim is not installed; the proofs were checked by package drat alone")
	}
}

// runTrim lets drat-trim check a proof.
func runTrim(t *testing.T, trim string, f *sat.Formula, proof []byte) {
	t.Helper()
	dir := t.TempDir()
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		t.Fatal(err)
	}
	cnf, drat := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	if err := os.WriteFile(cnf, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(drat, proof, 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.Command(trim, cnf, drat, "-I").CombinedOutput()
	if !strings.Contains(string(out), "s VERIFIED") {
		t.Fatalf("%s: drat-trim says %s", f.Name, out)
	}
}

// The proofs of whole search trees, also of several goroutines.
func TestProofsOfTrees(t *testing.T) {
	files, satisfiable := satlib(t, 2)
	for i, path := range files {
		f := readFile(t, path)
		if satisfiable[i] || testing.Short() && f.Vars > 200 {
			continue
		}
		for _, threads := range []int{1, 3} {
			proof := refutation(t, f, Options{Threads: threads})
			if _, err := drat.Check(f, bytes.NewReader(proof), f.Name); err != nil {
				t.Errorf("%d goroutines: %v", threads, err)
			}
		}
	}
}
