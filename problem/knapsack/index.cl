// Repair in index order: items are taken out from the first on until the rest
// is feasible, then put in until the first that does not fit (Han and Kim 2000).
// An item leaves if some capacity is exceeded by more than what the chosen ones
// before it weigh, and enters if it and the others before it that were left fit
// into what is free: so a team needs prefix sums and no walk.

// Field f of item j.
#define INDEX_FIELD(j, f) knapsack_field(data, cache, KNAPSACK_LISTS + (j) * KNAPSACK_PLANES, f)

// What is free in each constraint.
DEVICE u32 index_slack(i64 *slack, GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    u32 over = 0;
#pragma unroll
    for (u32 p = 0; p < KNAPSACK_PLANES; p++) {
        u64 sum = (u64)team_sum_i64((i64)knapsack_share(g, data, cache, p TEAM_ARG) TEAM_ARG);
#if KNAPSACK_FIELDS == 2
        if (p > 0)
            slack[2 * p - 1] = (i64)(KNAPSACK_NEAR(1 + 3 * (2 * p - 1)) - (sum & 0xFFFFFFFFu));
        if (2 * p < KNAPSACK_CONSTRAINTS)
            slack[2 * p] = (i64)(KNAPSACK_NEAR(1 + 3 * (2 * p)) - (sum >> 32));
#else
        if (p > 0)
            slack[p - 1] = (i64)(KNAPSACK_NEAR(1 + 3 * (p - 1)) - sum);
#endif
    }
#pragma unroll
    for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++)
        over |= slack[i] < 0;
    return over;
}

#if TEAM == 1

DEVICE void problem_repair(GENOME_RW g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, address at TEAM_PARAM)
{
    i64 slack[KNAPSACK_CONSTRAINTS];
    u32 over = index_slack(slack, g, data, cache TEAM_ARG), full = 0;
    // Every word is visited, since a genome in registers cannot be indexed.
#pragma unroll
    for (u32 w = 0; w < WORDS; w++) {
        for (u64 x = WORD(g, w); x && over; x &= x - 1) {
            u32 j = 64 * w + CTZ64(x);
            WORD(g, w) &= ~(x & (0 - x));
            over = 0;
#pragma unroll
            for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++) {
                slack[i] += INDEX_FIELD(j, i + 1);
                over |= slack[i] < 0;
            }
        }
    }
#pragma unroll
    for (u32 w = 0; w < WORDS; w++) {
        for (u64 x = ~WORD(g, w); x && !full; x &= x - 1) {
            u32 j = 64 * w + CTZ64(x);
            if (j >= LEN)
                break;
#pragma unroll
            for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++) {
                slack[i] -= INDEX_FIELD(j, i + 1);
                full |= slack[i] < 0;
            }
            WORD(g, w) |= full ? 0 : x & (0 - x);
        }
    }
}

#else

// A lane has so many items, whole bytes of a genome.
#define INDEX_SHARE ((LEN + 8 * TEAM - 1) / (8 * TEAM) * 8)

DEVICE void problem_repair(GENOME_RW g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, address at TEAM_PARAM)
{
    i64 slack[KNAPSACK_CONSTRAINTS], before[KNAPSACK_CONSTRAINTS];
    u32 first = LANE * INDEX_SHARE, end = MIN(first + INDEX_SHARE, LEN), gone = 0, going = 1;
    GENOME_SPACE u8 *bytes = (GENOME_SPACE u8 *)g;
    index_slack(slack, g, data, cache TEAM_ARG);
#pragma unroll
    for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++) {
        i64 mine = 0;
        for (u32 j = first; j < end; j++)
            mine += bytes[j / 8] >> (j % 8) & 1 ? INDEX_FIELD(j, i + 1) : 0;
        before[i] = team_scan_i64(mine TEAM_ARG);
    }
    for (u32 j = first; j < end && going; j++) {
        if (bytes[j / 8] >> (j % 8) & 1) {
            going = 0;
#pragma unroll
            for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++)
                going |= slack[i] + before[i] < 0;
            if (going)
                bytes[j / 8] ^= (u8)(1 << j % 8);
#pragma unroll
            for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++)
                before[i] += INDEX_FIELD(j, i + 1);
        }
    }
    team_sync();
    index_slack(slack, g, data, cache TEAM_ARG);
#pragma unroll
    for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++) {
        i64 mine = 0;
        for (u32 j = first; j < end; j++)
            mine += bytes[j / 8] >> (j % 8) & 1 ? 0 : INDEX_FIELD(j, i + 1);
        before[i] = team_scan_i64(mine TEAM_ARG);
    }
    for (u32 j = first; j < end && !gone; j++) {
        if (!(bytes[j / 8] >> (j % 8) & 1)) {
#pragma unroll
            for (u32 i = 0; i < KNAPSACK_CONSTRAINTS; i++) {
                before[i] += INDEX_FIELD(j, i + 1);
                gone |= before[i] > slack[i];
            }
            if (!gone)
                bytes[j / 8] ^= (u8)(1 << j % 8);
        }
    }
    team_sync();
}

#endif
