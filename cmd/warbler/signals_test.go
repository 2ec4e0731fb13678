package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// TestCtrlCWhileTyping: a command that waits for a terminal ends at once, and one
// that gets all of it is none the wiser.
func TestCtrlCWhileTyping(t *testing.T) {
	for _, args := range [][]string{{"knapsack", "-"}, {"evolve", "-"}, {"sat", "-"}, {"pareto", "-"}, {"verify", fifty, "-"}} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		in, never := io.Pipe()
		var out, err bytes.Buffer
		code := run(ctx, streams{in: in, out: &out, err: &err, inTerminal: true}, args)
		if code == exitOK || out.Len() > 0 || !strings.Contains(err.String(), "it was stopped before its end") {
			t.Errorf("%v: %d, %q, %q", args, code, out.String(), err.String())
		}
		never.Close()
		cancel()
	}
	var out, err bytes.Buffer
	if code := run(t.Context(), streams{in: strings.NewReader(tiny), out: &out, err: &err, inTerminal: true}, []string{"knapsack", "-q", "-"}); code != exitOK || !strings.HasPrefix(out.String(), "7 ") {
		t.Errorf("%d, %q, %q", code, out.String(), err.String())
	}
}
