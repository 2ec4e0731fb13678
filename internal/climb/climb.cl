// Climbing in parts, a work-item a genome: the twin of plain in climb.go. All
// genomes are at the same place of their climbs, so the host counts the places;
// what else a climb is in the midst of lies in global memory between launches.
//
// CLIMB_LEAD    passes' worth of places before the first pass
// CLIMB_FIRST   the gene that a pass begins with
// CLIMB_REPORT  1 when passes are reported as figure 10 does
//
// The part before this one defines the type climb, whose best is the score, and
//
//   u64 climb_load(climb *c, i64 best, u64 from, u64 until)
//   u32 climb_try(climb *c, u32 j)
//   void climb_save(climb *c)
//
// The first goes on at place from, makes those of the lead that come before until
// and returns the next; the second flips gene j if that improves the score, and
// says whether it does; the third leaves behind what climb_load needs.
#define MARK_ENDED 1
#define MARK_FLIPPED 2

// Makes the places from to until - 1 of a climb and returns whether it goes on.
// mark is a word of its own, which need not be set at place 0.
DEVICE u32 climb_part(climb *c, GLOBAL i64 *score, GLOBAL u32 *last, GLOBAL u64 *mark, u32 passes, u64 from, u64 until)
{
    u32 state = from ? (u32)*mark : 0, ended = state & MARK_ENDED;
    if (!ended) {
        u64 at = climb_load(c, from ? *score : 0, from, until);
        u32 flipped = (state & MARK_FLIPPED) != 0, mine = from ? *last : 0;
        if (at >= (u64)CLIMB_LEAD * LEN) {
            u32 pass = (u32)(at / LEN) + 1 - CLIMB_LEAD, k = (u32)(at % LEN);
            ended = passes == 0;
            for (; at < until && !ended; at++) {
                u32 better = climb_try(c, CLIMB_FIRST + k < LEN ? CLIMB_FIRST + k : CLIMB_FIRST + k - LEN);
                flipped |= better;
                if (++k == LEN) {
                    if (flipped)
                        mine = CLIMB_REPORT && !better ? pass - 1 : pass;
                    ended = !flipped || pass >= passes;
                    flipped = 0;
                    k = 0;
                    pass++;
                }
            }
        }
        climb_save(c);
        *score = c->best;
        *last = mine;
        *mark = (ended ? MARK_ENDED : 0) | (flipped ? MARK_FLIPPED : 0);
    }
    return !ended;
}
