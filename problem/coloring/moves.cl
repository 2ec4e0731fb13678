// A coloring and what its changes are worth: the twin of moves.go.
//
// The data, in 32 bits: where the neighbors of every vertex begin, and where the
// last ones end; the neighbors. Kept of a coloring: the number of neighbors of
// every vertex in every color.
typedef struct {
    KEPT u32 *near, *symbols;
    GLOBAL const u32 *start, *list;
} changes;

DEVICE changes changes_of(KEPT u64 *words, KEPT u32 *symbols, GLOBAL const u64 *data)
{
    changes c;
    c.near = (KEPT u32 *)words;
    c.symbols = symbols;
    c.start = (GLOBAL const u32 *)data;
    c.list = c.start + LEN + 1;
    return c;
}

DEVICE i64 changes_reset(changes *c)
{
    i64 twice = 0;
    SYNC();
    for (u32 v = LOCAL_ID; v < LEN; v += GROUP_WORKERS) {
        KEPT u32 *row = c->near + (u64)v * ALPHABET;
        u32 end = c->start[v + 1];
        for (u32 s = 0; s < ALPHABET; s++)
            row[s] = 0;
        for (u32 e = c->start[v]; e < end; e++)
            row[c->symbols[c->list[e]]]++;
    }
    SYNC();
    for (u32 v = 0; v < LEN; v++)
        twice += c->near[(u64)v * ALPHABET + c->symbols[v]];
    SYNC();
    return -(twice / 2);
}

DEVICE i64 changes_gain(const changes *c, u32 v, u32 symbol)
{
    KEPT u32 *row = c->near + (u64)v * ALPHABET;
    return (i64)row[c->symbols[v]] - (i64)row[symbol];
}

DEVICE void changes_make(changes *c, u32 v, u32 symbol)
{
    u32 old = c->symbols[v], end = c->start[v + 1];
    SYNC();
    for (u32 e = c->start[v] + LOCAL_ID; e < end; e += GROUP_WORKERS) {
        KEPT u32 *row = c->near + (u64)c->list[e] * ALPHABET;
        row[old]--;
        row[symbol]++;
    }
    if (LOCAL_ID == 0)
        c->symbols[v] = symbol;
    SYNC();
}
