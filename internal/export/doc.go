// Package export writes the runs of a campaign for other programs: as CSV, JSON
// Lines or Parquet, a row for each run or for each point of the runs' traces,
// and as a folder that IOHanalyzer reads.
//
// It is a room of its own because Parquet brings compression and more with it,
// which a program that only runs campaigns should not have to carry. Nothing
// here computes: what the numbers mean is said in package experiment.
package export
