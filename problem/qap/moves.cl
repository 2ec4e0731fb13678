// A permutation and what its moves are worth: the twin of table.go.
//
// QAP_WIDE    1: numbers of 64 bits, else 32
// QAP_SKEW    1: neither matrix is symmetric
// QAP_EVEN_B  1: B is symmetric
// QAP_SHORT   1: spreads of B fit 16 bits
//
// The data: f, g, sa, sb and, with QAP_SKEW, f2, g2, ta, tb, each LEN rows of LEN
// numbers; and sa of all pairs i < j. Kept of a permutation: what an exchange
// changes for every place, and v; aside, tb and sb in its order, which a move
// changes two rows and columns of.
#if QAP_WIDE
typedef i64 qnum;
#define MOVE_BITS 64
#define MOVE_LEAST ((i64)((u64)1 << 63))
#define MOVE_MOST ((i64)(((u64)1 << 63) - 1))
#else
typedef i32 qnum;
#define MOVE_BITS 32
#define MOVE_LEAST ((i32)((u32)1 << 31))
#define MOVE_MOST 0x7FFFFFFF
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

// What the exchange that was begun last does to the table: v[i][k] gains
// c[i] d[k] + c2[i] d2[k] - o[i].
typedef struct {
#if QAP_WIDE
    i64 c, d;
#else
    u64 cd; // one load, and no more aligned than chip memory is
#endif
    i64 o;
} qshift;
#if QAP_WIDE
#define QAP_C(s) (s).c
#define QAP_D(s) (s).d
#else
#define QAP_C(s) ((i32)(u32)(s).cd)
#define QAP_D(s) ((i32)(u32)((s).cd >> 32))
#endif
#define QAP_O(s) ((qnum)(s).o)

DEVICE qshift qshift_of(qnum c, qnum d, qnum o)
{
    qshift s;
#if QAP_WIDE
    s.c = c;
    s.d = d;
#else
    s.cd = (u64)(u32)d << 32 | (u32)c;
#endif
    s.o = o;
    return s;
}

typedef struct {
    KEPT qshift *shift;
    KEPT qnum *v;
    ASIDE snum *sb;
#if QAP_SKEW
    ASIDE qnum *tb;
    KEPT qnum *c2, *d2;
    GLOBAL const qnum *f2, *g2, *ta, *all_tb;
#endif
    KEPT u32 *order;
    GLOBAL const qnum *f, *g, *sa, *all_sb, *sa_pairs;
} moves;

DEVICE moves moves_of(KEPT u64 *words, ASIDE u64 *aside, KEPT u32 *order, GLOBAL const u64 *data)
{
    moves m;
    m.order = order;
    m.shift = (KEPT qshift *)words;
    m.v = (KEPT qnum *)(m.shift + LEN);
    m.f = (GLOBAL const qnum *)data;
    m.g = m.f + QAP_MATRIX;
    m.sa = m.g + QAP_MATRIX;
    m.all_sb = m.sa + QAP_MATRIX;
#if QAP_SKEW
    m.c2 = m.v + QAP_PLANE;
    m.d2 = m.c2 + LEN;
    m.tb = (ASIDE qnum *)aside;
    m.sb = (ASIDE snum *)(m.tb + QAP_PLANE);
    m.f2 = m.all_sb + QAP_MATRIX;
    m.g2 = m.f2 + QAP_MATRIX;
    m.ta = m.g2 + QAP_MATRIX;
    m.all_tb = m.ta + QAP_MATRIX;
    m.sa_pairs = m.all_tb + QAP_MATRIX;
#else
    m.sb = (ASIDE snum *)aside;
    m.sa_pairs = m.all_sb + QAP_MATRIX;
#endif
    return m;
}

#if GROUP_WORKERS == 1
// Adds f times g to the table, some rows at a time, which stay in a cache: one
// work-item has registers for a vector of sums, and no others to share loads with.
#define QAP_ROWS 8
DEVICE void moves_multiply(moves *m, GLOBAL const qnum *f, GLOBAL const qnum *g)
{
    KEPT qnum *d = (KEPT qnum *)m->shift; // which is cleared later
    for (u32 top = 0; top < LEN; top += QAP_ROWS)
        for (u32 l = 0; l < LEN; l++) {
            GLOBAL const qnum *row = g + m->order[l] * LEN;
            for (u32 k = 0; k < LEN; k++)
                d[k] = row[m->order[k]];
            for (u32 i = top; i < MIN(top + QAP_ROWS, LEN); i++) {
                qnum c = f[l * LEN + i];
                KEPT qnum *v = m->v + i * QAP_ROW;
                if (c != 0)
                    for (u32 k = 0; k < LEN; k++)
                        v[k] += c * d[k];
            }
        }
}
#endif

// Finds all from the order, and returns the score.
DEVICE i64 moves_reset(moves *m)
{
    u64 twice = 0; // no value is negative, and twice the greatest fits
    SYNC();
    for (u32 e = LOCAL_ID; e < QAP_MATRIX; e += GROUP_WORKERS) {
        u32 i = e / LEN, k = e % LEN, z = m->order[k];
        qnum sum = 0;
#if GROUP_WORKERS > 1
        for (u32 l = 0; l < LEN; l++) {
            sum += m->f[l * LEN + i] * m->g[m->order[l] * LEN + z];
#if QAP_SKEW
            sum += m->f2[l * LEN + i] * m->g2[m->order[l] * LEN + z];
#endif
        }
#endif
        m->v[i * QAP_ROW + k] = sum;
        m->sb[i * QAP_ROW + k] = (snum)m->all_sb[m->order[i] * LEN + z];
#if QAP_SKEW
        m->tb[i * QAP_ROW + k] = m->all_tb[m->order[i] * LEN + z];
#endif
    }
    SYNC();
#if GROUP_WORKERS == 1
    moves_multiply(m, m->f, m->g);
#if QAP_SKEW
    moves_multiply(m, m->f2, m->g2);
#endif
#endif
    for (u32 i = 0; i < LEN; i++) // every pair is in it twice
        twice += (u64)m->v[i * QAP_ROW + i];
    SYNC();
    for (u32 i = LOCAL_ID; i < LEN; i += GROUP_WORKERS) {
        qnum own = m->v[i * QAP_ROW + i];
        for (u32 k = 0; k < LEN; k++)
            m->v[i * QAP_ROW + k] -= own;
        m->shift[i] = qshift_of(0, 0, 0);
#if QAP_SKEW
        m->c2[i] = 0;
        m->d2[i] = 0;
#endif
    }
    SYNC();
    return -(i64)(twice / 2);
}

DEVICE move_gain moves_exchange_gain(const moves *m, u32 i, u32 j)
{
    return -(m->v[i * QAP_ROW + j] + m->v[j * QAP_ROW + i] + m->sa[i * LEN + j] * m->sb[i * QAP_ROW + j]);
}

// Changes the table for pair t of all, as the exchange that was begun asks for, and
// returns what an exchange of that pair would gain.
DEVICE move_gain moves_finish(const moves *m, u32 t, u32 i, u32 j)
{
    KEPT qnum *there = m->v + i * QAP_ROW + j, *back = m->v + j * QAP_ROW + i;
    qshift a = m->shift[i], b = m->shift[j];
    qnum p = *there + QAP_C(a) * QAP_D(b) - QAP_O(a), q = *back + QAP_C(b) * QAP_D(a) - QAP_O(b);
#if QAP_SKEW
    p += m->c2[i] * m->d2[j];
    q += m->c2[j] * m->d2[i];
#endif
    *there = p;
    *back = q;
    return -(p + q + m->sa_pairs[t] * m->sb[i * QAP_ROW + j]);
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

// The work-items from the last one on, since the first have the shifts.
#define QAP_LAST (GROUP_WORKERS - 1 - LOCAL_ID)

// Exchanges two rows and two columns of a matrix that is symmetric or skew.
#define MOVES_SWAP(T, to)                                   \
    for (u32 k = QAP_LAST; k < LEN; k += GROUP_WORKERS)     \
        if (k != r && k != s) {                             \
            T t = (to)[r * QAP_ROW + k];                    \
            (to)[r * QAP_ROW + k] = (to)[s * QAP_ROW + k];  \
            (to)[s * QAP_ROW + k] = t;                      \
            t = (to)[k * QAP_ROW + r];                      \
            (to)[k * QAP_ROW + r] = (to)[k * QAP_ROW + s];  \
            (to)[k * QAP_ROW + s] = t;                      \
        }                                                   \
    if (QAP_LAST == 0) {                                    \
        T t = (to)[r * QAP_ROW + s];                        \
        (to)[r * QAP_ROW + s] = (to)[s * QAP_ROW + r];      \
        (to)[s * QAP_ROW + r] = t;                          \
    }

// Exchanges two places but for the table, of which moves_finish changes the rest.
DEVICE void moves_begin(moves *m, u32 r, u32 s)
{
    u32 x = m->order[r], y = m->order[s];
    for (u32 k = LOCAL_ID; k < LEN; k += GROUP_WORKERS) {
        u32 z = m->order[k == r ? s : k == s ? r : k]; // what k will have
        qnum c = m->f[r * LEN + k] - m->f[s * LEN + k], d = m->g[y * LEN + z] - m->g[x * LEN + z], own = c * d;
        KEPT qnum *row = m->v + k * QAP_ROW;
        qnum a = row[r], b = row[s];
#if QAP_SKEW
        qnum c2 = m->f2[r * LEN + k] - m->f2[s * LEN + k], d2 = m->g2[y * LEN + z] - m->g2[x * LEN + z];
        m->c2[k] = c2;
        m->d2[k] = d2;
        own += c2 * d2;
#endif
        // The row's zero is what place k will have.
        own += k == r ? b : k == s ? a : 0;
        m->shift[k] = qshift_of(c, d, own);
        row[r] = b;
        row[s] = a;
        if (k == r) // it is in no pair
            row[r] = 0;
        if (k == s)
            row[s] = 0;
    }
    MOVES_SWAP(snum, m->sb)
#if QAP_SKEW
    MOVES_SWAP(qnum, m->tb)
#endif
    SYNC();
    if (LOCAL_ID == 0) {
        m->order[r] = y;
        m->order[s] = x;
    }
}

DEVICE void moves_exchange(moves *m, u32 r, u32 s)
{
    moves_begin(m, r, s);
    for (u32 e = LOCAL_ID; e < QAP_MATRIX; e += GROUP_WORKERS) {
        u32 i = e / LEN, j = e % LEN;
        if (i < j)
            moves_finish(m, i * (2 * LEN - i - 1) / 2 + (j - i - 1), i, j);
    }
    SYNC();
}
