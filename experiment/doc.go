// Package experiment runs campaigns: many runs of many algorithms on many
// problems, from one plan, on all devices at once, kept in one file that
// survives whatever happens to the program.
//
// A plan is TOML; ReadPlan checks all of it before anything runs. Create and
// Load give a Campaign, whose Run does what is missing. Open reads what has
// been done, for tables and pictures. Perform does any list of runs in the same
// batches and keeps nothing.
//
// What a run does is the searches' business, how results are told is that of
// the packages below. Nothing here prints.
package experiment
