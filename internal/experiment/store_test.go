package experiment

import (
	"database/sql"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/clocktest"
)

// emptyStore is a database with the tables of a campaign of some cells.
func emptyStore(t testing.TB, dir string, cells int) *sql.DB {
	t.Helper()
	db, err := openDatabase(filepath.Join(dir, databaseName), "rwc", writing...)
	if err != nil {
		t.Fatal(err)
	}
	p := &Plan{}
	for i := range cells {
		p.Cells = append(p.Cells, &Cell{Number: i})
	}
	if err := fill(db, p, map[string]string{"created": "2026-01-02T03:04:05Z", "seeds": `{"first": 1, "count": 100}`}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func someRuns(first, count int) []Run {
	runs := make([]Run, count)
	for i := range runs {
		n := first + i
		runs[i] = Run{
			Number: n, Cell: 0, Seed: uint64(n + 1), Score: int64(-n), Value: float64(n), Feasible: n%3 > 0, Status: "steps",
			Steps: 100, Evaluations: 20200, Found: int64(n % 100), Seconds: 0.02, Device: "cpu", Genome: fmt.Sprintf("%032x", n),
		}
	}
	return runs
}

func TestStoreKeepsRuns(t *testing.T) {
	dir := t.TempDir()
	db := emptyStore(t, dir, 1)
	s := newStore(db, nil)
	want := someRuns(0, rowsAtOnce*5+3)
	want[7].Value = math.Inf(-1)
	// Some of those that share a statement are alike in what it takes once.
	for i := range want[rowsAtOnce*2:] {
		want[rowsAtOnce*2+i].Feasible = true
	}
	want[rowsAtOnce*3+9].Device = "another"
	for i := range want { // seeds around where SQLite's numbers turn negative
		want[i].Seed = uint64(math.MaxInt64) - 4*rowsAtOnce - 5 + uint64(i)
	}
	if alike, _ := rowsOf(want[rowsAtOnce*2 : rowsAtOnce*3]); alike != insertAlike() {
		t.Error("equal runs are not stored as such")
	}
	for i := range want {
		if err := s.add(want[i : i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r.Cells[0].Runs, want) {
		t.Errorf("the runs differ: %+v", r.Cells[0].Runs)
	}
}

// A run that is stored twice is a mistake that must not pass.
func TestStoreRefusesTwins(t *testing.T) {
	db := emptyStore(t, t.TempDir(), 1)
	s := newStore(db, nil)
	if err := s.add(append(someRuns(0, 3), someRuns(2, 1)...)); err != nil {
		t.Fatal(err)
	}
	if err := s.close(); err == nil {
		t.Error("a run was stored twice")
	}
}

// Others read a run soon after it was handed over: it is in a commit.
func TestStoreIsDurableSoon(t *testing.T) {
	dir := t.TempDir()
	db := emptyStore(t, dir, 1)
	s := newStore(db, nil)
	defer s.close()
	added := 0
	clocktest.Within(t, 5*time.Second, "until runs are durable", func() time.Duration {
		if err := s.add(someRuns(added, 10)); err != nil {
			t.Fatal(err)
		}
		added += 10
		for began := time.Now(); ; {
			r, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); len(r.Cells[0].Runs) == added || took > 15*time.Second {
				return took
			}
		}
	})
}

// BenchmarkStore hands runs over in batches of 100 and waits until they are
// durable; the promise is 50,000 a second.
func BenchmarkStore(b *testing.B) {
	db := emptyStore(b, b.TempDir(), 1)
	s := newStore(db, nil)
	b.ResetTimer()
	for n := 0; n < b.N; n += 100 {
		if err := s.add(someRuns(n, min(100, b.N-n))); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
}

// BenchmarkStoreTraced is BenchmarkStore with traces of 30 points, as a genetic
// algorithm leaves them.
func BenchmarkStoreTraced(b *testing.B) {
	db := emptyStore(b, b.TempDir(), 1)
	s := newStore(db, nil)
	trace := make([]Point, 30)
	for i := range trace {
		trace[i] = Point{Step: int64(i * i), Evaluations: int64(100 * i * i), Score: int64(90_000 + 300*i)}
	}
	b.ResetTimer()
	for n := 0; n < b.N; n += 100 {
		runs := someRuns(n, min(100, b.N-n))
		for i := range runs {
			runs[i].trace = trace
		}
		if err := s.add(runs); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
}

// BenchmarkStorePaced hands 50,000 runs a second over and measures how long the
// slowest commit keeps a run waiting.
func BenchmarkStorePaced(b *testing.B) {
	db := emptyStore(b, b.TempDir(), 1)
	var worst time.Duration
	handed := make([]time.Time, b.N/100+1)
	s := newStore(db, func(runs []Run) { worst = max(worst, time.Since(handed[runs[0].Number/100])) })
	b.ResetTimer()
	began := time.Now()
	for n := 0; n < b.N; n += 100 {
		time.Sleep(time.Until(began.Add(time.Duration(n) * time.Second / 50_000)))
		handed[n/100] = time.Now()
		if err := s.add(someRuns(n, min(100, b.N-n))); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
	b.ReportMetric(float64(worst.Milliseconds()), "ms-worst")
}
