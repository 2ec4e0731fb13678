// A permutation and what its moves are worth: the twin of table.go.
//
// QAP_WIDE    1: numbers of 64 bits, else 32
// QAP_SKEW    1: neither matrix is symmetric
// QAP_EVEN_B  1: B is symmetric
// QAP_SHORT   1: spreads of B fit 16 bits
//
// The data: f, g, sa, sb and, with QAP_SKEW, f2, g2, ta, tb, each LEN rows of LEN
// numbers; sa of all pairs i < j; and for each, in 32 bits, where v[i][j] lies, above,
// and v[j][i]. Kept of a permutation: v, sb and tb in its order, and scratch.
#if QAP_WIDE
typedef i64 qnum;
#define MOVE_LEAST ((i64)((u64)1 << 63))
#else
typedef i32 qnum;
#define MOVE_LEAST ((i32)((u32)1 << 31))
#endif
typedef qnum move_gain;
#if QAP_SHORT
typedef i16 snum; // of sb
#else
typedef qnum snum;
#endif

// An odd stride lets work-items read a column from different banks.
#define QAP_ROW (LEN | 1)
#define QAP_PLANE (LEN * QAP_ROW)
#define QAP_MATRIX (LEN * LEN)

typedef struct {
    CHAIN qnum *v, *c, *d, *o; // o: what a row is to lose
    CHAIN snum *sb;
#if QAP_SKEW
    CHAIN qnum *tb, *c2, *d2;
    GLOBAL const qnum *f2, *g2, *ta, *all_tb;
#endif
    CHAIN u32 *order;
    GLOBAL const qnum *f, *g, *sa, *all_sb, *sa_pairs;
    GLOBAL const u32 *places; // of v[i][j] and v[j][i], for every pair
} moves;

DEVICE moves moves_of(CHAIN u64 *words, CHAIN u32 *order, GLOBAL const u64 *data)
{
    moves m;
    m.order = order;
    m.v = (CHAIN qnum *)words;
    m.f = (GLOBAL const qnum *)data;
    m.g = m.f + QAP_MATRIX;
    m.sa = m.g + QAP_MATRIX;
    m.all_sb = m.sa + QAP_MATRIX;
#if QAP_SKEW
    m.tb = m.v + QAP_PLANE;
    m.c = m.tb + QAP_PLANE;
    m.d = m.c + LEN;
    m.o = m.d + LEN;
    m.c2 = m.o + LEN;
    m.d2 = m.c2 + LEN;
    m.sb = (CHAIN snum *)(m.d2 + LEN);
    m.f2 = m.all_sb + QAP_MATRIX;
    m.g2 = m.f2 + QAP_MATRIX;
    m.ta = m.g2 + QAP_MATRIX;
    m.all_tb = m.ta + QAP_MATRIX;
    m.sa_pairs = m.all_tb + QAP_MATRIX;
#else
    m.c = m.v + QAP_PLANE;
    m.d = m.c + LEN;
    m.o = m.d + LEN;
    m.sb = (CHAIN snum *)(m.o + LEN);
    m.sa_pairs = m.all_sb + QAP_MATRIX;
#endif
    m.places = (GLOBAL const u32 *)(m.sa_pairs + LEN * (LEN - 1) / 2);
    return m;
}

// Finds all from the order, and returns the score.
DEVICE i64 moves_reset(moves *m)
{
    i64 twice = 0;
    SYNC();
    for (u32 e = LOCAL_ID; e < QAP_MATRIX; e += GROUP_WORKERS) {
        u32 i = e / LEN, k = e % LEN, z = m->order[k];
        qnum sum = 0;
        for (u32 l = 0; l < LEN; l++) {
            sum += m->f[l * LEN + i] * m->g[m->order[l] * LEN + z];
#if QAP_SKEW
            sum += m->f2[l * LEN + i] * m->g2[m->order[l] * LEN + z];
#endif
        }
        m->v[i * QAP_ROW + k] = sum;
        m->sb[i * QAP_ROW + k] = (snum)m->all_sb[m->order[i] * LEN + z];
#if QAP_SKEW
        m->tb[i * QAP_ROW + k] = m->all_tb[m->order[i] * LEN + z];
#endif
    }
    SYNC();
    for (u32 i = 0; i < LEN; i++) // every pair is in it twice
        twice += m->v[i * QAP_ROW + i];
    SYNC();
    for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS) {
        qnum own = m->v[i * QAP_ROW + i];
        for (u32 k = 0; k < LEN; k++)
            m->v[i * QAP_ROW + k] -= own;
    }
    SYNC();
    return -(twice / 2);
}

DEVICE move_gain moves_exchange_gain(const moves *m, u32 i, u32 j)
{
    return -(m->v[i * QAP_ROW + j] + m->v[j * QAP_ROW + i] + m->sa[i * LEN + j] * m->sb[i * QAP_ROW + j]);
}

// The same for pair t of all, which pairs has.
DEVICE move_gain moves_pair_gain(const moves *m, u32 t, GLOBAL const u32 *pairs)
{
#if QAP_PLANE < 65536
    u32 p = m->places[t], at = p >> 16;
    return -(m->v[at] + m->v[p & 0xFFFF] + m->sa_pairs[t] * m->sb[at]);
#else
    return moves_exchange_gain(m, pairs[t] >> 16, pairs[t] & 0xFFFF);
#endif
}

DEVICE move_gain moves_rotation_gain(const moves *m, u32 i, u32 j, u32 k)
{
    qnum moved = m->v[i * QAP_ROW + j] + m->v[j * QAP_ROW + k] + m->v[k * QAP_ROW + i];
    qnum saik = m->sa[i * LEN + k], sajk = m->sa[j * LEN + k], sbij = m->sb[i * QAP_ROW + j], sbjk = m->sb[j * QAP_ROW + k];
    qnum x = saik + sajk - m->sa[i * LEN + j], y = m->sb[i * QAP_ROW + k] - sbij - sbjk, among;
#if QAP_SKEW
    qnum u = m->ta[i * LEN + j] + m->ta[j * LEN + k] + m->ta[k * LEN + i];
    qnum v = m->tb[i * QAP_ROW + j] + m->tb[j * QAP_ROW + k] + m->tb[k * QAP_ROW + i];
    among = ((x + u) >> 1) * ((y + v) >> 1) + ((x - u) >> 1) * ((y - v) >> 1);
#elif QAP_EVEN_B
    among = x * (y >> 1);
#else
    among = (x >> 1) * y;
#endif
    return -(moved + saik * sbij + among + sajk * sbjk);
}

// Exchanges two rows and two columns of a matrix that is symmetric or skew.
#define MOVES_SWAP(T, to)                                   \
    for (u32 k = LOCAL_ID; k < LEN; k += GROUP_WORKERS)     \
        if (k != r && k != s) {                             \
            T t = (to)[r * QAP_ROW + k];                    \
            (to)[r * QAP_ROW + k] = (to)[s * QAP_ROW + k];  \
            (to)[s * QAP_ROW + k] = t;                      \
            t = (to)[k * QAP_ROW + r];                      \
            (to)[k * QAP_ROW + r] = (to)[k * QAP_ROW + s];  \
            (to)[k * QAP_ROW + s] = t;                      \
        }                                                   \
    if (LOCAL_ID == 0) {                                    \
        T t = (to)[r * QAP_ROW + s];                        \
        (to)[r * QAP_ROW + s] = (to)[s * QAP_ROW + r];      \
        (to)[s * QAP_ROW + r] = t;                          \
    }

#if QAP_SKEW
#define QAP_CHANGE(i, k) (m->c[i] * m->d[k] + m->c2[i] * m->d2[k])
#else
#define QAP_CHANGE(i, k) (m->c[i] * m->d[k])
#endif

// Rows of the table that a group changes at once.
#define QAP_ROWS (GROUP_WORKERS / LEN)

DEVICE void moves_exchange(moves *m, u32 r, u32 s)
{
    u32 x = m->order[r], y = m->order[s];
    qnum rs = m->v[r * QAP_ROW + s], sr = m->v[s * QAP_ROW + r];
    for (u32 k = LOCAL_ID; k < LEN; k += GROUP_WORKERS) {
        u32 z = m->order[k];
        m->d[k] = m->g[y * LEN + z] - m->g[x * LEN + z];
        m->c[k] = m->f[r * LEN + k] - m->f[s * LEN + k];
#if QAP_SKEW
        m->d2[k] = m->g2[y * LEN + z] - m->g2[x * LEN + z];
        m->c2[k] = m->f2[r * LEN + k] - m->f2[s * LEN + k];
#endif
    }
    SYNC();
    // What place i will have is the zero of its row.
    for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS)
        m->o[i] = i == r ? rs + QAP_CHANGE(r, s) : i == s ? sr + QAP_CHANGE(s, r) : QAP_CHANGE(i, i);
    SYNC();
#if GROUP_WORKERS >= LEN // a work-item keeps to its column
    for (u32 i = LOCAL_ID / LEN; i < (LOCAL_ID / LEN < QAP_ROWS ? LEN : 0); i += QAP_ROWS) {
        u32 k = LOCAL_ID % LEN;
#else
    for (u32 e = LOCAL_ID; e < QAP_MATRIX; e += GROUP_WORKERS) {
        u32 i = e / LEN, k = e % LEN;
#endif
        CHAIN qnum *row = m->v + i * QAP_ROW;
        qnum own = m->o[i];
        if (k == r) {
            qnum t = row[r] + QAP_CHANGE(i, r) - own;
            row[r] = row[s] + QAP_CHANGE(i, s) - own;
            row[s] = t;
        } else if (k != s) {
            row[k] += QAP_CHANGE(i, k) - own;
        }
    }
    MOVES_SWAP(snum, m->sb)
#if QAP_SKEW
    MOVES_SWAP(qnum, m->tb)
#endif
    if (LOCAL_ID == 0) {
        m->order[r] = y;
        m->order[s] = x;
    }
    SYNC();
}
