package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
)

// TestCtrlCWhileTyping: a command that waits for a terminal ends at once, and one
// that gets all of it is none the wiser.
func TestCtrlCWhileTyping(t *testing.T) {
	for _, args := range [][]string{{"knapsack", "-"}, {"evolve", "-"}, {"sat", "-"}, {"pareto", "-"}, {"verify", fifty, "-"}} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		in, never := io.Pipe()
		var out, err bytes.Buffer
		code := run(ctx, cli.Streams{In: in, Out: &out, Err: &err, InTerminal: true}, args)
		if code == cli.ExitOK || out.Len() > 0 || !strings.Contains(err.String(), "it was stopped before its end") {
			t.Errorf("%v: %d, %q, %q", args, code, out.String(), err.String())
		}
		never.Close()
		cancel()
	}
	var out, err bytes.Buffer
	if code := run(t.Context(), cli.Streams{In: strings.NewReader(tiny), Out: &out, Err: &err, InTerminal: true}, []string{"knapsack", "-q", "-"}); code != cli.ExitOK || !strings.HasPrefix(out.String(), "7 ") {
		t.Errorf("%d, %q, %q", code, out.String(), err.String())
	}
}
