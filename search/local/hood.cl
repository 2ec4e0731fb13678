// Neighborhoods: the twin of hood.go.
//
// HOOD       which one, of HOOD_FLIP …
// ROTATIONS  of how many directions they are, or 0
// MOVES      how many moves it has
// PAIRED     1: there is a list of all pairs i < j in their order, i in the upper half
#if HOOD == HOOD_FLIP || HOOD == HOOD_PAIR
#define VALUES 2
#elif HOOD == HOOD_CHANGE
#define VALUES ALPHABET
#else
#define VALUES LEN
#endif

DEVICE spots hood_pair(u32 t, GLOBAL const u32 *pairs)
{
#if PAIRED
    spots s = {pairs[t] >> 16, pairs[t] & 0xFFFF, 0};
    return s;
#else
    return pair_at(LEN, t);
#endif
}

// The genes of a move; the second of a change is the rank of its symbol.
DEVICE spots hood_spots(u32 t, GLOBAL const u32 *pairs)
{
#if HOOD == HOOD_PAIR || HOOD == HOOD_EXCHANGE
    return hood_pair(t, pairs);
#elif HOOD == HOOD_CHANGE
    return change_at(ALPHABET, t);
#elif ROTATIONS == 2
    return rotation_at(LEN, t);
#elif HOOD == HOOD_ROTATION
    return triple_at(LEN, t);
#elif HOOD == HOOD_INSERTION
    return insertion_at(LEN, t);
#else
    spots s = {t, 0, 0};
    return s;
#endif
}

DEVICE void hood_insert(GLOBAL gene *g, u32 i, u32 j)
{
    gene v = g[i];
    for (; i < j; i++)
        g[i] = g[i + 1];
    for (; i > j; i--)
        g[i] = g[i - 1];
    g[j] = v;
}

// Makes a move, and returns what undoing it needs.
DEVICE u32 hood_apply(GLOBAL gene *g, spots s)
{
#if KIND == 0
    g[s.i / 64] ^= (u64)1 << (s.i % 64);
#if HOOD == HOOD_PAIR
    g[s.j / 64] ^= (u64)1 << (s.j % 64);
#endif
    return 0;
#elif HOOD == HOOD_INSERTION
    hood_insert(g, s.i, s.j);
    return 0;
#else
    gene old = g[s.i];
#if HOOD == HOOD_CHANGE
    g[s.i] = (gene)change_symbol(s.j, old);
#else
    g[s.i] = g[s.j];
#if HOOD == HOOD_ROTATION
    g[s.j] = g[s.k];
    g[s.k] = old;
#else
    g[s.j] = old;
#endif
#endif
    return old;
#endif
}

DEVICE void hood_undo(GLOBAL gene *g, spots s, u32 old)
{
#if HOOD == HOOD_INSERTION
    hood_insert(g, s.j, s.i);
#elif HOOD == HOOD_CHANGE
    g[s.i] = (gene)old;
#elif HOOD == HOOD_ROTATION
    g[s.k] = g[s.j];
    g[s.j] = g[s.i];
    g[s.i] = (gene)old;
#else
    hood_apply(g, s);
#endif
}

// hood.rests and hood.tires.
DEVICE u32 hood_rests(u32 t)
{
#if HOOD == HOOD_CHANGE
    return t / (ALPHABET - 1);
#elif ROTATIONS == 2
    return t < MOVES / 2 ? t : t - MOVES / 2;
#else
    return t;
#endif
}

DEVICE u32 hood_tires(u32 t)
{
#if HOOD == HOOD_INSERTION
    spots s = insertion_at(LEN, t);
    return s.j == s.i + 1 ? t : insertion_index(LEN, s.j, s.i);
#else
    return hood_rests(t);
#endif
}
