// Package cli is the command line: flags, progress, signals, answers, checks and
// checkpoints, the same for every kind of problem that is registered. Families of
// subcommands with a life of their own are extensions, in the folders below.
package cli
