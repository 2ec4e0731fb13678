// Tabu search: the twin of tabu.go.

// The variable from lo to hi - 1 that gains most among those that are not tabu
// or would lead to a new best.
DEVICE choice tabu_choose(walk *w, u32 lo, u32 hi, u32 x, i64 at)
{
    choice b = choice_none();
    i64 enough = w->cost - w->least;
    for (u32 u = lo + LOCAL_ID; u < hi; u += GROUP_WORKERS) {
        i64 gain = w->gain[u];
        if (w->until[u] < at || gain > enough)
            choice_offer(&b, gain, 0, tie(u, x));
    }
    return choice_join(w, b);
}

DEVICE u32 walk_advance(walk *w, words4 x, i64 at, u32 *fresh)
{
    u32 n = w->vars, lo = 0, hi = n, share = TENURE_SHARE, v;
    i64 old;
    choice b;
    if (n > SCANNED) {
        lo = draw(x.x[2], (n + SCAN_BLOCK - 1) / SCAN_BLOCK) * SCAN_BLOCK;
        hi = MIN(n, lo + SCAN_BLOCK);
        share = SCAN_SHARE;
    }
    b = tabu_choose(w, lo, hi, x.x[0], at);
    v = b.found ? untie(b.tie, x.x[0]) : draw(x.x[1], n);
    old = w->gain[v];
    walk_turn(w, v);
    if (LOCAL_ID == 0) {
        w->gain[v] = -old;
        w->until[v] = at + TENURE + (i64)(n / share) + (i64)draw(x.x[1], TENURE_RANGE);
    }
    SYNC();
    w->least = MIN(w->least, w->cost);
    return v;
}
