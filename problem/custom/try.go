package custom

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// How many genomes are tried, and for how long at most where they are slow.
const (
	trials    = 64
	trialTime = 200 * time.Millisecond
)

// try scores random genomes on the CPU before a device gets the fragment: there
// mistakes have a line, and a device may compute on after them. What a repair
// would have changed first cannot be tried.
func (p *Problem) try(ctx context.Context, c search.Config) (err error) {
	if c.Device == nil || p.fragment.Library == nil || p.fragment.has(repairName) {
		return nil
	}
	limit := time.Duration(0)
	if c.Stop.Time > 0 {
		limit = c.Stop.Time + subprocess.Grace
	}
	p.tried.Do(func() {
		began := time.Now()
		g := problem.NewGenomes(p.Representation(), 1).At(0)
		for i := 0; i < trials && err == nil && time.Since(began) < trialTime; i++ {
			variation.Initialize(g, p.Representation(), rng.Address{Seed: 1, Purpose: rng.Init, Individual: uint32(i)})
			_, err = p.JudgeWithin(ctx, g, limit)
		}
	})
	var lost *subprocess.LostError
	if errors.As(err, &lost) {
		lost.Reason = strings.Replace(lost.Reason, again, ", when it was tried on the CPU", 1)
	}
	return err
}
