package memetic

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/search"
)

// TestBestKnown: the default mode ends at the best known value of every instance of
// QAPLIB with up to 30 facilities, ten runs at once on the CPU, within a minute.
func TestBestKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("750 runs take long")
	}
	dir, rows := problemtest.Table(t, "qaplib", "bks.csv")
	tried := 0
	for _, row := range rows[1:] {
		f, err := os.Open(filepath.Join(dir, row[0]+".dat"))
		if err != nil {
			t.Fatal(err)
		}
		q, err := qap.Read(f, f.Name())
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		p, err := qap.New(q)
		if err != nil {
			t.Fatal(err)
		}
		if p.Representation().Length > 30 {
			continue
		}
		best, err := strconv.ParseInt(row[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		goal := problem.Score(-best)
		stop := search.Stop{Target: &goal, Time: time.Minute}
		e, err := newEngine(t.Context(), search.Config{Problem: p, Replicas: search.Seeds(1, 10), Stop: stop})
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(t.Context(), e, stop)
		if err != nil {
			t.Fatal(err)
		}
		e.Close()
		for _, s := range r.Runs {
			if s.Score < goal || p.Evaluate(s.Genome) != s.Score {
				t.Errorf("%s: seed %d ends at %d, by definition %d; %d is known", row[0], s.Seed, -s.Score, -p.Evaluate(s.Genome), best)
			}
		}
		tried++
	}
	if tried < 70 {
		t.Errorf("%d instances have up to 30 facilities", tried)
	}
}
