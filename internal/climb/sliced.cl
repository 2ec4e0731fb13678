// Climbing from 32 genomes at once: the twin of sliced.go. A group of 32
// work-items visits the schedule level by level, a variable each.
//
// LEN, WORDS, STRIDE  of genomes, whose type is gene
// SLICED_PLANES       bits that count a variable's occurrences
// SLICED_PACKED       1 when an entry is one word
// SLICED_ON_CHIP      1 when the words of literals fit on chip
// SLICED_REPORT       1 when passes are reported as figure 10 does
//
// The schedule: SCHEDULE_… words, then the variables by level, the starts of levels,
// of variables' entries, the numbers of negated occurrences, the entries, the
// starts of the clauses and their literals.
#if SLICED_ON_CHIP
#define SLICE LOCALPTR
#else
#define SLICE GLOBAL
#endif

// Words of literals, with the two that are always and never true.
#define SLICED_WORDS (2 * LEN + 2)
// On-chip words besides: what the group is shared, and a count for each genome.
#define SHARED_FLIPPED 0
#define SHARED_FINAL 1
#define SHARED_COUNTS 2

// Adds a bit of value 2^j to each lane.
#define SLICED_RIPPLE(x, from)                           \
    {                                                    \
        u32 carry = (x);                                 \
        _Pragma("unroll")                                \
        for (u32 j = (from); j <= SLICED_PLANES; j++) {  \
            u32 both = n[j] & carry;                     \
            n[j] ^= carry;                               \
            carry = both;                                \
        }                                                \
    }

#if SLICED_PACKED
// What a packed entry adds.
DEVICE u32 sliced_entry(SLICE const u32 *lit, u32 e)
{
    return (lit[e & 0x7FFF] | lit[e >> 15 & 0x7FFF]) ^ (u32)((i32)e >> 31);
}
#endif

#define SLICED_MAJORITY(a, b, c) (((a) & (b)) | (((a) ^ (b)) & (c)))

// Visits the variable at place k and returns the genomes in which it changed.
DEVICE u32 sliced_visit(SLICE u32 *lit, GLOBAL const u32 *schedule, u32 k)
{
    u32 v = schedule[SCHEDULE_WORDS + k], i = schedule[schedule[SCHEDULE_START] + k], end = schedule[schedule[SCHEDULE_START] + k + 1];
    u32 from = ((u32)1 << SLICED_PLANES) - schedule[schedule[SCHEDULE_NEGATIVE] + k];
    u32 n[SLICED_PLANES + 1], low = 0, x, f;
    GLOBAL const u32 *entries = schedule + schedule[SCHEDULE_ENTRIES];
#pragma unroll
    for (u32 j = 0; j <= SLICED_PLANES; j++)
        n[j] = 0 - (from >> j & 1);
#if SLICED_PACKED
    for (; i < end; i += 4) {
        u32 a = sliced_entry(lit, entries[i]), b = sliced_entry(lit, entries[i + 1]);
        u32 c = sliced_entry(lit, entries[i + 2]), d = sliced_entry(lit, entries[i + 3]);
        u32 s = SLICED_MAJORITY(n[0], a, b), t;
        n[0] ^= a ^ b;
        t = SLICED_MAJORITY(n[0], c, d);
        n[0] ^= c ^ d;
        x = SLICED_MAJORITY(n[1], s, t);
        n[1] ^= s ^ t;
        SLICED_RIPPLE(x, 2)
    }
#else
    while (i < end) {
        u32 head = entries[i], stop = i + 1 + (head >> 1), any = 0;
        for (i++; i < stop; i++)
            any |= lit[entries[i]];
        SLICED_RIPPLE(any ^ (0 - (head & 1)), 0)
    }
#endif
#pragma unroll
    for (u32 j = 0; j < SLICED_PLANES; j++)
        low |= n[j];
    x = lit[2 * v];
    f = (n[SLICED_PLANES] & low & ~x) | (x & ~n[SLICED_PLANES]);
    lit[2 * v] = x ^ f;
    lit[2 * v + 1] = ~(x ^ f);
    return f;
}

// Makes at most so many passes from count genomes and scores them. shared has
// 34 words on chip; lit has SLICED_WORDS words. Neither may be in use: a second
// call needs a barrier before it.
DEVICE void sliced_climb(GLOBAL gene *rows, GLOBAL i64 *score, GLOBAL u32 *last, u32 count, u32 passes,
                         GLOBAL const u32 *schedule, SLICE u32 *lit, LOCALPTR u32 *shared)
{
    u32 live = count < 32 ? ((u32)1 << count) - 1 : 0xFFFFFFFFu, mine = 0, going = 1;
    u32 levels = schedule[SCHEDULE_LEVELS], clauses = schedule[SCHEDULE_CLAUSES];
    GLOBAL const u32 *level = schedule + schedule[SCHEDULE_LEVEL];
    GLOBAL const u32 *starts = schedule + schedule[SCHEDULE_CLAUSE], *lits = schedule + schedule[SCHEDULE_LITS];
    for (u32 v = LOCAL_ID; v < LEN; v += GROUP_SIZE) {
        u32 x = 0;
        for (u32 i = 0; i < 32; i++)
            if (i < count)
                x |= ((u32)(rows[i * STRIDE + v / 64] >> (v % 64)) & 1) << i;
        lit[2 * v] = x;
        lit[2 * v + 1] = ~x;
    }
    if (LOCAL_ID == 0) {
        lit[2 * LEN] = 0xFFFFFFFFu;
        lit[2 * LEN + 1] = 0;
        shared[SHARED_FLIPPED] = 0;
        shared[SHARED_FINAL] = 0;
    }
    shared[SHARED_COUNTS + LOCAL_ID] = 0;
    BARRIER();
    for (u32 pass = 1; pass <= passes && going; pass++) {
        u32 flipped = 0, final = 0;
        for (u32 r = 0; r < levels; r++) {
            for (u32 k = level[r] + LOCAL_ID; k < level[r + 1]; k += GROUP_SIZE) {
                u32 f = sliced_visit(lit, schedule, k);
                flipped |= f;
                final |= schedule[SCHEDULE_WORDS + k] == schedule[SCHEDULE_LAST] ? f : 0;
            }
            BARRIER();
        }
        if (flipped)
            ATOMIC_OR32(&shared[SHARED_FLIPPED], flipped);
        if (final)
            ATOMIC_OR32(&shared[SHARED_FINAL], final);
        BARRIER();
        flipped = shared[SHARED_FLIPPED] & live;
        final = shared[SHARED_FINAL];
        BARRIER();
        if (LOCAL_ID == 0) {
            shared[SHARED_FLIPPED] = 0;
            shared[SHARED_FINAL] = 0;
        }
        if (flipped >> LOCAL_ID & 1)
            mine = SLICED_REPORT && !(final >> LOCAL_ID & 1) ? pass - 1 : pass;
        going = flipped != 0;
    }
    for (u32 c = LOCAL_ID; c < clauses; c += GROUP_SIZE) {
        u32 any = 0;
        for (u32 i = starts[c]; i < starts[c + 1]; i++)
            any |= lit[lits[i]];
        // Few clauses fail.
        for (any = ~any & live; any; any &= any - 1)
            ATOMIC_ADD32(&shared[SHARED_COUNTS + CTZ32(any)], 1);
    }
    BARRIER();
    if (LOCAL_ID < count) {
        i64 failed = (i64)shared[SHARED_COUNTS + LOCAL_ID];
        i64 best = (i64)((u64)schedule[SCHEDULE_BEST + 1] << 32 | schedule[SCHEDULE_BEST]);
        i64 violated = (i64)schedule[SCHEDULE_VIOLATED] + (schedule[SCHEDULE_HARD] ? failed : 0);
        score[LOCAL_ID] = violated ? -violated : best - failed;
        last[LOCAL_ID] = mine;
    }
    for (u32 t = LOCAL_ID; t < 32 * WORDS; t += GROUP_SIZE) {
        u32 i = t / WORDS, w = t % WORDS, end = MIN(LEN - 64 * w, 64);
        u64 x = 0;
        if (i < count) {
            for (u32 j = 0; j < end; j++)
                x |= (u64)(lit[2 * (64 * w + j)] >> i & 1) << j;
            rows[i * STRIDE + w] = x;
        }
    }
}
