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
// packages report and export. Nothing here prints.
//
// # How a campaign works
//
// A cell is a problem, an algorithm and a point of its grid; run n is seed n
// mod seeds of cell n div seeds, so a run's number follows from the plan. Cells that
// differ only in parameters marked PerReplica share engines. A batch starts
// with as many replicas as a device works on side by side and doubles while a
// launch is short or, on a device, while that raises the rate; a run with a
// time limit shares its thread with no other. Each worker (a device, or the
// CPU) takes the next batch when it has finished one. Because a replica equals
// a run alone, neither batches nor devices nor interruptions can be seen in
// the results.
//
// Before anything runs, every engine that the plan needs is made once. What it
// refuses is told at the line of the key to change: errors say which
// parameters or stop rule they are about (search.FaultOf), and the first of
// those that the plan has is the place, else the algorithm's name.
//
// A batch that a user's code breaks off is halved until the run is alone, so
// that the others go on. Where a device broke it off, the CPU does the run
// again and decides, for drivers crash and hang too. A child that found no
// memory, or was killed from outside, says nothing about its code: the batches
// become smaller, and when a single run ends so, the campaign does, and
// resuming tries it again.
//
// The folder has one SQLite file: meta, the plan's files, cells, runs,
// failures, traces, solutions, and when which devices worked. It is in WAL mode with
// synchronous commits, by one writer, in groups of at most 25 ms; a run's
// number is the primary key. A second, empty SQLite file is the lock: the
// system drops it with the process.
//
// A campaign grows, and several are merged, in one way: a new file is made for the plan, the
// runs are copied from the old files to the numbers that the plan gives them, and the file
// takes its place at once. Cells are told by what makes their runs what they are, not by
// their names or limits. A shard has the runs whose cell and seed fall into it; neither
// changes when a plan grows.
//
// # What measuring has shown
//
//   - What a campaign adds to 10,000 runs on a GPU is above all rows in the
//     database, which begin when the runs end, all of them together: 27 ms on
//     a Xeon, at SQLite's 2 µs a row. Beside one engine with all runs it took
//     90 ms more while rows were handed over one value at a time and answers
//     checked in big numbers, and 20 ms more until runs that end together
//     shared in a statement what they have in common and what was stored was
//     no longer read back. Now it takes no more.
//   - Unequal shares of a GPU's two workers, so that one stores while the
//     other works, made it slower: 26 to 31 % more.
//   - On the CPU 64 populations to an engine stay in the cache; one engine
//     with all runs is slower.
package experiment
