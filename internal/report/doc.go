// Package report turns the runs of a campaign into tables, tests, pictures
// and one page that shows it all.
//
// A Report is what was run, Analyze computes everything once, and the methods
// of an Analysis write: Markdown, CSV, LaTeX, HTML, pictures in SVG and PNG, or
// a folder with all of them. Nothing here knows how results are stored or runs
// a search. All text that comes in is taken for what it is, and escaped where
// it goes out.
//
// A variant is an algorithm with its parameters; a group has the runs of one
// variant on one problem. A run without a feasible value is no part of
// summaries and pictures of values; in tests it is worse than all others.
package report
