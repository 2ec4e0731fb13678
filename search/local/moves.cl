// Neighborhoods: the twin of internal/neighborhood/moves.go.
//
// NEIGHBORHOOD       which one, of NEIGHBORHOOD_FLIP …
// ROTATIONS  of how many directions they are, or 0
// MOVES      how many moves it has
// PAIRED     1: there is a list of all pairs i < j in their order, i in the upper half
#if NEIGHBORHOOD == NEIGHBORHOOD_FLIP || NEIGHBORHOOD == NEIGHBORHOOD_PAIR
#define VALUES 2
#elif NEIGHBORHOOD == NEIGHBORHOOD_CHANGE
#define VALUES ALPHABET
#else
#define VALUES LEN
#endif

DEVICE positions neighbor_pair(u32 t, GLOBAL const u32 *pairs)
{
#if PAIRED
    positions s = {pairs[t] >> 16, pairs[t] & 0xFFFF, 0};
    return s;
#else
    return pair_at(LEN, t);
#endif
}

// The genes of a move; the second of a change is the rank of its symbol.
DEVICE positions neighbor_at(u32 t, GLOBAL const u32 *pairs)
{
#if NEIGHBORHOOD == NEIGHBORHOOD_PAIR || NEIGHBORHOOD == NEIGHBORHOOD_EXCHANGE || NEIGHBORHOOD == NEIGHBORHOOD_REVERSAL
    return neighbor_pair(t, pairs);
#elif NEIGHBORHOOD == NEIGHBORHOOD_CHANGE
    return change_at(ALPHABET, t);
#elif ROTATIONS == 2
    return rotation_at(LEN, t);
#elif NEIGHBORHOOD == NEIGHBORHOOD_ROTATION
    return triple_at(LEN, t);
#elif NEIGHBORHOOD == NEIGHBORHOOD_INSERTION
    return insertion_at(LEN, t);
#elif NEIGHBORHOOD == NEIGHBORHOOD_OR_OPT
    return segment_at(LEN, t);
#else
    positions s = {t, 0, 0};
    return s;
#endif
}

DEVICE void neighbor_insert(GLOBAL gene *g, u32 i, u32 j)
{
    gene v = g[i];
    for (; i < j; i++)
        g[i] = g[i + 1];
    for (; i > j; i--)
        g[i] = g[i - 1];
    g[j] = v;
}

// The count places from i on.
DEVICE void neighbor_reverse(GLOBAL gene *g, u32 i, u32 count)
{
    for (u32 e = 0; e < count / 2; e++) {
        gene v = g[i + e];
        g[i + e] = g[i + count - 1 - e];
        g[i + count - 1 - e] = v;
    }
}

DEVICE void neighbor_segment(GLOBAL gene *g, positions s)
{
    u32 count = SEGMENT_COUNT(s.k), lo = MIN(s.i, s.j), hi = MAX(s.i, s.j);
    neighbor_reverse(g, lo, hi - lo + count);
    neighbor_reverse(g, s.i < s.j ? lo : lo + count, hi - lo);
    if (!SEGMENT_TURNED(s.k))
        neighbor_reverse(g, s.j, count);
}

// Makes a move, and returns what undoing it needs.
DEVICE u32 neighbor_apply(GLOBAL gene *g, positions s)
{
#if KIND == 0
    g[s.i / 64] ^= (u64)1 << (s.i % 64);
#if NEIGHBORHOOD == NEIGHBORHOOD_PAIR
    g[s.j / 64] ^= (u64)1 << (s.j % 64);
#endif
    return 0;
#elif NEIGHBORHOOD == NEIGHBORHOOD_INSERTION
    neighbor_insert(g, s.i, s.j);
    return 0;
#elif NEIGHBORHOOD == NEIGHBORHOOD_REVERSAL
    neighbor_reverse(g, s.i, s.j - s.i + 1);
    return 0;
#elif NEIGHBORHOOD == NEIGHBORHOOD_OR_OPT
    neighbor_segment(g, s);
    return 0;
#else
    gene old = g[s.i];
#if NEIGHBORHOOD == NEIGHBORHOOD_CHANGE
    g[s.i] = (gene)change_symbol(s.j, old);
#else
    g[s.i] = g[s.j];
#if NEIGHBORHOOD == NEIGHBORHOOD_ROTATION
    g[s.j] = g[s.k];
    g[s.k] = old;
#else
    g[s.j] = old;
#endif
#endif
    return old;
#endif
}

DEVICE void neighbor_undo(GLOBAL gene *g, positions s, u32 old)
{
#if NEIGHBORHOOD == NEIGHBORHOOD_INSERTION
    neighbor_insert(g, s.j, s.i);
#elif NEIGHBORHOOD == NEIGHBORHOOD_OR_OPT
    positions back = {s.j, s.i, s.k};
    neighbor_segment(g, back);
#elif NEIGHBORHOOD == NEIGHBORHOOD_CHANGE
    g[s.i] = (gene)old;
#elif NEIGHBORHOOD == NEIGHBORHOOD_ROTATION
    g[s.k] = g[s.j];
    g[s.j] = g[s.i];
    g[s.i] = (gene)old;
#else
    neighbor_apply(g, s);
#endif
}

// neighborhood.Moves.TabuEntry and TabuEntryAfter.
DEVICE u32 tabu_entry(u32 t)
{
#if NEIGHBORHOOD == NEIGHBORHOOD_CHANGE
    return t / (ALPHABET - 1);
#elif ROTATIONS == 2
    return t < MOVES / 2 ? t : t - MOVES / 2;
#elif NEIGHBORHOOD == NEIGHBORHOOD_OR_OPT
    positions s = segment_at(LEN, t);
    return segment_same(LEN, s.i, s.j, s.k);
#else
    return t;
#endif
}

DEVICE u32 tabu_entry_after(u32 t)
{
#if NEIGHBORHOOD == NEIGHBORHOOD_INSERTION
    positions s = insertion_at(LEN, t);
    return s.j == s.i + 1 ? t : insertion_index(LEN, s.j, s.i);
#elif NEIGHBORHOOD == NEIGHBORHOOD_OR_OPT
    positions s = segment_at(LEN, t);
    return segment_same(LEN, s.j, s.i, s.k);
#else
    return tabu_entry(t);
#endif
}
