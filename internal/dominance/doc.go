// Package dominance sorts solutions with several scores into fronts. One dominates another
// if it is nowhere worse and somewhere better; a front is what nothing that is left
// dominates. Larger scores are better.
//
// Fronts are unique, so how they are found changes no bit of a search. Sorter divides and
// conquers, after Jensen, "Reducing the Run-Time Complexity of Multiobjective EAs: The
// NSGA-II and Other Algorithms" (2003), with the splitting into three of Buzdalov and
// Shalyto, "A Provably Asymptotically Fast Version of the Generalized Jensen Algorithm for
// Non-Dominated Sorting" (2014): n solutions with m scores take O(n log^(m-1) n) steps and
// O(n m) memory.
package dominance
