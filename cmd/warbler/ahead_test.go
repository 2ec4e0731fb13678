package main

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/devicetest"
)

// heard keeps what is written, by several.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(p)
}

func (h *heard) has(s string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Contains(h.text.String(), s)
}

// patient is a file that has nothing to read until it is told.
type patient struct {
	*strings.Reader
	ready func() bool
}

func (p *patient) Read(to []byte) (int, error) {
	for end := time.Now().Add(time.Minute); !p.ready() && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	return p.Reader.Read(to)
}

// A device that is named is opened while the instance is read.
func TestOpenedAhead(t *testing.T) {
	formula := "p cnf 2 2\n1 2 0\n-1 2 0\n"
	for _, d := range devicetest.All(t) {
		for _, c := range []struct{ command, text string }{{"knapsack", tiny}, {"sat", formula}} {
			var out bytes.Buffer
			var said heard
			ahead := false
			in := &patient{strings.NewReader(c.text), func() bool {
				ahead = said.has("device opened ahead")
				return ahead
			}}
			code := run(context.Background(), cli.Streams{In: in, Out: &out, Err: &said}, []string{c.command, "-", "--device", d.Info().ID(), "--time", "10s", "-vv"})
			if !ahead || code != cli.ExitOK && code != cli.ExitSatisfiable {
				t.Errorf("%s on %s: opened ahead %v, status %d\n%s%s", c.command, d.Info().ID(), ahead, code, out.String(), said.text.String())
			}
		}
	}
}
