// What steps of all algorithms have in common.

// Copies words on chip.
#define FILL(to, from, count)                                \
    for (u32 c = LOCAL_ID; c < (u32)(count); c += GROUP_SIZE) \
        (to)[c] = (from)[c];                                 \
    BARRIER()

// Copies the problem's tables on chip; scratch begins behind them.
#define CACHE_END (CACHED ? CACHE_WORDS : 0)
#if CACHED
#define FILL_CACHE() FILL(mem, data, CACHE_WORDS)
#else
#define FILL_CACHE()
#endif
#define SCRATCH (mem + CACHE_END)

// Where a step of replica r leaves its record; base is the step of the first.
#define RECORD_OF(h, r, base) (records + (((h).step - (base)) * GROUP_COUNT + (r)) * RECORD_WORDS)

// Writes the node of a group, one of so many of replica r; for one work-item.
#define PUT_NODE(r, groups, v) node_put(nodes + (u64)(r) * (groups) * NODE_WORDS, GROUP_ID % (groups), groups, v)

// The element that this work-item has; groups is how many groups a replica has.
#define ELEMENT (GROUP_ID % groups * GROUP_SIZE + LOCAL_ID)

// Joins so many nodes, by a group; the result is valid on work-item 0.
DEVICE node join_nodes(GLOBAL const u64 *nodes, u32 count, LOCALPTR u64 *scratch)
{
    u32 chunk = 1;
    while (chunk * GROUP_SIZE < count)
        chunk *= 2;
    return group_node(tree_of(nodes, LOCAL_ID * chunk, chunk, count), scratch);
}

// Judges a step and leaves its record; for one work-item. Returns whether its best
// is the best so far.
DEVICE u32 finish_step(const replica *h, verdict *s, node all, moments m, u32 pairs, GLOBAL const u64 *rules, GLOBAL u64 *to)
{
    f64 spread = pairs ? all.distance / ((f64)pairs * (f64)LEN) : 0.0;
    u32 improved = judge(s, h->step, all.best, m.mean, spread, rules);
    if (h->par[PAR_TRACE])
        record(to, *s, all, m, spread);
    return improved;
}
