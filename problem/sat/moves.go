package sat

import "github.com/warbler-opt/warbler/problem"

var _ problem.Mover = (*Problem)(nil)

// Moves is NewState for searches that do not know clauses.
func (p *Problem) Moves(g problem.Genome) problem.Moves { return p.NewState(g) }
