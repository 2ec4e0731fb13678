// The pool of a step, members before children, is what a replica has now, and the
// population that comes of it what it has next. back is 1 before the first population.

#define P_CROSSOVER ((u32)par[PAR_CROSSOVER])
#define P_MUTATION ((u32)par[PAR_MUTATION])
#define P_PER_GENOME ((u32)par[PAR_PER_GENOME])
#define P_RARE(pm) ((pm) > 0 && (pm) <= RARE_THRESHOLD)
#define P_MEMBERS ((u32)par[PAR_MEMBERS])

// The rank of who cannot survive, or has no rank yet.
#define UNRANKED 0xFFFFFFFFu

// How many of the pool there are: only members before the first step.
#define POOL_SIZE (back ? P_MEMBERS : 2 * P_MEMBERS)

// A score by criterion m for arithmetic.
DEVICE f64 criterion_number(u32 m, i64 s)
{
    return CRITERION_FLOATS >> m & 1 ? float_of_score(s) : (f64)s;
}
