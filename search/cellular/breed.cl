// The making of children: the twin of breed.go and plan.neighbor.

#define P_CELLS ((u32)par[PAR_CELLS]) // of an island
#define P_WIDTH ((u32)par[PAR_WIDTH])
#define P_HEIGHT ((u32)par[PAR_HEIGHT])
#define P_ACROSS ((u32)par[PAR_ACROSS])
#define P_DOWN ((u32)par[PAR_DOWN])

// Word w of a mask with probability threshold / 2^32; the table is for rare ones.
DEVICE u64 gene_mask(address at, u32 w, u64 threshold, LOCALPTR const u64 *table)
{
    if (threshold > 0 && threshold <= RARE_THRESHOLD)
        return random_rare(at, w, table) & below(LEN, w);
    return random_mask(at, w, threshold, below(LEN, w));
}

// plan.event.
DEVICE u32 has_event(replica *h)
{
    GLOBAL const u64 *par = h->par;
    address at = address_of(h->seed, PURPOSE_DIFFUSE, h->step, 0);
    return par[PAR_MIGRATION] != MIGRATE_NONE && (u64)random_word(at, 0) < h->own[OWN_PD];
}

// plan.neighbor.
DEVICE u32 neighbor(replica *h, u32 i, u32 side, u32 wide)
{
    GLOBAL const u64 *par = h->par;
    u32 x = i % P_WIDTH, y = i / P_WIDTH % P_HEIGHT, island = i / P_CELLS, width = P_WIDTH, height = P_HEIGHT;
    if (wide) {
        x += island % P_ACROSS * P_WIDTH;
        y += island / P_ACROSS * P_HEIGHT;
        width *= P_ACROSS;
        height *= P_DOWN;
    }
    if (side == 0)
        y = (y + height - 1) % height;
    else if (side == 1)
        x = (x + 1) % width;
    else if (side == 2)
        y = (y + 1) % height;
    else
        x = (x + width - 1) % width;
    if (wide) {
        island = y / P_HEIGHT * P_ACROSS + x / P_WIDTH;
        x %= P_WIDTH;
        y %= P_HEIGHT;
    }
    return island * P_CELLS + y * P_WIDTH + x;
}

// plan.mate.
DEVICE u32 mate_of(replica *h, u32 i, u32 wide)
{
    GLOBAL const u64 *par = h->par;
    address at = address_of(h->seed, PURPOSE_MATE, h->step, i);
    words4 v = random_block(at, 0);
    u32 a, b;
    if (par[PAR_SELECTION] == SELECT_NEIGHBORS) {
        a = neighbor(h, i, v.x[0] >> 30, wide);
        b = neighbor(h, i, v.x[1] >> 30, wide);
    } else {
        u32 island = i / P_CELLS * P_CELLS;
        a = island + random_bounded(at, v.x[0], 0, P_CELLS);
        b = island + random_bounded(at, v.x[1], 1, P_CELLS);
    }
    return h->scores[b] > h->scores[a] ? b : a;
}

// The genes of word w that member i's child has from the mate: plan.cross.
DEVICE u64 mate_genes(replica *h, u32 i, u32 w, LOCALPTR const u64 *table)
{
    GLOBAL const u64 *par = h->par;
    address at = address_of(h->seed, PURPOSE_CROSS, h->step, i);
    if (par[PAR_CROSSOVER] == CROSS_MASK) {
        return gene_mask(at, w, h->own[OWN_PC], table);
    } else {
        words4 v = random_block(at, 0);
        u32 a = random_bounded(at, v.x[1], 1, LEN + 1), b = random_bounded(at, v.x[2], 2, LEN);
        b += b >= a;
        return (u64)v.x[0] < h->own[OWN_PC] ? below(MAX(a, b), w) & ~below(MIN(a, b), w) : 0;
    }
}

// The genes of word w that flip in member i's child: plan.mutate.
DEVICE u64 flipped_genes(replica *h, u32 i, u32 w, LOCALPTR const u64 *table)
{
    GLOBAL const u64 *par = h->par;
    address at = address_of(h->seed, PURPOSE_MUTATE, h->step, i);
    if (par[PAR_MUTATION] == MUTATE_MASK) {
        return gene_mask(at, w, h->own[OWN_PM], table);
    } else {
        words4 v = random_block(at, 0);
        u32 j = random_bounded(at, v.x[1], 1, LEN);
        return (u64)v.x[0] < h->own[OWN_PM] && j / 64 == w ? (u64)1 << (j % 64) : 0;
    }
}
