// Philox4x32-10 and the samplers: the twin of package rng, function by function.

typedef struct {
    u32 x[4];
} words4;

// Everything of a counter but the gene block, as in rng.Address.
typedef struct {
    u64 seed;
    u64 step;
    u32 individual;
    u32 purpose;
} address;

DEVICE words4 philox(u32 c0, u32 c1, u32 c2, u32 c3, u32 k0, u32 k1)
{
    words4 r;
#pragma unroll
    for (u32 round = 0; round < 10; round++) {
        // One wide product is cheaper than a high and a low half.
        u64 p = MUL_WIDE32(0xD2511F53u, c0), q = MUL_WIDE32(0xCD9E8D57u, c2);
        c0 = (u32)(q >> 32) ^ c1 ^ k0;
        c1 = (u32)q;
        c2 = (u32)(p >> 32) ^ c3 ^ k1;
        c3 = (u32)p;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    r.x[0] = c0;
    r.x[1] = c1;
    r.x[2] = c2;
    r.x[3] = c3;
    return r;
}

DEVICE address address_of(u64 seed, u32 purpose, u64 step, u32 individual)
{
    address a;
    a.seed = seed;
    a.step = step;
    a.individual = individual;
    a.purpose = purpose;
    return a;
}

DEVICE words4 random_block(address a, u32 block)
{
    return philox(block, a.individual, (u32)a.step, (u32)(a.step >> 32) << 8 | a.purpose,
                  (u32)a.seed, (u32)(a.seed >> 32));
}

DEVICE u32 pick_word(words4 v, u32 w)
{
    return w == 0 ? v.x[0] : w == 1 ? v.x[1] : w == 2 ? v.x[2] : v.x[3];
}

DEVICE u32 random_word(address a, u32 w)
{
    return pick_word(random_block(a, w / 4), w % 4);
}

// A uniform integer below n from word x, which is word w of the address.
DEVICE u32 random_bounded(address a, u32 x, u32 w, u32 n)
{
    u32 hi = MUL_HI32(x, n), lo = x * n;
    if (lo < n) {
        u32 reject = (0u - n) % n;
        a.purpose |= 0x80u;
        for (u32 attempt = 1; lo < reject && attempt < 256; attempt++) {
            x = pick_word(random_block(a, w / 4 + (attempt << 24)), w % 4);
            hi = MUL_HI32(x, n);
            lo = x * n;
        }
    }
    return hi;
}

// The same with 64 bits: x is words w and w + 1, w even.
DEVICE u64 random_bounded64(address a, u64 x, u32 w, u64 n)
{
    u64 hi = MUL_HI64(x, n), lo = x * n;
    if (lo < n) {
        u64 reject = ((u64)0 - n) % n;
        a.purpose |= 0x80u;
        for (u32 attempt = 1; lo < reject && attempt < 256; attempt++) {
            words4 v = random_block(a, w / 4 + (attempt << 24));
            x = w % 4 ? (u64)v.x[3] << 32 | v.x[2] : (u64)v.x[1] << 32 | v.x[0];
            hi = MUL_HI64(x, n);
            lo = x * n;
        }
    }
    return hi;
}

// 64 lanes that compare random bits with a threshold; see rng.Address.MaskLow.
typedef struct {
    u64 less, open;
} lanes;

// The next bit plane, where the threshold's bit is bit. The halves are kept
// apart: GPUs have registers of 32 bits.
DEVICE lanes mask_plane(lanes m, u32 lo, u32 hi, u32 bit)
{
    u32 t = 0 - bit, open_lo = (u32)m.open, open_hi = (u32)(m.open >> 32);
    m.less |= (u64)(open_hi & t & ~hi) << 32 | (open_lo & t & ~lo);
    m.open = (u64)(open_hi & ~(hi ^ t)) << 32 | (open_lo & ~(lo ^ t));
    return m;
}

// The next two bit planes; two has the threshold's bits.
DEVICE lanes mask_planes(lanes m, words4 v, u32 two)
{
    m = mask_plane(m, v.x[0], v.x[1], two >> 1);
    return mask_plane(m, v.x[2], v.x[3], two & 1);
}

// Decides the four lowest open lanes; rest has the threshold's last 26 bits.
DEVICE lanes mask_tail(lanes m, words4 v, u32 rest)
{
#pragma unroll
    for (u32 i = 0; i < 4; i++) {
        u64 lane = m.open & (0 - m.open);
        m.less |= (v.x[i] >> 6) < rest ? lane : 0;
        m.open ^= lane;
    }
    return m;
}

// 1 makes masks with one block after the other in a loop: little code and few
// registers, for kernels with many work-items. 0 lets the blocks overlap.
#ifndef MASK_ROLLED
#define MASK_ROLLED 0
#endif

// Bits set with probability threshold / 2^32 in the lanes of open (2^k - 1):
// mask number m of the address. How many blocks are drawn depends almost on
// the threshold alone, so that a warp stays together.
DEVICE u64 random_mask(address a, u32 m, u64 threshold, u64 open)
{
    lanes l;
    u32 block = m * 32, t = (u32)threshold;
    l.less = 0;
    l.open = open;
    if (threshold >> 32)
        return open;
#if MASK_ROLLED
#pragma unroll 1
    for (u32 q = 0; t && l.open; q++) {
        words4 v = random_block(a, block + q);
        if (q < 3) {
            l = mask_planes(l, v, t >> 30);
            t <<= 2;
        } else {
            l = mask_tail(l, v, t >> 6);
        }
    }
#else
    if (t << 4) {
        words4 v0 = random_block(a, block), v1 = random_block(a, block + 1);
        words4 v2 = random_block(a, block + 2), v3 = random_block(a, block + 3);
        u32 rest = t & 0x3FFFFFFu;
        l = mask_planes(l, v0, t >> 30);
        l = mask_planes(l, v1, t >> 28 & 3);
        l = mask_planes(l, v2, t >> 26 & 3);
        if (rest) {
            l = mask_tail(l, v3, rest);
            for (block += 4; l.open; block++)
                l = mask_tail(l, random_block(a, block), rest);
        }
    } else if (t) {
        l = mask_planes(l, random_block(a, block), t >> 30);
        if (t << 2)
            l = mask_planes(l, random_block(a, block + 1), t >> 28 & 3);
    }
#endif
    return l.less;
}

// Rare bits: mask m of the address, the twin of rng.Masks, whose table has the
// cumulative probabilities of their number, on chip.
DEVICE u64 random_rare(address a, u32 m, LOCALPTR const u64 *table)
{
    u32 block = m * 32, left = 0;
    u64 mask = 0;
    words4 v = random_block(a, block);
    u64 u = (u64)v.x[1] << 32 | v.x[0];
    // A warp nearly always has a lane with two or three.
#pragma unroll
    for (u32 k = 0; k < 4; k++)
        left += u >= table[k];
    if (left == 4) {
#pragma unroll 1
        while (left < 64 && u >= table[left])
            left++;
    }
    // Each block names ten lanes.
#pragma unroll 1
    while (left) {
        u64 digits = (u64)v.x[3] << 32 | v.x[2];
#pragma unroll 1
        for (u32 k = 0; k < 10 && left; k++) {
            u64 bit = (u64)1 << (digits & 63);
            digits >>= 6;
            left -= (mask & bit) == 0;
            mask |= bit;
        }
        if (left)
            v = random_block(a, ++block);
    }
    return mask;
}

// A uniform number in [0, 1) with 53 bits.
DEVICE f64 random_unit(u32 lo, u32 hi)
{
    return (f64)(((u64)hi << 32 | lo) >> 11) * (1.0 / 9007199254740992.0);
}
