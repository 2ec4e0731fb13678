// Package sat is propositional formulas in clauses, and the two questions that
// are asked about them: can all clauses be satisfied (SAT), and how much weight
// of them can be (MAX-SAT, also weighted and partial).
//
// A Formula is the file as it was read, clause by clause. Read knows DIMACS CNF
// and both generations of WCNF; Write makes them. New turns a formula into a
// problem for the searches, where gene v of a binary genome is variable v+1:
// MAX-SAT of the formula as it stands, or SAT of its Strict form, in which every
// clause is hard. Generate and GenerateMaxCut make random formulas. Check judges
// an assignment by the formula as read and shares no code with any of the above.
// Whether all clauses can be satisfied, package search/lookahead decides.
//
// Names: n variables v from 0, m clauses c from 0. A literal of a Formula has
// DIMACS sign (+3, -3); a literal l of a cnf.Table is 2v, or 2v+1 when negated.
//
// Nothing here searches, and nothing here knows a device.
package sat
