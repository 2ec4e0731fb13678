// Turns numbers into moves and, of triples, insertions and segments, back. family: 0 pairs,
// 1 triples, 2 changes, 3 rotations, 4 insertions, 5 segments.
KERNEL void moves(GLOBAL const u64 *numbers, GLOBAL u32 *out, GLOBAL u64 *back, u32 family, u32 n, u32 count)
{
    u32 e = GLOBAL_ID;
    if (e < count) {
        u64 number = numbers[e], again = number;
        positions s;
        if (family == 0) {
            s = pair_at(n, number);
        } else if (family == 1) {
            s = triple_at(n, number);
            again = triple_index(n, s.i, s.j, s.k);
        } else if (family == 2) {
            s = change_at(n, number);
            s.k = change_symbol(s.j, s.i % n);
        } else if (family == 3) {
            s = rotation_at(n, number);
        } else if (family == 5) {
            s = segment_at(n, (u32)number);
            again = segment_index(n, s.i, s.j, s.k);
        } else {
            s = insertion_at(n, (u32)number);
            again = insertion_index(n, s.i, s.j);
        }
        out[3 * e] = s.i;
        out[3 * e + 1] = s.j;
        out[3 * e + 2] = s.k;
        back[e] = again;
    }
}
