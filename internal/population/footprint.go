package population

import "github.com/warbler-opt/warbler/problem"

// memberBytes is what engines keep of a member besides its genes: scores, ranks,
// places in an order.
const memberBytes = 40

// MemberBytes is the bytes of members that have some rows of genes each, and a few
// numbers.
func MemberBytes(r problem.Representation, members, rows float64) float64 {
	return members * (rows*float64(r.Bytes()) + memberBytes)
}
