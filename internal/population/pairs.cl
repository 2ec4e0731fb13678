// The statistics of what a step has made: next_genomes and their next_scores.

#define P_MEMBERS ((u32)par[PAR_MEMBERS])

// The node of members i and i + 1, of which one or both may not exist.
DEVICE node pair_node(const replica *h, u32 i)
{
    GLOBAL const u64 *par = h->par;
    GLOBAL const gene *a = h->next_genomes + (u64)i * STRIDE;
    node v = node_empty();
    if (i < P_MEMBERS)
        v = node_leaf(h->next_scores[i], i, h->anchor);
    if (i + 1 < P_MEMBERS) {
        v = node_join(v, node_leaf(h->next_scores[i + 1], i + 1, h->anchor));
        v.distance = genome_distance(a, a + STRIDE, h->bounds);
    }
    return v;
}
