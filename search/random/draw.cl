// What a step draws: the twin of random.go, one member at a time.

// Makes and scores member i of a step. Those below given were put there by the host.
DEVICE void start_member(replica *h, u32 i, u32 given)
{
    GLOBAL gene *row = h->next_genomes + (u64)i * STRIDE;
    if (i >= given)
        initialize(row, address_of(h->seed, PURPOSE_INIT, h->step, i), h->bounds);
#if REPAIR
    problem_repair(row, h->data, h->cache, address_of(h->seed, PURPOSE_REPAIR, h->step, i));
#endif
    h->next_scores[i] = problem_score(row, h->data, h->cache);
}

DEVICE void step_member(replica *h, u32 i) { start_member(h, i, 0); }
