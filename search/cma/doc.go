// Package cma is the evolution strategy with covariance matrix adaptation for
// real vectors, on the CPU and on devices, after Hansen, "The CMA Evolution
// Strategy: A Tutorial" (2016), with the restarts of Auger and Hansen, "A
// Restart CMA Evolution Strategy With Increasing Population Size" (2005), and of
// Hansen, "Benchmarking a BI-Population CMA-ES on the BBOB-2009 Function Testbed"
// (2009).
//
// A replica is a normal distribution: a mean m, a step size σ and a covariance
// matrix C. A generation samples λ vectors from it, ranks them by their scores
// and moves the distribution toward the better ones; nothing but the order of
// the scores is used, except to see that nothing happens any more. When a run of
// generations has come to its end (restart.go), the replica starts another one
// somewhere else, with a larger population.
//
// A step samples and scores as many vectors as the first run's population has
// members. A larger population takes several steps, a chunk each, and the
// distribution moves after the last of them. So every step costs the same, and
// replicas with populations of different sizes advance side by side.
//
// Genes are scaled by their ranges: the distribution lives where every gene
// reaches from 0 to 1. What falls outside is mirrored at the bounds, as often as
// needed, and the distribution is not told: it sees a landscape that goes on
// beyond the bounds as in a mirror, so its own mathematics holds everywhere.
//
// C = B diag(d²) Bᵀ is taken apart (eigen.go) as rarely as Hansen's own short
// program does it, purecma: after 0.5/(n (c1 + cmu)) generations, which is five times
// the gap of the tutorial's B.2. Every sum there and in the updates belongs to one
// coordinate and runs in the order of the indices, so that vectors of a
// processor (product.go) and work-items of a group make the same bits.
//
// With covariance=separable C is diagonal (Ros and Hansen, "A Simple Modification in
// CMA-ES Achieving Linear Time and Space Complexity", 2008): B is the identity, d
// follows at once, and time and memory grow with n alone. SEPARABLE tells the
// kernels.
//
// The random numbers, which all belong to a step s:
//
//	Init, step 0, individual k, block j      gene j of the mean of run k
//	Init, step 0, individual k, block n      size and first step of run k, if it is a small one
//	Sample, step s, individual i, block j    deviate j of member i of the chunk
//
// The names are the tutorial's: z a vector of deviates, y = B (d z), x = m + σ y;
// ps and pc the evolution paths; w weights; n genes, λ members, μ parents.
//
// Nothing of a member but its score is kept until its generation ends: its
// deviates are drawn again from their addresses. Large matrices are taken
// apart in many launches, and between two of them a step can be given up.
package cma
