// All that a replica works with: what a step of it reads and writes. A replica's
// room in global memory is
//
//   two matrices      for taking C apart, the first SIDE × SIDE; where a
//                     generation ends, the first is the rank-mu update
//   a tile            TILE members: deviates, directions, coefficients
//   two vectors       zw, yw
//   a chunk           of members' scaled deviates

typedef struct {
    GLOBAL gene *rows; // the chunk of this step
    GLOBAL i64 *latest; // its scores
    GLOBAL i64 *scores; // of the generation
    GLOBAL u64 *model;
    GLOBAL f64 *mean, *ps, *pc, *d, *c, *b; // in the model
    GLOBAL u64 *state;
    GLOBAL const u64 *own; // the replica's parameters
    GLOBAL const u64 *level;
    GLOBAL f64 *room;
    u64 step;
} replica;

#define REPLICA_PARAMS                                                                      \
    GLOBAL gene *rows, GLOBAL i64 *latest, GLOBAL u64 *models, GLOBAL i64 *scores,          \
        GLOBAL u64 *states, GLOBAL const u64 *RESTRICT replicas,                            \
        GLOBAL const u64 *RESTRICT levels, GLOBAL const f64 *RESTRICT weights,              \
        GLOBAL const u64 *RESTRICT par, GLOBAL const u64 *RESTRICT data,                    \
        GLOBAL const f64 *RESTRICT bounds, GLOBAL f64 *rooms

#define REPLICA(r, back) replica_of(r, back, rows, latest, scores, models, states, replicas, levels, par, rooms)

#define P_CHUNK ((u32)par[PAR_CHUNK])
#define P_MOST ((u32)par[PAR_MOST])

// The bound of loops that work-items share. PoCL stumbles over one that it knows
// to be 1.
#if LEN > 1
#define GENES LEN
#else
#define GENES ((u32)par[PAR_GENES])
#endif

#define ROOM_SECOND (SIDE * SIDE)
#define ROOM_Z (ROOM_SECOND + LEN * LEN)
#define ROOM_Y (ROOM_Z + TILE * LEN)
#define ROOM_W (ROOM_Y + TILE * LEN)
#define ROOM_ZW (ROOM_W + TILE)
#define ROOM_YW (ROOM_ZW + LEN)
#define ROOM_CHUNK (ROOM_YW + LEN)

// back is 1 for the first chunk, which is step 0.
DEVICE replica replica_of(u32 r, u32 back, GLOBAL gene *rows, GLOBAL i64 *latest, GLOBAL i64 *scores, GLOBAL u64 *models,
                          GLOBAL u64 *states, GLOBAL const u64 *replicas, GLOBAL const u64 *levels, GLOBAL const u64 *par,
                          GLOBAL f64 *rooms)
{
    replica h;
    h.rows = rows + (u64)r * P_CHUNK * STRIDE;
    h.latest = latest + (u64)r * P_CHUNK;
    h.scores = scores + (u64)r * P_MOST;
    h.model = models + (u64)r * MODEL_WORDS;
    h.mean = (GLOBAL f64 *)(h.model + MODEL_LISTS);
    h.ps = h.mean + LEN;
    h.pc = h.ps + LEN;
    h.d = h.pc + LEN;
    h.c = h.d + LEN;
    h.b = h.c + LEN * LEN;
    h.state = states + (u64)r * STATE_WORDS;
    h.own = replicas + (u64)r * OWN_WORDS;
    h.level = levels + h.model[MODEL_LEVEL] * LEVEL_WORDS;
    h.room = rooms + (u64)r * (ROOM_CHUNK + (u64)P_CHUNK * LEN);
    h.step = h.state[STATE_STEP] + 1 - back;
    return h;
}

#define LEVEL_F64(h, name) F64_FROM((h)->level[LEVEL_##name])
