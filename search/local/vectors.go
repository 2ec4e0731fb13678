package local

import (
	"context"
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Annealing of real vectors. A replica has some chains, each with a vector of its own.
// In a step each of them changes one gene, as gaussian mutation does, and takes the new
// vector by Metropolis' rule. The changes become smaller as the temperature falls.
//
// Temperatures are found on the way: they are shares of the geometric mean of what the
// chain's changes for the worse have cost in this cooling. That does not mind a few that
// cost very much, such as penalties. When a cooling has ended the next one takes twice
// as many steps; chains of even number begin it with a random vector, the others where
// they are. Everything but the vectors follows from the number of the step, so that all
// devices agree.
const (
	trialsPerGene     = 20        // of the first cooling
	widest, narrowest = 0.3, 1e-5 // changes as shares of a gene's range
	hottest, coldest  = 0.1, 1e-9 // temperatures as shares of the mean loss
	always            = 1 << 32   // a probability as a threshold
)

// vectorPlan is what the parameters come down to for vectors.
type vectorPlan struct {
	operators    variation.Operators
	objective    problem.Objective
	chains       int
	length       int64     // trials of the first cooling
	sigmas       []float64 // widths of the changes, as they become smaller
	temperatures []float64 // as they fall
	absolute     bool      // they are not shares of anything
}

func newVectorPlan(s search.Settings, of problem.Problem) (*vectorPlan, error) {
	r := of.Representation()
	p := &vectorPlan{objective: problem.ObjectiveOf(of), chains: s.Int("chains"), length: int64(s.Int("trials"))}
	if p.length == 0 {
		p.length = trialsPerGene * int64(r.Length)
	}
	start, end := s.Float("start"), s.Float("end")
	if err := falls(start, end); err != nil {
		return nil, err
	}
	p.absolute = true
	switch share := hottest / coldest; {
	case math.IsNaN(start) && math.IsNaN(end):
		start, end, p.absolute = hottest, coldest, false
	case math.IsNaN(start):
		start = end * share
	case math.IsNaN(end):
		end = start / share
	}
	for l := range temperatureCount {
		u := float64(l) / (temperatureCount - 1)
		p.temperatures = append(p.temperatures, start*elementary.Pow(end/start, u))
		p.sigmas = append(p.sigmas, widest*elementary.Pow(narrowest/widest, u))
	}
	settings, err := variation.Params("", "", "", "0").Settings(search.Values{"mutation": "gaussian", "unit": "genome"})
	if err == nil {
		p.operators, err = variation.New(r, settings)
	}
	return p, err
}

// vectorFootprint is what a replica needs where genomes are vectors.
func vectorFootprint(s search.Settings, r problem.Representation) (float64, []string) {
	if r.Kind != problem.Real {
		return 0, nil
	}
	one := chains{plan: &vectorPlan{operators: variation.Operators{Rep: r}, chains: s.Int("chains")}}
	return population.Footprint(one.Arrays()), []string{"chains"}
}

// newVectors makes an annealing of vectors.
func newVectors(ctx context.Context, c search.Config, name string, table search.Table) (search.Engine, error) {
	s, rep, err := population.Settings(table, c)
	if err != nil {
		return nil, err
	}
	p, err := newVectorPlan(s, c.Problem)
	if err != nil {
		return nil, err
	}
	seeds, err := population.Params(name, table, c, func(_ search.Settings, seed uint64) uint64 { return seed })
	if err != nil {
		return nil, err
	}
	e, err := population.New(ctx, c, population.Algorithm{
		Name:    name,
		Params:  table,
		Members: p.chains,
		Block:   population.BlockOf(rep.Length),
		Replica: func(int) population.Evolver { return &chains{plan: p} },
		Kernels: func(d *population.Device) population.Kernels { return p.kernels(d, seeds) },
	})
	if err != nil {
		return nil, err
	}
	return population.Unranked{Engine: e}, nil
}

// kernels are those of vectors.cl.
func (p *vectorPlan) kernels(d *population.Device, seeds []uint64) population.Kernels {
	return &population.MemberKernels{
		Device: d, Folder: "search/local", Files: files, Names: []string{"vectors.cl"},
		Params: []population.Word{
			population.Int("LENGTH", int(p.length)), population.Flag("ABSOLUTE", p.absolute),
			population.Reals("SIGMA", p.sigmas), population.Reals("TEMPERATURE", p.temperatures),
		},
		Replica: func(r int) []population.Word { return []population.Word{{Name: "SEED", Value: seeds[r]}} },
		Define: func(s *population.Program) {
			s.Defines.Add("MOST_DOUBLINGS", mostDoublings)
			s.Defines.Add("TEMPERATURES", temperatureCount)
			s.Defines = append(s.Defines, variation.Names()...)
			s.Defines.Add("P_MUTATION", variation.MutateGaussian)
			s.Defines.Add("P_PER_GENOME", true)
			s.Defines.Add("P_RARE(pm)", false)
			s.Defines.Add("PAR_EXPONENT_M", 0)
			s.Add(kernel.Gaussian, variation.Mutating)
		},
	}
}

// cooling is how many trials of a cooling come before a step, and how many it has.
func (p *vectorPlan) cooling(step int64) (done, length int64) {
	done, length = step-1, p.length
	for k := 0; done >= length; k++ {
		if k == mostDoublings {
			return done % length, length
		}
		done -= length
		length *= 2
	}
	return done, length
}
