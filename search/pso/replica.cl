// All that a replica works with, at the start of a step (back 0) or, for the
// first positions, at its end (back 1). What alternates lies after step s in
// the buffer s % 2.
typedef struct {
    GLOBAL gene *now; // positions
    GLOBAL gene *next;
    GLOBAL i64 *score; // of now
    GLOBAL i64 *next_score; // of next
    GLOBAL f64 *velocity; // of now and then, in place, of next
    GLOBAL f64 *own0, *own1; // personal bests
    GLOBAL i64 *own_score0, *own_score1;
    GLOBAL u64 *global0, *global1; // who had the best personal best before the last step
    GLOBAL u64 *state;
    GLOBAL const u64 *own; // the replica's parameters
    GLOBAL const u64 *par;
    GLOBAL const u64 *data;
    LOCALPTR const u64 *cache;
    GLOBAL const f64 *bounds; // LEN lower ones, LEN upper ones
    u64 step;
    f64 anchor;
    u32 best; // the best member of now
} replica;

#define REPLICA_PARAMS                                                               \
    GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,    \
        GLOBAL f64 *velocities, GLOBAL f64 *own0, GLOBAL f64 *own1,                  \
        GLOBAL i64 *own_score0, GLOBAL i64 *own_score1,                              \
        GLOBAL u64 *global0, GLOBAL u64 *global1, GLOBAL u32 *best_members,          \
        GLOBAL u64 *states, GLOBAL const u64 *RESTRICT replicas,                     \
        GLOBAL const u64 *RESTRICT par, GLOBAL const u64 *RESTRICT data,             \
        GLOBAL const f64 *RESTRICT bounds

#define REPLICA(r, back)                                                             \
    replica_of(r, back, pop0, pop1, score0, score1, velocities, own0, own1,          \
               own_score0, own_score1, global0, global1, best_members, states,       \
               replicas, par, data, mem, bounds)

#define P_MEMBERS ((u32)par[PAR_MEMBERS])

DEVICE replica replica_of(u32 r, u32 back, GLOBAL gene *pop0, GLOBAL gene *pop1, GLOBAL i64 *score0, GLOBAL i64 *score1,
                          GLOBAL f64 *velocities, GLOBAL f64 *own0, GLOBAL f64 *own1, GLOBAL i64 *own_score0,
                          GLOBAL i64 *own_score1, GLOBAL u64 *global0, GLOBAL u64 *global1, GLOBAL u32 *best_members,
                          GLOBAL u64 *states, GLOBAL const u64 *replicas, GLOBAL const u64 *par, GLOBAL const u64 *data,
                          LOCALPTR const u64 *cache, GLOBAL const f64 *bounds)
{
    replica h;
    u64 first = (u64)r * P_MEMBERS;
    u32 swap;
    h.state = states + (u64)r * STATE_WORDS;
    h.step = h.state[STATE_STEP] + 1 - back;
    swap = (u32)h.state[STATE_STEP] & 1;
    h.now = (swap ? pop1 : pop0) + first * STRIDE;
    h.next = (swap ? pop0 : pop1) + first * STRIDE;
    h.score = (swap ? score1 : score0) + first;
    h.next_score = (swap ? score0 : score1) + first;
    h.velocity = velocities + first * LEN;
    h.own0 = own0 + first * LEN;
    h.own1 = own1 + first * LEN;
    h.own_score0 = own_score0 + first;
    h.own_score1 = own_score1 + first;
    h.global0 = global0 + r;
    h.global1 = global1 + r;
    h.best = best_members[r];
    h.own = replicas + (u64)r * OWN_WORDS;
    h.par = par;
    h.data = data;
    h.cache = cache;
    h.bounds = bounds;
    h.anchor = F64_FROM(h.state[STATE_ANCHOR]);
    return h;
}
