// Climbing on any binary problem: every flip is scored anew.
typedef struct {
    GLOBAL gene *row;
    i64 best;
    GLOBAL const u64 *data;
    LOCALPTR const u64 *cache;
} climb;

#define MARK_WORDS 1

DEVICE climb climb_of(GLOBAL gene *row, GLOBAL u64 *mark, u32 slot, u32 slots, GLOBAL const u32 *formula, GLOBAL u32 *scratch,
                      GLOBAL const u64 *data, LOCALPTR const u64 *cache)
{
    climb c;
    c.row = row;
    c.best = 0;
    c.data = data;
    c.cache = cache;
    return c;
}

DEVICE u64 climb_load(climb *c, i64 best, u64 from, u64 until)
{
    c->best = from ? best : problem_score(c->row, c->data, c->cache);
    return from;
}

DEVICE u32 climb_try(climb *c, u32 j)
{
    u64 bit = (u64)1 << (j % 64);
    i64 s;
    c->row[j / 64] ^= bit;
    s = problem_score(c->row, c->data, c->cache);
    if (s > c->best) {
        c->best = s;
        return 1;
    }
    c->row[j / 64] ^= bit;
    return 0;
}

DEVICE void climb_save(climb *c)
{
}
