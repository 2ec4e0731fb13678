// The length of a round trip: each lane looks at every TEAM-th city and the next.
//
// The data: x and y of every city, as the bits of a f64, or the distances of all pairs,
// of 32 bits each. All of it is the cache.
#if CACHED
#define TOUR_AT(w) F64_FROM(cache[w])
#define TOUR_BETWEEN(i, j) ((LOCALPTR const i32 *)cache)[(i) * LEN + (j)]
#else
#define TOUR_AT(w) F64_FROM(data[w])
#define TOUR_BETWEEN(i, j) ((GLOBAL const i32 *)data)[(i) * LEN + (j)]
#endif

DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    i64 length = 0;
    for (u32 i = LANE; i < LEN; i += TEAM) {
        u32 from = PLACE(g, i), to = PLACE(g, i + 1 == LEN ? 0 : i + 1);
#if TOUR_TABLED
        length += TOUR_BETWEEN(from, to);
#else
        length += tour_distance(TOUR_AT(2 * from) - TOUR_AT(2 * to), TOUR_AT(2 * from + 1) - TOUR_AT(2 * to + 1));
#endif
    }
    return -team_sum_i64(length TEAM_ARG);
}
