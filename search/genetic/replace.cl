// Replacement and migration, one element at a time: the twin of replace.go.
// The caller visits all elements and puts a barrier or a launch between the
// functions. Lists of a segment hold its n members and then its c children.

// A key that sorts ascending where scores sort descending.
DEVICE u64 rank_key(i64 s)
{
    return ~((u64)s ^ (u64)1 << 63);
}

// Score j of a segment's members and children together.
DEVICE i64 joint_score(replica *h, u32 deme, u32 j)
{
    GLOBAL const u64 *par = h->par;
    return j < P_MEMBERS ? h->scores[(u64)deme * P_ROWS + j] : h->next_scores[(u64)deme * P_BORN + j - P_MEMBERS];
}

// The rank of place k of the sorted list. With unique, those whose score is not
// that of the place before come first: firsts says so of k, before counts them
// in front of k, and all counts them all.
DEVICE u32 cull_rank(u32 k, u32 first, u32 before, u32 all, u32 unique)
{
    if (!unique)
        return k;
    return first ? before : all + k - before;
}

// Marks the member or child j of some rank: members that must go, children
// that stay.
DEVICE void cull_mark(GLOBAL u32 *flags, u32 j, u32 rank, u32 n)
{
    flags[j] = rank < n ? j >= n : j < n;
}

// Lists the members that must go; places are the prefix sums of the flags.
DEVICE void cull_list(GLOBAL u32 *gone, GLOBAL const u32 *flags, GLOBAL const u32 *places, u32 j)
{
    if (flags[j])
        gone[places[j]] = j;
}

// Puts child j, if it stays, in the place of the member that goes.
DEVICE void cull_place(replica *h, u32 deme, GLOBAL const u32 *gone, GLOBAL const u32 *flags, GLOBAL const u32 *places, u32 j)
{
    GLOBAL const u64 *par = h->par;
    u32 n = P_MEMBERS;
    if (flags[n + j]) {
        u32 i = gone[places[n + j] - places[n]];
        GLOBAL const gene *from = h->next_genomes + ((u64)deme * P_BORN + j) * STRIDE;
        GLOBAL gene *to = h->genomes + ((u64)deme * P_ROWS + i) * STRIDE;
        for (u32 k = 0; k < STRIDE; k++)
            to[k] = from[k];
        h->scores[(u64)deme * P_ROWS + i] = h->next_scores[(u64)deme * P_BORN + j];
    }
}

// Sends migrant k of a deme to the next one.
DEVICE void migrate_one(replica *h, u32 deme, u32 k)
{
    GLOBAL const u64 *par = h->par;
    u32 n = P_MEMBERS, to = deme + 1 == P_DEMES ? 0 : deme + 1;
    u64 i = (u64)deme * P_ROWS + h->order[deme * n + k];
    u64 j = (u64)to * P_ROWS + h->order[to * n + n - 1 - k];
    for (u32 l = 0; l < STRIDE; l++)
        h->genomes[j * STRIDE + l] = h->genomes[i * STRIDE + l];
    h->scores[j] = h->scores[i];
}
