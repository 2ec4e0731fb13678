// Probing: the twin of probing.go. The odds of variables by what they break
// stand behind the words of par.
#define ODDS(w, v) ((w)->odds[MIN((w)->breaks[v], (u32)ODDS_COUNT - 1)])

DEVICE u32 walk_advance(walk *w, words4 x, i64 at, u32 *fresh)
{
    u32 v = draw(x.x[0], w->vars);
    if (w->false_soft) { // else all clauses are satisfied
        u32 c = w->list[w->hard + draw(x.x[0], w->false_soft)], i = w->start[c];
        u64 sum = 0, left;
        for (; i < w->start[c + 1]; i++)
            sum += ODDS(w, w->lits[i] >> 1);
        left = MUL_HI64((u64)x.x[2] << 32 | x.x[1], sum);
        for (i = w->start[c]; i < w->start[c + 1]; i++) {
            u64 o;
            v = w->lits[i] >> 1;
            o = ODDS(w, v);
            if (left < o)
                break;
            left -= o;
        }
    }
    walk_turn(w, v);
    return v;
}
