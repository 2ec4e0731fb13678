// What both ways to keep formulas share. See doc.go for rows, literals and
// clauses; Go's onCPU is the twin.
//
//   state    the words of stateNames, STATE_…; the host reads and writes them between
//            launches only
//   arena    the formulas that are kept, a stack in a ring: word w of the one at a place is at
//            w * capacity + (head + place) % capacity
//   batch    those that are divided in this step, word w of formula i at w * BATCH + i
//   decided  the literals of the clause that each of them is divided on, as a clause
//   found    for branch j of formula i, at j * BATCH + i, the clause that the child is divided
//            on, or NONE where there is no child
//   sums     of each group, 16 bits each: children of the three branches, outputs
//   offsets  of each group, three words: children of each branch in the groups before
//
// A step is expand, scan (one group) and spread; begin makes the first batch. Both
// stores have them with the same parameters. Groups have GROUP_WORKERS work-items; first is
// the number of the launch's first group, where a batch takes several launches.

#define NONE 0xFFFFFFFFu
#define LITERAL(c, k) ((c) >> (10 * (k)) & 1023u)

DEVICE u64 arena_at(GLOBAL const u32 *state, u32 place)
{
    u32 slot = state[STATE_HEAD] + place;
    return slot >= state[STATE_CAPACITY] ? slot - state[STATE_CAPACITY] : slot;
}

// Where branch j of formula i stands among the outputs of a batch.
DEVICE u32 output_place(GLOBAL const u32 *state, u32 take, u32 i, u32 j)
{
    return state[STATE_BRANCH] ? j * take + i : 3 * i + j;
}

// Adds up a group's children and outputs. Groups past the batch have no place.
DEVICE void store_sums(GLOBAL u64 *sums, u32 group, u32 take, u64 sum, LOCALPTR u64 *scratch)
{
    sum = group_sum_u64(sum, scratch);
    if (LOCAL_ID == 0 && group * GROUP_WORKERS < take)
        sums[group] = sum;
}

// The scan: how many children there are before each group, and what comes next. counted
// says that this is a step, and not the first batch.
KERNEL void scan(GLOBAL u32 *state, GLOBAL const u64 *sums, GLOBAL u32 *offsets, GLOBAL u32 *counts,
                   u32 counted LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u32 take = state[STATE_TAKE], groups = (take + GROUP_WORKERS - 1) / GROUP_WORKERS;
    u32 each = (groups + GROUP_WORKERS - 1) / GROUP_WORKERS;
    u32 from = MIN(LOCAL_ID * each, groups), to = MIN(from + each, groups);
    u32 a = 0, b = 0, c = 0, outputs = 0, all_a, all_b, all_c, all;
    for (u32 g = from; g < to; g++) {
        u64 t = sums[g];
        a += (u32)t & 0xFFFFu;
        b += (u32)t >> 16;
        c += (u32)(t >> 32) & 0xFFFFu;
        outputs += (u32)(t >> 48);
    }
    a = group_scan_u32(a, &all_a, memory);
    b = group_scan_u32(b, &all_b, memory);
    c = group_scan_u32(c, &all_c, memory);
    outputs = (u32)group_sum_u64(outputs, memory);
    for (u32 g = from; g < to; g++) {
        u64 t = sums[g];
        offsets[3 * g] = a;
        offsets[3 * g + 1] = b;
        offsets[3 * g + 2] = c;
        a += (u32)t & 0xFFFFu;
        b += (u32)t >> 16;
        c += (u32)(t >> 32) & 0xFFFFu;
    }
    if (LOCAL_ID == 0) {
        u32 base = state[STATE_SIZE] - take, size = base + all_a + all_b + all_c;
        u32 kept = size + state[STATE_SWAPPED] + state[STATE_RESERVE];
        u32 most = state[STATE_ROOM] > kept ? (state[STATE_ROOM] - kept) / 2 : 0;
        state[STATE_TAKEN] = take;
        state[STATE_BASE] = base;
        state[STATE_FIRST] = all_a;
        state[STATE_SECOND] = all_b;
        state[STATE_THIRD] = all_c;
        all = size + state[STATE_SWAPPED];
        if (take > 0 && counted) {
            counts[state[STATE_STEPS] % MOST_STEPS] = outputs;
            state[STATE_STEPS]++;
        }
        state[STATE_SIZE] = size;
        if (state[STATE_MODEL] != NONE || all == 0) {
            state[STATE_ENDED] = 1;
            state[STATE_TAKE] = 0;
        } else {
            u32 next = MIN(state[STATE_BATCH], MAX(most, 1u));
            state[STATE_TAKE] = MIN(next, all);
        }
    }
}

// The place among the kept formulas of each child of formula i; those that do not
// exist have none. children says which do.
typedef struct {
    u32 place[3];
    u32 children;
} branches;

DEVICE branches branches_of(GLOBAL const u32 *state, GLOBAL const u32 *found, GLOBAL const u32 *offsets, u32 group,
                            u32 i, LOCALPTR u64 *scratch)
{
    branches r;
    u32 taken = state[STATE_TAKEN], children = 0, batch = state[STATE_BATCH], all, before, seen = 0;
    u32 first = state[STATE_FIRST], second = state[STATE_SECOND], count = first + second + state[STATE_THIRD];
    if (i < taken)
        for (u32 j = 0; j < 3; j++)
            children |= found[(u64)j * batch + i] != NONE ? 1u << j : 0;
    before = group_scan_u32((children & 1) | (children & 2) << 9 | (children & 4) << 18, &all, scratch);
    r.children = children;
    for (u32 j = 0; j < 3; j++) {
        u32 at = 0;
        if (children >> j & 1) {
            if (state[STATE_BRANCH])
                at = offsets[3 * group + j] + LITERAL(before, j) + (j > 0 ? first : 0) + (j > 1 ? second : 0);
            else
                at = offsets[3 * group] + offsets[3 * group + 1] + offsets[3 * group + 2] + LITERAL(before, 0) +
                     LITERAL(before, 1) + LITERAL(before, 2) + seen;
            at = state[STATE_BASE] + (state[STATE_LAST] ? count - 1 - at : at);
            seen++;
        }
        r.place[j] = at;
    }
    return r;
}

// Word w of an assignment in which literal j of a clause becomes true, and those
// before it false. Without a clause it stays as it is.
DEVICE u32 decide(u32 x, u32 w, u32 clause, u32 j)
{
    for (u32 k = 0; k <= j; k++) {
        u32 l = LITERAL(clause, k) ^ (k < j ? 1u : 0u);
        x |= clause != 0 && l >> 5 == w ? 1u << (l & 31) : 0;
    }
    return x;
}

// How many formulas assign how many variables.
KERNEL void measure(GLOBAL const u32 *state, GLOBAL const u32 *arena, GLOBAL u32 *histogram)
{
    u32 i = GLOBAL_ID;
    if (i < state[STATE_SIZE]) {
        u64 slot = arena_at(state, i);
        u32 n = 0;
        for (u32 w = 0; w < state[STATE_WORDS]; w++)
            n += POPCOUNT32(arena[(u64)w * state[STATE_CAPACITY] + slot]);
        ATOMIC_ADD32(histogram + n - 1, 1);
    }
}
