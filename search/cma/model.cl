// Models, and the room of a replica in global memory, which is
//
//   two matrices      for taking C apart; the first becomes its axes and, where
//                     a generation ends, the rank-mu update
//   two vectors       the diagonal and what is beside it
//   a tile            TILE members: deviates, directions, coefficients
//   two vectors       zw, yw
//   a chunk           of members' scaled deviates

// The bound of loops that work-items share. PoCL stumbles over one that it knows
// to be 1.
#if LEN > 1
#define GENES LEN
#else
#define GENES ((u32)par[PAR_GENES])
#endif

// Where element j, j of C is, and how many elements it has.
#if SEPARABLE
#define DIAGONAL(j) (j)
#define CELLS GENES
#define C_WORDS LEN
#else
#define DIAGONAL(j) ((j) * LEN + (j))
#define CELLS (GENES * GENES)
#define C_WORDS (LEN * LEN)
#endif

#define ROOM_D (2 * C_WORDS)
#define ROOM_E (ROOM_D + LEN)
#define ROOM_Z (ROOM_E + LEN)
#define ROOM_Y (ROOM_Z + TILE * LEN)
#define ROOM_W (ROOM_Y + TILE * LEN)
#define ROOM_ZW (ROOM_W + TILE)
#define ROOM_YW (ROOM_ZW + LEN)
#define ROOM_CHUNK (ROOM_YW + LEN)

// The replica with its model taken apart.
DEVICE replica with_model(replica h, GLOBAL const u64 *levels)
{
    h.mean = (GLOBAL f64 *)(h.model + MODEL_LISTS);
    h.ps = h.mean + LEN;
    h.pc = h.ps + LEN;
    h.d = h.pc + LEN;
    h.c = h.d + LEN;
    h.b = h.c + C_WORDS;
    h.level = levels + h.model[MODEL_LEVEL] * LEVEL_WORDS;
    return h;
}

// Coordinate j of axis k.
#if SEPARABLE
#define AXIS(h, k, j) ((k) == (j) ? 1.0 : 0.0)
#else
#define AXIS(h, k, j) ((h)->b[(k) * LEN + (j)])
#endif

#define MODEL(r, back) with_model(REPLICA(r, back), levels)

#define LEVEL_F64(h, name) F64_FROM((h)->level[LEVEL_##name])
