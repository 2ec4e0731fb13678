// Package flowshop is permutation flow shop scheduling: every job goes through all
// machines in their order, and every machine takes the jobs in the same order, one at
// a time. That order is to be chosen such that the last job ends early (makespan), or
// such that the jobs end early on average (total flow time).
//
// An Instance is the data, processing times of at least 0. Read and Write know the
// files of Taillard's benchmarks, Generate makes his instances from his seeds. New
// turns an instance into a problem for the searches: gene k of a permutation is the
// job that comes k-th, and the score is minus the objective. WriteChart draws a schedule.
// Answers are judged by code that shares nothing with scoring.
//
// Names: n jobs i, j; m machines u, v; places k, from 0 in Go, from 1 in files.
//
// # What a move is worth
//
// The head of a place is when each machine is done with the job there; the tail of a
// place is how long it takes at least from when a machine begins with the job there to
// the end. A move that changes places a to b begins with the head before a, goes through
// the jobs from a to b, and meets the tail after b: the makespan is the largest sum of
// the two. Taillard (1990) found so what all insertions of a job are worth, in the time
// that one schedule takes. The total flow time needs all jobs from a on, or until
// machines are done as they were without the move.
package flowshop
