// Package random is random search, on the CPU and on devices: every step draws a
// population anew, repairs and scores it, and the best of all is kept. It takes
// genomes of every kind and learns nothing from them, so it is what other algorithms
// are compared with.
//
// The statistics of a step and the solutions that Top lists are those of what the
// step drew. The best of a replica is the best ever.
//
// The random numbers of member i in a step:
//
//	Init, individual i     its genome, as that of a first population
//	Repair, individual i   its repair
//
// So step 0 draws what is the first population of other algorithms. draw.cl is the
// twin of random.go. Package population runs both.
package random
