// Package nsga2 is NSGA-II, a genetic algorithm for problems with several
// objectives, on the CPU and on devices, after Deb, Pratap, Agarwal and
// Meyarivan, "A Fast and Elitist Multiobjective Genetic Algorithm: NSGA-II"
// (2002).
//
// One step makes a generation. Parents are chosen by tournaments of two, which
// the lower rank wins and, of equal ranks, the larger crowding distance (III.C).
// As many children as members are made by the operators of internal/variation.
// Members and children together are sorted into fronts (III.A): a front is what
// nothing that is left dominates. Fronts survive from the first on; of the one
// that does not fit as a whole those survive whose neighbors in the front are
// furthest away (III.B). With constraints a feasible genome dominates one that is
// not, and of those that are not the one that violates less (VI).
//
// The paper says nothing of members with equal scores. They crowd small fronts
// out, so with unique=true those that equal an earlier one stand behind all
// fronts.
//
// What a step does is fixed by the address of each random number and by ties
// that go to the lower index, not by the order of the work, so Go and the
// kernels follow the same trajectory to the bit, although they sort in different
// ways. Archives and other ways to choose survivors than NSGA-II's
// belong into packages of their own.
//
// The random numbers of a pair of parents in a step:
//
//	Pair, word 2        whether they cross
//	Pair, word 3        where
//	Pair, words 4, 5    the contenders for the first parent
//	Pair, words 6, 7    and for the second
//
// Names: r replica, n members of a replica, i member, p pair, m criterion; the
// pool is the candidates for the next population, members before children.
//
// # On a device
//
// In small populations all pairs are compared: who comes before whom in the order of
// dominance.Candidates, who is next in a front, who is better among those that do not all
// fit, who comes before a survivor. Several work-items share a row where there are few rows.
// By two objectives one group a replica then takes fronts off in one sweep each (sweep.cl);
// by more it counts who still dominates a row (peel.cl).
//
// Large populations are sorted (sorter.go): by each criterion, so that classes of equal rows
// have an order in which nobody is dominated by a later one (order.cl), within fronts by each
// criterion for the crowding distances, and in the last front by these (choose.cl). Fronts
// take a launch each (fronts.cl). By two objectives a front is what is better by the second
// than all before it that are left; each tile of classes keeps the best of those left, so
// most tiles have nothing to do. By more, who dominates a class is counted once, tile by tile,
// and each front takes its members off the counts of the others; when the first front is
// enough, as in most late generations, that is all. Memory is linear in the population. What
// compares many pairs is launched in pieces, and ranks are kept apart from those of the
// members, so that a step can be left between two of them.
//
// Ranks of what violates something follow from the order alone. Ranking ends as soon as the
// survivors are found.
//
// # Statistics
//
// They are those of the first criterion; what violates something has no score
// and counts as the mean. The area that the first front dominates is a sum of
// strips, one for each member, as wide as it is better than the reference by
// the first criterion and as high as it is better by the second than all who
// are better by the first. Like other sums it follows the binary tree over the
// members' indices.
package nsga2
