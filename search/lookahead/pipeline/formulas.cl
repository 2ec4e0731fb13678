// Formulas that are kept with their clauses, as the paper has them: word WORDS of a row
// is the clause to divide on, the next the number of clauses, and then come the
// clauses. A work-item walks the clauses of a formula; neighbors read neighboring
// words.

// Clauses that are read at once, so that a work-item does not wait for each of them.
#define AHEAD 4

// The literals that are true in each of three children of a clause, and those that
// are false, as bits: the first child has the first literal true, the others have it
// false, and so on.
typedef struct {
    u32 truth, falsehood;
} outcome;

DEVICE outcome outcome_of(u32 l, u32 clause)
{
    outcome f;
    u32 a = LITERAL(clause, 0), b = LITERAL(clause, 1), c = LITERAL(clause, 2);
    f.truth = (l == a ? 1u : 0) | (l == (a ^ 1) ? 6u : 0) | (l == b ? 2u : 0) | (l == (b ^ 1) ? 4u : 0) | (l == c ? 4u : 0);
    f.falsehood = (l == (a ^ 1) ? 1u : 0) | (l == a ? 6u : 0) | (l == (b ^ 1) ? 2u : 0) | (l == b ? 4u : 0) | (l == (c ^ 1) ? 4u : 0);
    return f;
}

// A clause in the three children: which of them it is satisfied in, and what is left
// of it in the others.
DEVICE u32 simplify(u32 c, u32 clause, u32 *rest)
{
    u32 gone = 0, shift0 = 0, shift1 = 0, shift2 = 0;
    rest[0] = rest[1] = rest[2] = 0;
    for (; c != 0; c >>= 10) {
        u32 l = c & 1023u;
        outcome f = outcome_of(l, clause);
        gone |= f.truth;
        if (!(f.falsehood & 1)) {
            rest[0] |= l << shift0;
            shift0 += 10;
        }
        if (!(f.falsehood & 2)) {
            rest[1] |= l << shift1;
            shift1 += 10;
        }
        if (!(f.falsehood & 4)) {
            rest[2] |= l << shift2;
            shift2 += 10;
        }
    }
    return gone;
}

DEVICE u32 clause_length(u32 c)
{
    return c == 0 ? 0 : c >> 10 == 0 ? 1 : c >> 20 == 0 ? 2 : 3;
}

// The first batch. The clauses that an assignment leaves are put into the batch.
KERNEL void begin(GLOBAL u32 *state, GLOBAL const u32 *RESTRICT data, GLOBAL u32 *RESTRICT batch,
                  GLOBAL u32 *RESTRICT decided, GLOBAL u32 *RESTRICT found, GLOBAL u64 *RESTRICT sums,
                  u32 first LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u32 group = first + GROUP_ID, i = group * GROUP_WORKERS + LOCAL_ID, take = state[STATE_TAKE];
    u32 size = state[STATE_BATCH], words = state[STATE_WORDS], clauses = state[STATE_CLAUSES], bits = state[STATE_BITS];
    u64 sum = 0;
    if (i < take) {
        GLOBAL const u32 *often = data + state[STATE_OFTEN];
        u32 number = state[STATE_FROM] + i, valid = 1, kept = 0, best = 0, fewest = 4;
        for (u32 w = 0; w < words; w++)
            batch[(u64)w * size + i] = w == 0 ? 2 : 0;
        for (u32 k = 0; k < bits; k++) {
            u32 l = 2 * often[k] | (number >> (bits - 1 - k) & 1);
            batch[(u64)(l >> 5) * size + i] |= 1u << (l & 31);
        }
        for (u32 c = 0; c < clauses && valid; c++) {
            u32 x = data[c], rest = 0, n = 0, satisfied = 0;
            for (; x != 0; x >>= 10) {
                u32 l = x & 1023u, pair = batch[(u64)(l >> 5) * size + i] >> (l & 30) & 3;
                satisfied |= pair >> (l & 1) & 1;
                if (!(pair >> (~l & 1) & 1)) {
                    rest |= l << (10 * n);
                    n++;
                }
            }
            if (!satisfied) {
                valid = n > 0;
                if (state[STATE_SHORTEST] && n < fewest) {
                    best = kept;
                    fewest = n;
                }
                batch[(u64)(words + 2 + kept) * size + i] = rest;
                kept++;
            }
        }
        batch[(u64)(words + 1) * size + i] = kept;
        if (valid) {
            sum = 1;
            if (kept == 0)
                ATOMIC_MIN32(state + STATE_MODEL, output_place(state, take, i, 0));
        }
        decided[i] = 0;
        found[i] = valid ? best : NONE;
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
    u32 group = first + GROUP_ID, i = group * GROUP_WORKERS + LOCAL_ID, take = state[STATE_TAKE];
    u32 size = state[STATE_BATCH], words = state[STATE_WORDS], capacity = state[STATE_CAPACITY], shortest = state[STATE_SHORTEST];
    u64 sum = 0;
    if (i < take) {
        u64 slot = arena_at(state, state[STATE_SIZE] - (state[STATE_LAST] ? 1 + i : take - i));
        u32 chosen = arena[(u64)words * capacity + slot], length = arena[(u64)(words + 1) * capacity + slot];
        u32 clause = arena[(u64)(words + 2 + chosen) * capacity + slot], count = clause_length(clause);
        u32 dead = 7u & (7u << count), kept[3], best[3], fewest[3];
        for (u32 j = 0; j < 3; j++) {
            kept[j] = best[j] = 0;
            fewest[j] = 4;
        }
        for (u32 w = 0; w < words; w++)
            batch[(u64)w * size + i] = arena[(u64)w * capacity + slot];
        batch[(u64)(words + 1) * size + i] = length;
        for (u32 c = 0; c < length; c += AHEAD) {
            u32 x[AHEAD], rest[3];
            for (u32 k = 0; k < AHEAD; k++)
                x[k] = c + k < length ? arena[(u64)(words + 2 + c + k) * capacity + slot] : 0;
            for (u32 k = 0; k < AHEAD; k++)
                if (x[k] != 0) {
                    u32 gone = simplify(x[k], clause, rest);
                    batch[(u64)(words + 2 + c + k) * size + i] = x[k];
                    for (u32 j = 0; j < 3; j++) {
                        u32 n = clause_length(rest[j]), stays = gone >> j & 1 ? 0 : 1;
                        dead |= stays && n == 0 ? 1u << j : 0;
                        if (shortest && stays && n < fewest[j]) {
                            best[j] = kept[j];
                            fewest[j] = n;
                        }
                        kept[j] += stays;
                    }
                }
        }
        decided[i] = clause;
        sum = (u64)count << 48;
        for (u32 j = 0; j < 3; j++) {
            u32 valid = !(dead >> j & 1);
            sum += (u64)valid << (16 * j);
            if (valid && kept[j] == 0)
                ATOMIC_MIN32(state + STATE_MODEL, output_place(state, take, i, j));
            found[(u64)j * size + i] = valid ? best[j] : NONE;
        }
    }
    store_sums(sums, group, take, sum, memory);
}

// Copies and defragments: a work-item writes what is left of a clause behind what it
// wrote of those before.
KERNEL void spread(GLOBAL u32 *state, GLOBAL u32 *RESTRICT arena, GLOBAL const u32 *RESTRICT batch,
                   GLOBAL const u32 *RESTRICT decided, GLOBAL const u32 *RESTRICT found,
                   GLOBAL const u32 *RESTRICT offsets, GLOBAL u32 *RESTRICT model,
                   u32 first LOCAL_PARAM(memory))
{
    LOCAL_BLOCK(memory)
    u32 group = first + GROUP_ID, i = group * GROUP_WORKERS + LOCAL_ID;
    u32 size = state[STATE_BATCH], words = state[STATE_WORDS], capacity = state[STATE_CAPACITY];
    branches b = branches_of(state, found, offsets, group, i, memory);
    if (b.children) {
        u32 clause = decided[i], length = batch[(u64)(words + 1) * size + i], kept[3];
        u64 slot[3];
        for (u32 j = 0; j < 3; j++) {
            kept[j] = 0;
            slot[j] = arena_at(state, b.place[j]);
            if (b.children >> j & 1) {
                u32 winner = state[STATE_MODEL] == output_place(state, state[STATE_TAKEN], i, j);
                for (u32 w = 0; w < words; w++) {
                    u32 x = decide(batch[(u64)w * size + i], w, clause, j);
                    arena[(u64)w * capacity + slot[j]] = x;
                    if (winner)
                        model[w] = x;
                }
                arena[(u64)words * capacity + slot[j]] = found[(u64)j * size + i];
            }
        }
        for (u32 c = 0; c < length; c += AHEAD) {
            u32 x[AHEAD], rest[3];
            for (u32 k = 0; k < AHEAD; k++)
                x[k] = c + k < length ? batch[(u64)(words + 2 + c + k) * size + i] : 0;
            for (u32 k = 0; k < AHEAD; k++)
                if (x[k] != 0) {
                    u32 gone = 0;
                    rest[0] = rest[1] = rest[2] = x[k];
                    if (clause != 0)
                        gone = simplify(x[k], clause, rest);
                    for (u32 j = 0; j < 3; j++)
                        if (b.children >> j & 1 & ~(gone >> j)) {
                            arena[(u64)(words + 2 + kept[j]) * capacity + slot[j]] = rest[j];
                            kept[j]++;
                        }
                }
        }
        for (u32 j = 0; j < 3; j++)
            if (b.children >> j & 1)
                arena[(u64)(words + 1) * capacity + slot[j]] = kept[j];
    }
}
