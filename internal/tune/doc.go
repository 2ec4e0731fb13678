// Package tune searches for good parameters of an algorithm: candidates race
// each other on training instances, and the winner is compared with a baseline
// on instances that the race has never seen.
//
// A plan is TOML; ReadPlan checks all of it before anything runs, and Run does
// the rest. Two methods choose. Halving gives every candidate a few runs, keeps
// the better half, gives those more, and so on. Race does so in iterations: in
// each, candidates are dropped as soon as a test says that they are worse, and
// the next ones are drawn around the survivors (López-Ibáñez and others, The
// irace package, 2016). Both compare ranks within a trial, so instances need not
// have values of one size. All candidates have equal budgets, of evaluations or of
// time, and what is better for spending more is not recommended.
//
// A trial is an instance and a seed; all candidates see the same trials in the
// same order. A run never changes, so nothing is run twice, and candidates that
// differ in parameters of replicas share launches. What is drawn has addresses
// in package rng. The result depends on the plan alone, unless time ends runs.
//
// How runs are made is package experiment's business, how results are shown that
// of package report. Nothing here prints.
//
// Candidate n of iteration i is drawn at step i·2¹⁶ + attempt, individual n,
// of the purpose Tune, with the tuner's seed as the key; block 0 chooses the
// parent, blocks 1 + 16k on are parameter k's.
package tune
