// Searches that share what is left of the tree while they run.
//
// A search that is idle puts its number into a ring, its request. Whoever has
// worked on a node and finds a request writes the other side of its shallowest
// decision to where that search looks for its work, and tells its mail. Requests
// outlast launches, so a search need not be running to be given something.
//
// SLOT_…          words of a search, CONTROL_… of all
// RING            places of the ring, a power of two
// WAITING         1 where the groups of a launch run at once: those that have run
//                 dry wait for mail, and the first to have worked on its nodes ends
//                 the launch for all. 0: gifts are for the next launch. A group that
//                 a device has no room for begins when others have ended: it stays
//                 out, so that nothing is given to it and nobody waits for it
// POLLS           how often a group looks for mail before it gives up

// What mail says; any other number is the launch from which on there is work.
#define IDLE 0 // a request is out
#define HAS_MODEL 1
#define UNASKED 2   // idle, and no request is out
#define NEVER_RAN 3 // likewise

// Reasons for all to stop.
#define STOP_ENOUGH 1
#define STOP_FOUND 2

typedef struct {
    GLOBAL u64 *slots;
    GLOBAL u16 *paths;
    GLOBAL u32 *places, *mails, *control, *ring;
    u32 launch, most;
} swarm;

// Looks at a word that other groups change.
DEVICE u32 peek(GLOBAL u32 *word) { return *(volatile GLOBAL u32 *)word; }

// Whether all that take part have asked, and so nothing is left. All three words
// grow: in this order it may be found late, but not too early.
DEVICE u32 swarm_over(const swarm *w)
{
    u32 tail = peek(w->control + CONTROL_TAIL), head = peek(w->control + CONTROL_HEAD);
    return tail - head == peek(w->control + CONTROL_ACTIVE);
}

// Asks for work; one work-item calls it.
DEVICE void swarm_ask(const swarm *w)
{
    ATOMIC_SWAP32(w->mails + GROUP_ID, IDLE);
    FENCE();
    GLOBAL u32 *place = w->ring + (ATOMIC_ADD32(w->control + CONTROL_TAIL, 1) & (RING - 1));
    while (ATOMIC_CAS32(place, NOTHING, GROUP_ID) != NOTHING) // until the last one's request has been read
        DOZE();
}

// How many have asked and not been answered.
DEVICE u32 swarm_asking(const swarm *w)
{
    u32 head = peek(w->control + CONTROL_HEAD); // before the tail, which may go on
    return peek(w->control + CONTROL_TAIL) - head;
}

// Who gets something, or NOTHING; one work-item calls it.
DEVICE u32 swarm_taker(const swarm *w)
{
    u32 head = peek(w->control + CONTROL_HEAD), taker = NOTHING;
    if ((i32)(peek(w->control + CONTROL_TAIL) - head) > 0 && ATOMIC_CAS32(w->control + CONTROL_HEAD, head, head + 1) == head)
        do
            taker = ATOMIC_SWAP32(w->ring + (head & (RING - 1)), NOTHING);
        while (taker == NOTHING); // it is on its way
    return taker;
}

// Gives the other side of the decision GIVES to TAKER.
DEVICE void swarm_give(const swarm *w, const search *s, u32 base)
{
    u32 taker = s->state[TAKER], k = s->state[GIVES], at = s->before[k], left = s->decided[k];
    GLOBAL u64 *to = w->slots + (u64)taker * SLOT_WORDS;
    GLOBAL u16 *path = w->paths + (u64)taker * 3 * VARS;
    GLOBAL u32 *sides = w->places + (u64)taker * SIDES, *before = w->places + (u64)GROUP_ID * SIDES;
    for (u32 i = LOCAL_ID; i < SIDES; i += GROUP_WORKERS) {
        u32 bits = 32 * i < base ? before[i] : 0;
        for (u32 d = MAX(32 * i, base); d < MIN(32 * i + 32, base + k); d++)
            bits |= (u32)((s->decided[d - base] & SECOND) != 0) << (d & 31);
        if (i == (base + k) >> 5)
            bits |= 1u << ((base + k) & 31);
        sides[i] = bits;
    }
    for (u32 i = LOCAL_ID; i < at; i += GROUP_WORKERS)
        path[i] = s->trail[i];
    if (LOCAL_ID == 0) {
        path[at] = (u16)(left ^ 1);
        to[SLOT_HEAD] = at;
        to[SLOT_TAIL] = at + 1;
        to[SLOT_DEPTH] = 0;
        to[SLOT_BASE] = base + k + 1;
    }
    FENCE();
    SYNC(); // all have written, and read what the first changes
    if (LOCAL_ID == 0) {
        FENCE();
        s->decided[k] = (u16)(left | GIVEN);
        ATOMIC_SWAP32(w->mails + taker, w->launch + !WAITING);
    }
}

// Whether there is work; one work-item calls it.
DEVICE u32 swarm_mail(const swarm *w)
{
    u32 mail = peek(w->mails + GROUP_ID);
    u32 joins = mail == NEVER_RAN && GROUP_ID < w->most;
#if WAITING
    joins = joins && !peek(w->control + CONTROL_STOP);
#endif
    if (joins) {
        ATOMIC_ADD32(w->control + CONTROL_ACTIVE, 1);
        mail = UNASKED;
    }
    if (mail == UNASKED) {
        swarm_ask(w);
        mail = IDLE;
    }
#if WAITING
    for (u32 polls = 0; mail == IDLE && polls < POLLS; polls++) {
        DOZE();
        mail = peek(w->mails + GROUP_ID);
        if (mail == IDLE && polls % 16 == 15 && (peek(w->control + CONTROL_STOP) || swarm_over(w)))
            break;
    }
#endif
    FENCE(); // the mail is read, now what it is about
    return mail > NEVER_RAN && mail <= w->launch && !(peek(w->control + CONTROL_STOP) & STOP_FOUND);
}

// Lets every search work on at most so many nodes, and on one at least. Of those
// that have never run, only the first most take part.
KERNEL_FOR(GROUP_WORKERS, RESIDENT)
void swarm_search(GLOBAL u64 *slots, GLOBAL u16 *paths, GLOBAL u32 *places, GLOBAL u32 *mails, GLOBAL u32 *control, GLOBAL u32 *ring, GLOBAL const u32 *bound, GLOBAL const u32 *root,
                  GLOBAL const u32 *first, GLOBAL const u32 *pairs, u32 launch, u32 budget, u32 most_idle, u32 most LOCAL_PARAM(mem))
{
    LOCAL_BLOCK(mem)
    swarm w = {slots, paths, places, mails, control, ring, launch, most};
    GLOBAL u64 *slot = slots + (u64)GROUP_ID * SLOT_WORDS;
    GLOBAL u16 *path = paths + (u64)GROUP_ID * 3 * VARS;
    GLOBAL u32 *sides = places + (u64)GROUP_ID * SIDES;
    search s = search_of(mem, path, first, pairs);
    u32 bounded = bound[0] > 0, done = 0, again;
    do {
        if (LOCAL_ID == 0)
            s.state[WORK] = swarm_mail(&w);
        SYNC();
        again = s.state[WORK];
        SYNC();
        WHEN (again) {
            FENCE();
            u32 depth = (u32)slot[SLOT_DEPTH], base = (u32)slot[SLOT_BASE], tail = (u32)slot[SLOT_TAIL], give = 0, found = 0, more;
            u64 nodes = 0, closed = 0, began = CLOCK_NS();
            for (u32 i = LOCAL_ID; i < WORDS; i += GROUP_WORKERS)
                s.truth[i] = root[i];
            if (LOCAL_ID == 0) {
                s.state[HEAD] = (u32)slot[SLOT_HEAD];
                s.state[TAIL] = tail;
                s.state[FAILED] = 0;
            }
            // All of it, since PoCL 3.1 gets what follows wrong where a loop ends at the tail here.
            for (u32 i = LOCAL_ID; i < VARS; i += GROUP_WORKERS)
                s.trail[i] = path[i];
            SYNC();
            for (u32 i = LOCAL_ID; i < tail; i += GROUP_WORKERS)
                ATOMIC_OR32(s.truth + (s.trail[i] >> 5), 1u << (s.trail[i] & 31));
            search_follow(&s);
            u32 failed = s.state[FAILED];
            SYNC();
            WHEN (failed) {
                if (base + depth < 62)
                    closed += (u64)1 << (62 - base - depth);
                depth = search_back(&s, depth, base, &closed);
            }
            if (LOCAL_ID == 0)
                s.state[ENOUGH] = bounded && depth != NOTHING && search_beyond(&s, sides, base, depth, bound) ? BEYOND : 0;
            SYNC();
            if (s.state[ENOUGH] == BEYOND)
                depth = NOTHING;
            SYNC();
            more = depth != NOTHING;
            WHEN (more) {
                do {
                    u32 lane, verdict = search_expand(&s, &lane);
                    nodes++;
                    done++;
                    found = verdict == MODEL;
                    WHEN (verdict == OPENED) {
                        search_decide(&s, lane, depth);
                        depth++;
                    }
                    WHEN (verdict == CLOSED) {
                        if (base + depth < 62)
                            closed += (u64)1 << (62 - base - depth);
                        depth = search_back(&s, depth, base, &closed);
                    }
                    if (LOCAL_ID == 0) {
                        u32 beyond = bounded && depth != NOTHING && search_beyond(&s, sides, base, depth, bound), taker = NOTHING, stop;
                        give = MIN(give, depth);
                        if (depth != NOTHING && !beyond && !found) {
                            while (give < depth && (s.decided[give] & GIVEN))
                                give++;
                            if (give < depth)
                                taker = swarm_taker(&w);
                        }
#if WAITING
                        if (done >= budget)
                            ATOMIC_OR32(control + CONTROL_STOP, STOP_ENOUGH);
                        stop = peek(control + CONTROL_STOP);
#else
                        if (taker != NOTHING)
                            ATOMIC_ADD32(control + CONTROL_GIVEN, 1);
                        stop = peek(control + CONTROL_STOP) || done >= budget || swarm_asking(&w) + peek(control + CONTROL_GIVEN) > most_idle;
#endif
                        s.state[ENOUGH] = beyond ? BEYOND : stop != 0;
                        s.state[TAKER] = taker;
                        s.state[GIVES] = give;
                    }
                    SYNC();
                    WHEN (s.state[TAKER] != NOTHING)
                        swarm_give(&w, &s, base);
                    if (s.state[ENOUGH] == BEYOND)
                        depth = NOTHING;
                    more = !found && depth != NOTHING && !s.state[ENOUGH];
                    SYNC();
                } while (more);
            }
            again = WAITING && depth == NOTHING;
            for (u32 i = LOCAL_ID; depth != NOTHING && i < s.state[TAIL]; i += GROUP_WORKERS)
                path[i] = s.trail[i];
            if (LOCAL_ID == 0) {
                if (depth != NOTHING) { // else they are the giver's
                    slot[SLOT_HEAD] = s.state[HEAD];
                    slot[SLOT_TAIL] = s.state[TAIL];
                    slot[SLOT_DEPTH] = depth;
                }
                slot[SLOT_NODES] += nodes;
                slot[SLOT_CLOSED] += closed;
                slot[SLOT_BUSY] += CLOCK_NS() - began;
            }
            SYNC(); // the path is written before anybody gives another
            if (LOCAL_ID == 0) {
                if (found) {
                    ATOMIC_SWAP32(mails + GROUP_ID, HAS_MODEL);
                    ATOMIC_OR32(control + CONTROL_STOP, STOP_FOUND);
                } else if (depth == NOTHING) {
                    FENCE();
                    swarm_ask(&w);
                }
            }
        }
    } while (again);
}
