// All that a replica works with, at the start of a step or, with back 1, before
// the first population. The pool of a step, members before children, lies in row
// table (step + 1) % 2, and the population that comes of it in table step % 2.

#define P_CROSSOVER ((u32)par[PAR_CROSSOVER])
#define P_MUTATION ((u32)par[PAR_MUTATION])
#define P_PER_GENOME ((u32)par[PAR_PER_GENOME])
#define P_RARE(pm) ((pm) > 0 && (pm) <= RARE_THRESHOLD)
#define P_MEMBERS ((u32)par[PAR_MEMBERS])
#define P_ROWS ((u32)par[PAR_ROWS]) // of a replica in a table

// The rank of who cannot survive, or has no rank yet.
#define UNRANKED 0xFFFFFFFFu

typedef struct {
    GLOBAL gene *row;
    GLOBAL i64 *score; // OBJECTIVES of each row
    GLOBAL i64 *violation;
    GLOBAL u32 *rank;
    GLOBAL f64 *crowding;
} table;

typedef struct {
    table pool, next;
    GLOBAL u64 *state;
    GLOBAL const u64 *own; // the replica's parameters
    GLOBAL u32 *dominated; // by how many of the pool; later: whether it survives
    GLOBAL u32 *twin;      // equals an earlier one
    GLOBAL u32 *list;      // fronts; later: the survivors
    GLOBAL u32 *edge;      // the front that may not fit as a whole, and how many of it do
    GLOBAL u16 *inverse;
    u64 step;
} replica;

// The arrays in the order of replica.Arrays, and what Open adds.
#define REPLICA_PARAMS                                                                            \
    GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,                 \
        GLOBAL i64 *violation0, GLOBAL i64 *violation1, GLOBAL u32 *rank0, GLOBAL u32 *rank1,     \
        GLOBAL f64 *crowding0, GLOBAL f64 *crowding1, GLOBAL u64 *states,                         \
        GLOBAL const u64 *RESTRICT replicas, GLOBAL const u64 *RESTRICT par,                      \
        GLOBAL const u64 *RESTRICT data, GLOBAL const f64 *RESTRICT bounds, GLOBAL u16 *inverse,  \
        GLOBAL u32 *dominated, GLOBAL u32 *twin, GLOBAL u32 *list, GLOBAL u32 *edge, u32 back

#define REPLICA(r)                                                                                \
    replica_of(r, back, pop0, pop1, score0, score1, violation0, violation1, rank0, rank1,         \
               crowding0, crowding1, states, replicas, par, inverse, dominated, twin, list, edge)

DEVICE replica replica_of(u32 r, u32 back, GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,
                          GLOBAL i64 *violation0, GLOBAL i64 *violation1, GLOBAL u32 *rank0, GLOBAL u32 *rank1,
                          GLOBAL f64 *crowding0, GLOBAL f64 *crowding1, GLOBAL u64 *states, GLOBAL const u64 *replicas,
                          GLOBAL const u64 *par, GLOBAL u16 *inverse, GLOBAL u32 *dominated, GLOBAL u32 *twin,
                          GLOBAL u32 *list, GLOBAL u32 *edge)
{
    replica h;
    table a, b;
    u64 first = (u64)r * P_ROWS;
    a.row = pop0 + first * STRIDE;
    a.score = score0 + first * OBJECTIVES;
    a.violation = violation0 + first;
    a.rank = rank0 + first;
    a.crowding = crowding0 + first;
    b.row = pop1 + first * STRIDE;
    b.score = score1 + first * OBJECTIVES;
    b.violation = violation1 + first;
    b.rank = rank1 + first;
    b.crowding = crowding1 + first;
    h.state = states + (u64)r * STATE_WORDS;
    h.step = h.state[STATE_STEP] + 1 - back;
    h.pool = h.step & 1 ? a : b;
    h.next = h.step & 1 ? b : a;
    h.own = replicas + (u64)r * OWN_WORDS;
    h.dominated = dominated + first;
    h.twin = twin + first;
    h.list = list + first;
    h.edge = edge + (u64)r * 2;
    h.inverse = inverse + (u64)r * ((P_MEMBERS + 1) / 2) * STRIDE;
    return h;
}

// How many of the pool there are: only members before the first step.
#define POOL_SIZE (back ? P_MEMBERS : 2 * P_MEMBERS)

// The element that this work-item has; groups is how many a replica has.
#define ELEMENT (GROUP_ID % groups * GROUP_SIZE + LOCAL_ID)

// A score by criterion m for arithmetic.
DEVICE f64 criterion_number(u32 m, i64 s)
{
    return CRITERION_FLOATS >> m & 1 ? float_of_score(s) : (f64)s;
}
