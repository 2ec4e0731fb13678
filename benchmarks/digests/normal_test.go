package main

import (
	"strings"
	"testing"
)

const printed = `{"problem":"qap","instance":"/tmp/a/q.dat","options":{"constraint":"greedy"},"algorithm":"memetic","parameters":{"apart":0.7,"search":"robust"},` +
	`"device":"cpu","device_name":"a CPU","score":12345678901234567890,"elapsed_seconds":0.5,"version":"v1","runs":[{"seed":5,"elapsed_seconds":1.5,"status":"steps"}]}`

func TestAnswers(t *testing.T) {
	text, list, err := names{}.answers([]byte(printed + "\n" + printed))
	if err != nil {
		t.Fatal(err)
	}
	const line = `{"algorithm":"memetic","instance":"q.dat","options":{"constraint":"greedy"},"parameters":{"apart":0.7,"search":"robust"},` +
		`"problem":"qap","runs":[{"seed":5,"status":"steps"}],"score":12345678901234567890}` + "\n"
	if string(text) != line+line || len(list) != 2 {
		t.Errorf("%s", text)
	}
	fewer, _, err := names{}.answers([]byte(printed), "score")
	if want := strings.Replace(line, `,"score":12345678901234567890`, "", 1); err != nil || string(fewer) != want {
		t.Errorf("%s, %v", fewer, err)
	}
	for _, bad := range []string{"", "s SATISFIABLE", printed + "{"} {
		if _, _, err := (names{}).answers([]byte(bad)); err == nil {
			t.Errorf("%q is taken for answers", bad)
		}
	}
}

// What is not of the result does not change a digest; all else does.
func TestWhatCounts(t *testing.T) {
	of := func(s string) string {
		text, _, err := names{}.answers([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return digest(text)
	}
	want := of(printed)
	for old, now := range map[string]string{"0.5,": "0.25,", "1.5,": "2,", "a CPU": "a GPU", `"cpu"`: `"cuda:0"`, "v1": "v2", "/tmp/a/": "in/"} {
		if of(strings.Replace(printed, old, now, 1)) != want {
			t.Errorf("%s for %s changes the digest", now, old)
		}
	}
	for old, now := range map[string]string{"567890": "567891", `"seed":5`: `"seed":6`, "0.7": "0.70", "q.dat": "r.dat", "steps": "target", "greedy": "index", "robust": "tabu"} {
		if of(strings.Replace(printed, old, now, 1)) == want {
			t.Errorf("%s for %s does not change the digest", now, old)
		}
	}
}

func TestTable(t *testing.T) {
	text, err := names{}.table([]byte("replica,step,best,seconds\n0,0,14609,0.005\n0,1,14673,0.006\n"))
	if err != nil || string(text) != "replica,step,best\n0,0,14609\n0,1,14673\n" {
		t.Errorf("%q, %v", text, err)
	}
	text, err = names{}.table([]byte("run,algorithm,parameters,seconds,device,genome\n0,tabu,tenure=5 drawn=4,0.1,cpu,aa\n"))
	if err != nil || string(text) != "run,algorithm,parameters,genome\n0,tabu,drawn=4 tenure=5,aa\n" {
		t.Errorf("%q, %v", text, err)
	}
	for _, bad := range []string{"", "replica,step\n", "a,b\n1\n"} {
		if _, err := (names{}).table([]byte(bad)); err == nil {
			t.Errorf("%q is taken for a table", bad)
		}
	}
}

func TestSections(t *testing.T) {
	of := func(head string, parts ...part) map[string]string {
		return sectionsOf(t, names{}, file(1, head, parts...))
	}
	want := digests{Checkpoint: of(`{"map":2,"algorithm":"tabu","steps":5}`, part{"best", "abc"}, part{"states", "de"})}
	for _, c := range []struct {
		got  map[string]string
		want string
	}{
		{of(`{"steps":5,"algorithm":"tabu","map":3}`, part{"states", "de"}, part{"best", "abc"}), ""},
		{of(`{"map":2,"algorithm":"tabu","steps":6}`, part{"best", "abc"}, part{"states", "de"}), "section (header)"},
		{of(`{"map":2,"algorithm":"tabu","steps":5}`, part{"best", "abd"}, part{"states", "de"}), "section best"},
		{of(`{"map":2,"algorithm":"tabu","steps":5}`, part{"best", "abc"}), "section states is missing"},
		{of(`{"map":2,"algorithm":"tabu","steps":5}`, part{"best", "abc"}, part{"states", "de"}, part{"x", ""}), "section x is new"},
	} {
		if got := strings.Join(differences(want, digests{Checkpoint: c.got}), ", "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
