// Formulas that are kept as assignments. The clauses, and for each literal what
// else is in its clauses, are a table, on chip where TABLE_ON_CHIP says so.
//
//   table    clauses; from STATE_STARTS on, where the list of each literal begins; from
//            STATE_OTHERS on, the lists
//   a        the assignments of a group, in local memory: word w of this work-item's at
//            w * GROUP_WORKERS + LOCAL_ID, so that lanes never share a bank

#if TABLE_ON_CHIP
#define TABLE LOCALPTR const u32
#else
#define TABLE GLOBAL const u32
#endif

DEVICE u32 is_true(LOCALPTR const u32 *a, u32 l)
{
    return a[(l >> 5) * GROUP_WORKERS + LOCAL_ID] >> (l & 31) & 1;
}

DEVICE void flip(LOCALPTR u32 *a, u32 l)
{
    a[(l >> 5) * GROUP_WORKERS + LOCAL_ID] ^= 1u << (l & 31);
}

DEVICE u32 is_satisfied(LOCALPTR const u32 *a, u32 c)
{
    return is_true(a, LITERAL(c, 0)) | is_true(a, LITERAL(c, 1)) | is_true(a, LITERAL(c, 2));
}

// The literals of a clause that are not false, and their number.
DEVICE u32 what_is_left(LOCALPTR const u32 *a, u32 c, u32 *count)
{
    u32 rest = 0, n = 0;
    for (; c != 0; c >>= 10)
        if (!is_true(a, (c & 1023u) ^ 1)) {
            rest |= (c & 1023u) << (10 * n);
            n++;
        }
    *count = n;
    return rest;
}

// The instance, read from the state once: stores to global memory would make the
// compiler read it again and again.
typedef struct {
    TABLE *clause, *start, *others;
    u32 clauses, shortest;
} instance;

DEVICE instance instance_of(GLOBAL const u32 *state, TABLE *table)
{
    instance p;
    p.clause = table;
    p.start = table + state[STATE_STARTS];
    p.others = table + state[STATE_OTHERS];
    p.clauses = state[STATE_CLAUSES];
    p.shortest = state[STATE_SHORTEST];
    return p;
}

// The clause to divide on, or the number of clauses when all are satisfied.
DEVICE u32 choose(instance p, LOCALPTR const u32 *a, u32 from)
{
    u32 best = p.clauses, fewest = 4, n;
    if (!p.shortest) {
        while (from < p.clauses && is_satisfied(a, p.clause[from]))
            from++;
        return from;
    }
    for (u32 at = 0; at < p.clauses && fewest > 1; at++)
        if (!is_satisfied(a, p.clause[at])) {
            what_is_left(a, p.clause[at], &n);
            if (n < fewest) {
                best = at;
                fewest = n;
            }
        }
    return best;
}

// Whether some clause with a literal that became false has no other that is not.
DEVICE u32 in_conflict(instance p, LOCALPTR const u32 *a, u32 l)
{
    u32 hit = 0, end = p.start[l + 1];
    for (u32 k = p.start[l]; k < end && !hit; k++) {
        u32 o = p.others[k];
        hit = is_true(a, LITERAL(o, 0) ^ 1) & is_true(a, LITERAL(o, 1) ^ 1);
    }
    return hit;
}

// Brings the table on chip, for groups that have work.
#if TABLE_ON_CHIP
#define OPEN_TABLE(busy)                                                            \
    LOCALPTR u32 *table = a + state[STATE_WORDS] * GROUP_WORKERS;                   \
    if (busy)                                                                       \
        for (u32 k = LOCAL_ID; k < state[STATE_TABLE]; k += GROUP_WORKERS)          \
            table[k] = data[k];                                                     \
    BARRIER();
#else
#define OPEN_TABLE(busy) GLOBAL const u32 *table = data;
#endif

// The first batch: all assignments of the most frequent variables, STATE_TAKE of
// them from number STATE_FROM on; the first variable is the highest bit.
KERNEL void begin(GLOBAL u32 *state, GLOBAL const u32 *RESTRICT data, GLOBAL u32 *RESTRICT batch,
                  GLOBAL u32 *RESTRICT decided, GLOBAL u32 *RESTRICT found, GLOBAL u64 *RESTRICT sums,
                  u32 first LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    LOCALPTR u32 *a = (LOCALPTR u32 *)(memory + GROUP_SCRATCH(GROUP_WORKERS));
    u32 group = first + GROUP_ID, i = group * GROUP_WORKERS + LOCAL_ID, take = state[STATE_TAKE];
    u32 size = state[STATE_BATCH], words = state[STATE_WORDS], bits = state[STATE_BITS];
    u64 sum = 0;
    OPEN_TABLE(group * GROUP_WORKERS < take)
    instance p = instance_of(state, table);
    if (i < take) {
        GLOBAL const u32 *often = data + state[STATE_OFTEN];
        u32 number = state[STATE_FROM] + i, valid = 1, n, chosen;
        for (u32 w = 0; w < words; w++)
            a[w * GROUP_WORKERS + LOCAL_ID] = w == 0 ? 2 : 0;
        for (u32 k = 0; k < bits; k++)
            flip(a, 2 * often[k] | (number >> (bits - 1 - k) & 1));
        for (u32 c = 0; c < p.clauses && valid; c++)
            if (!is_satisfied(a, p.clause[c])) {
                what_is_left(a, p.clause[c], &n);
                valid = n > 0;
            }
        for (u32 w = 0; w < words; w++)
            batch[(u64)w * size + i] = a[w * GROUP_WORKERS + LOCAL_ID];
        chosen = NONE;
        if (valid) {
            chosen = choose(p, a, 0);
            sum = 1;
            if (chosen == p.clauses)
                ATOMIC_MIN32(state + STATE_MODEL, output_place(state, take, i, 0));
        }
        decided[i] = 0;
        found[i] = chosen;
        found[(u64)size + i] = NONE;
        found[2 * (u64)size + i] = NONE;
    }
    store_sums(sums, group, take, sum, memory);
}

KERNEL void expand(GLOBAL u32 *state, GLOBAL const u32 *RESTRICT data, GLOBAL const u32 *RESTRICT arena,
                   GLOBAL u32 *RESTRICT batch, GLOBAL u32 *RESTRICT decided, GLOBAL u32 *RESTRICT found,
                   GLOBAL u64 *RESTRICT sums, u32 first LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    LOCALPTR u32 *a = (LOCALPTR u32 *)(memory + GROUP_SCRATCH(GROUP_WORKERS));
    u32 group = first + GROUP_ID, i = group * GROUP_WORKERS + LOCAL_ID, take = state[STATE_TAKE];
    u32 size = state[STATE_BATCH], words = state[STATE_WORDS], capacity = state[STATE_CAPACITY];
    u64 sum = 0;
    OPEN_TABLE(group * GROUP_WORKERS < take)
    instance p = instance_of(state, table);
    if (i < take) {
        u64 slot = arena_at(state, state[STATE_SIZE] - (state[STATE_LAST] ? 1 + i : take - i));
        u32 from, rest, count, alive = 1;
        for (u32 w = 0; w < words; w++) {
            u32 x = arena[(u64)w * capacity + slot];
            batch[(u64)w * size + i] = x;
            a[w * GROUP_WORKERS + LOCAL_ID] = x;
        }
        from = arena[(u64)words * capacity + slot];
        rest = what_is_left(a, p.clause[from], &count);
        decided[i] = rest;
        sum = (u64)count << 48;
        for (u32 j = 0; j < 3; j++) {
            u32 chosen = NONE;
            if (j < count && alive) {
                u32 l = LITERAL(rest, j);
                flip(a, l);
                if (!in_conflict(p, a, l ^ 1)) {
                    chosen = choose(p, a, from);
                    sum += (u64)1 << (16 * j);
                    if (chosen == p.clauses)
                        ATOMIC_MIN32(state + STATE_MODEL, output_place(state, take, i, j));
                }
                flip(a, l);
                flip(a, l ^ 1);
                alive = j + 1 < count && !in_conflict(p, a, l);
            }
            found[(u64)j * size + i] = chosen;
        }
    }
    store_sums(sums, group, take, sum, memory);
}

KERNEL void spread(GLOBAL u32 *state, GLOBAL u32 *RESTRICT arena, GLOBAL const u32 *RESTRICT batch,
                   GLOBAL const u32 *RESTRICT decided, GLOBAL const u32 *RESTRICT found,
                   GLOBAL const u32 *RESTRICT offsets, GLOBAL u32 *RESTRICT model,
                   u32 first LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u32 group = first + GROUP_ID, i = group * GROUP_WORKERS + LOCAL_ID;
    u32 size = state[STATE_BATCH], words = state[STATE_WORDS], capacity = state[STATE_CAPACITY];
    branches b = branches_of(state, found, offsets, group, i, memory);
    u32 clause = b.children ? decided[i] : 0;
    for (u32 j = 0; j < 3; j++)
        if (b.children >> j & 1) {
            u64 slot = arena_at(state, b.place[j]);
            u32 winner = state[STATE_MODEL] == output_place(state, state[STATE_TAKEN], i, j);
            for (u32 w = 0; w < words; w++) {
                u32 x = decide(batch[(u64)w * size + i], w, clause, j);
                arena[(u64)w * capacity + slot] = x;
                if (winner)
                    model[w] = x;
            }
            arena[(u64)words * capacity + slot] = found[(u64)j * size + i];
        }
}
