// Package drat checks refutations: that a list of clauses in the format DRAT
// shows that a formula cannot be satisfied (Wetzler, Heule, Hunt: DRAT-trim, SAT
// 2014).
//
// Every clause of a proof must follow from those before it by unit propagation
// (RUP), or be harmless by resolution on its first literal (RAT); the last is the
// empty clause. A line that begins with d deletes a clause. Clauses are checked
// in the order of the file. As in drat-trim, the deletion of a clause that gives
// a literal its value for good is ignored.
//
// This is the judge of the searches, so it shares no code with any.
package drat
