package trace

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

var traced = search.Progress{Samples: []search.Sample{
	{Replica: 0, Step: 0, Evaluations: 10, Best: 1234, Worst: -5, Mean: 600, Deviation: 25, Diversity: 0.5, Online: 600, Offline: 1234},
	{Replica: 1, Step: 0, Evaluations: 10, Best: 9007199254740993, Worst: 0, Mean: 1.5, Deviation: 0, Diversity: 0, Online: 1.5, Offline: 9007199254740992},
}}

// closer is a buffer as a file.
type closer struct{ *bytes.Buffer }

func (closer) Close() error { return nil }

func TestTrace(t *testing.T) {
	const head = "replica,step,evaluations,best,worst,mean,deviation,diversity,online,offline,seconds\n"
	for _, c := range []struct {
		name      string
		objective problem.Objective
		json      bool
		want      string
	}{
		{"plain", problem.Objective{}, false, head +
			"0,0,10,1234,-5,600,25,0.5,600,1234,1.500000\n" +
			"1,0,10,9007199254740993,0,1.5,0,0,1.5,9.007199254740992e+15,1.500000\n"},
		{"a cost with decimals", problem.Objective{Minimize: true, Decimals: 2}, false, head +
			"0,0,10,-12.34,0.05,-6,0.25,0.5,-6,-12.34,1.500000\n" +
			"1,0,10,-90071992547409.93,0,-0.015,0,0,-0.015,-9.007199254740992e+13,1.500000\n"},
		{"lines of JSON", problem.Objective{}, true,
			`{"replica":0,"step":0,"evaluations":10,"best":1234,"worst":-5,"mean":600,"deviation":25,"diversity":0.5,"online":600,"offline":1234,"seconds":1.500000}` + "\n" +
				`{"replica":1,"step":0,"evaluations":10,"best":9007199254740993,"worst":0,"mean":1.5,"deviation":0,"diversity":0,"online":1.5,"offline":9.007199254740992e+15,"seconds":1.500000}` + "\n"},
	} {
		var b bytes.Buffer
		tr := newWriter(closer{&b}, c.objective, c.json, false)
		if err := tr.Observe(traced, 1500*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if err := tr.Finish(search.Result{}); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestTraceOfFronts(t *testing.T) {
	for json, want := range map[bool]string{
		false: "replica,step,evaluations,best,worst,mean,deviation,diversity,online,offline,front,hypervolume,seconds\n0,0,0,0,0,0,0,0,0,0,7,0.5,0.000000\n",
		true:  `{"replica":0,"step":0,"evaluations":0,"best":0,"worst":0,"mean":0,"deviation":0,"diversity":0,"online":0,"offline":0,"front":7,"hypervolume":0.5,"seconds":0.000000}` + "\n",
	} {
		var b bytes.Buffer
		tr := newWriter(closer{&b}, problem.Objective{}, json, true)
		if err := tr.Observe(search.Progress{Samples: []search.Sample{{Front: 7, Hypervolume: 0.5}}}, 0); err != nil {
			t.Fatal(err)
		}
		if err := tr.Finish(search.Result{}); err != nil || b.String() != want {
			t.Errorf("%v, got %s want %s", err, b.String(), want)
		}
	}
}

func TestTraceHasNoNaNInJSON(t *testing.T) {
	var b bytes.Buffer
	tr := newWriter(closer{&b}, problem.Objective{Float: true, Minimize: true}, true, false)
	s := search.Sample{Best: problem.FromFloat(-2.5), Worst: problem.Worst, Mean: math.Inf(-1), Deviation: math.NaN()}
	if err := tr.Observe(search.Progress{Samples: []search.Sample{s}}, 0); err != nil {
		t.Fatal(err)
	}
	if err := tr.Finish(search.Result{}); err != nil {
		t.Fatal(err)
	}
	var line map[string]any
	if err := json.Unmarshal(b.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	if line["best"] != 2.5 || line["worst"] != nil || line["mean"] != nil || line["deviation"] != nil {
		t.Error(line)
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.CSV")
	tr, err := Open(path, problem.Objective{}, false, -1)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Observe(traced, 0); err != nil {
		t.Error(err)
	}
	if err := tr.Finish(search.Result{}); err != nil {
		t.Error(err)
	}
	text, _ := os.ReadFile(path)
	if strings.Count(string(text), "\n") != 3 {
		t.Errorf("%s", text)
	}
	if _, err := Open("run.txt", problem.Objective{}, false, -1); err == nil {
		t.Error("a .txt trace was made")
	}
}
