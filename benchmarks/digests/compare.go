package main

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// differences are the names of the digests in which a run differs.
func differences(want, got digests) []string {
	var list []string
	if want.Exit != got.Exit {
		list = append(list, fmt.Sprintf("exit status %d, want %d", got.Exit, want.Exit))
	}
	if want.Answer != got.Answer {
		what := "answer"
		if want.Shows != got.Shows {
			what += fmt.Sprintf(" (%s, want %s)", got.Shows, want.Shows)
		}
		list = append(list, what)
	}
	if want.Trace != got.Trace {
		list = append(list, "trace")
	}
	both := maps.Clone(want.Checkpoint)
	if both == nil {
		both = map[string]string{}
	}
	maps.Copy(both, got.Checkpoint)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		a, before := want.Checkpoint[name]
		b, now := got.Checkpoint[name]
		switch {
		case !now:
			list = append(list, "section "+name+" is missing")
		case !before:
			list = append(list, "section "+name+" is new")
		case a != b:
			list = append(list, "section "+name)
		}
	}
	return list
}

// outcome is what came of a trial.
type outcome struct {
	trial
	digests
	err error
}

// all makes trials, several at a time, and hands over each as it ends.
func (b *bench) all(list []trial, jobs int, ended func(outcome)) {
	var mutex sync.Mutex
	var work errgroup.Group
	work.SetLimit(max(1, jobs))
	for _, t := range list {
		work.Go(func() error {
			d, err := b.run(t)
			mutex.Lock()
			defer mutex.Unlock()
			ended(outcome{t, d, err})
			return nil
		})
	}
	_ = work.Wait() // the outcomes have the errors
}

// compare makes the chosen cases of a record again and says a line for each
// difference.
func (b *bench) compare(r *record, devices []string, chosen *regexp.Regexp, examples string, jobs int, say func(line string)) (different, runs int, err error) {
	made, err := b.prepare(r.inputs, examples)
	if err != nil {
		return 0, 0, err
	}
	for i, in := range r.inputs {
		if in.Digest != made[i] {
			different++
			say(fmt.Sprintf("input %s (%s) has changed, and with it what is made of it", in.File, in.From))
		}
	}
	list := trials(selected(r.cases, chosen), devices)
	b.all(list, jobs, func(got outcome) {
		what := differences(got.testCase.digests, got.digests)
		if got.err != nil {
			what = []string{got.err.Error()}
		}
		if len(what) > 0 {
			different++
			say(fmt.Sprintf("%v: %s: %s", got.trial, strings.Join(what, ", "), b.shell(got.trial)))
		}
	})
	return different, len(list), nil
}

// record makes the chosen cases of a record and writes what came of them into it,
// unless places differ.
func (b *bench) record(path string, r *record, devices []string, chosen *regexp.Regexp, examples string, jobs int) (different bool, err error) {
	version, _, err := b.command("version")
	if err != nil {
		return false, err
	}
	made, err := b.prepare(r.inputs, examples)
	if err != nil {
		return false, err
	}
	for i := range r.inputs {
		r.inputs[i].Digest = made[i]
	}
	list := trials(selected(r.cases, chosen), devices)
	first := make(map[*testCase]place)
	count, ended := 0, 0
	b.all(list, jobs, func(got outcome) {
		if ended++; ended%100 == 0 {
			fmt.Fprintf(os.Stderr, "%d of %d runs\n", ended, len(list))
		}
		before, again := first[got.testCase]
		what := differences(got.testCase.digests, got.digests)
		switch {
		case got.err != nil:
			count++
			fmt.Printf("%v: %v: %s\n", got.trial, got.err, b.shell(got.trial))
		case !again:
			first[got.testCase], got.testCase.digests = got.at, got.digests
		case len(what) > 0:
			count++
			fmt.Printf("%v is not as on %v: %s: %s\n", got.trial, before, strings.Join(what, ", "), b.shell(got.trial))
		}
	})
	fmt.Printf("%d runs, %d failed or differ between places\n", len(list), count)
	if count > 0 {
		return true, nil
	}
	r.heading = heading{Warbler: strings.TrimSpace(string(version)), Devices: devices, Cases: len(r.cases), Runs: len(trials(r.cases, devices))}
	return false, r.write(path)
}
