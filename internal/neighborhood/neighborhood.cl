// Moves and their numbers, both ways in constant time: the twins of this
// package's Go functions, which say what is what. Luong, Melab and Talbi (2010),
// section III.B. The number of a flip is its bit, so it needs no function.
//
// Roots begin with a guess in floating point and end by integers, so that they
// are exact, and the same on every device, whatever the guess: see numbers.go.

// A move's positions; what has fewer than three leaves the others 0.
typedef struct {
    u32 i, j, k;
} positions;

DEVICE u64 choose2(u64 c)
{
    return c * (c - 1) / 2;
}

DEVICE u64 choose3(u64 c)
{
    return c * (c - 1) * (c - 2) / 6;
}

// The largest c with choose2(c) <= r.
DEVICE u64 root2(u64 r)
{
    u64 c = (u64)((1 + F64_SQRT((f64)(8 * r + 1))) / 2);
    while (choose2(c) > r)
        c--;
    while (choose2(c + 1) <= r)
        c++;
    return c;
}

// The largest c with choose3(c) <= r.
DEVICE u64 root3(u64 r)
{
    f64 x = (f64)(6 * r + 1);
    f64 t = F64_FROM(F64_BITS(x) / 3 + ((u64)682 << 52));
    u64 c;
    for (u32 round = 0; round < 2; round++) {
        f64 cube = t * t * t;
        t = t * (cube + 2 * x) / (2 * cube + x);
    }
    c = (u64)t + 1;
    while (choose3(c) > r)
        c--;
    while (choose3(c + 1) <= r)
        c++;
    return c;
}

DEVICE positions pair_at(u32 n, u64 index)
{
    u64 r = choose2(n) - 1 - index, c = root2(r);
    positions s = {n - 1 - (u32)c, n - 1 - (u32)(r - choose2(c)), 0};
    return s;
}

DEVICE u64 triple_index(u32 n, u32 i, u32 j, u32 k)
{
    return choose3(n) - 1 - choose3(n - 1 - i) - choose2(n - 1 - j) - (n - 1 - k);
}

DEVICE positions triple_at(u32 n, u64 index)
{
    u64 r = choose3(n) - 1 - index, c = root3(r), d;
    r -= choose3(c);
    d = root2(r);
    positions s = {n - 1 - (u32)c, n - 1 - (u32)d, n - 1 - (u32)(r - choose2(d))};
    return s;
}

// The symbol is a rank among those that gene i does not have: j of the positions.
DEVICE positions change_at(u32 alphabet, u64 index)
{
    positions s = {(u32)(index / (alphabet - 1)), (u32)(index % (alphabet - 1)), 0};
    return s;
}

DEVICE u32 change_symbol(u32 rank, u32 current)
{
    return rank >= current ? rank + 1 : rank;
}

DEVICE positions rotation_at(u32 n, u64 index)
{
    u64 size = choose3(n);
    positions s = triple_at(n, index < size ? index : index - size);
    if (index >= size) {
        u32 t = s.j;
        s.j = s.k;
        s.k = t;
    }
    return s;
}

// What Or-opt takes elsewhere, see segments.go: kind k of a segment has so many values, and
// is turned around or not.
#define SEGMENT_KINDS 5
#define SEGMENT_COUNT(k) (((k) + 1) / 2 + 1)
#define SEGMENT_TURNED(k) ((k) > 0 && (k) % 2 == 0)

DEVICE u32 segment_moves(u32 n, u32 k)
{
    u32 count = SEGMENT_COUNT(k);
    return n > count ? (n - count + 1) * (n - count) : 0;
}

DEVICE u32 segment_index(u32 n, u32 i, u32 j, u32 k)
{
    u32 index = i * (n - SEGMENT_COUNT(k)) + (j > i ? j - 1 : j);
    for (u32 e = 0; e < k; e++)
        index += segment_moves(n, e);
    return index;
}

DEVICE positions segment_at(u32 n, u32 index)
{
    positions s = {0, 0, 0};
    u32 others;
    for (; s.k < SEGMENT_KINDS - 1 && index >= segment_moves(n, s.k); s.k++)
        index -= segment_moves(n, s.k);
    others = n - SEGMENT_COUNT(s.k);
    s.i = index / others;
    s.j = index % others;
    s.j += s.j >= s.i ? 1 : 0;
    return s;
}

// The number that stands for all moves that do the same.
DEVICE u32 segment_same(u32 n, u32 i, u32 j, u32 k)
{
    u32 back = i > j ? i - j : 0;
    if (back == 1 && SEGMENT_TURNED(k)) {
        i = j;
        j = i + 1;
    } else if (back >= 1 && back <= 3 && !SEGMENT_TURNED(k)) {
        i = j;
        j += SEGMENT_COUNT(k);
        k = back == 1 ? 0 : 2 * back - 3;
    }
    return segment_index(n, i, j, k);
}

// Where the value of a segment that surely changes its place is before and after a move.
DEVICE positions segment_outer(positions s)
{
    u32 last = SEGMENT_TURNED(s.k) ? SEGMENT_COUNT(s.k) - 1 : 0;
    positions w = {s.i < s.j ? s.i : s.i + last, s.i < s.j ? s.j + last : s.j, 0};
    return w;
}

DEVICE u32 insertion_index(u32 n, u32 i, u32 j)
{
    return i == 0 ? j - 1 : n - 1 + (i - 1) * (n - 2) + (j > i ? j - 2 : j);
}

DEVICE positions insertion_at(u32 n, u32 index)
{
    positions s = {0, index + 1, 0};
    if (index >= n - 1) {
        s.i = (index - (n - 1)) / (n - 2) + 1;
        s.j = (index - (n - 1)) % (n - 2);
        s.j += s.j + 1 >= s.i ? 2 : 0;
    }
    return s;
}
