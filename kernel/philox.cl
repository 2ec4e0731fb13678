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
        u32 h0 = MUL_HI32(0xD2511F53u, c0), l0 = 0xD2511F53u * c0;
        u32 h1 = MUL_HI32(0xCD9E8D57u, c2), l1 = 0xCD9E8D57u * c2;
        c0 = h1 ^ c1 ^ k0;
        c1 = l1;
        c2 = h0 ^ c3 ^ k1;
        c3 = l0;
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

// Decides the lanes in open one by one: rng's maskTail.
DEVICE u64 mask_tail(address a, u32 block, u32 rest, u64 open)
{
    u64 less = 0;
    while (open) {
        words4 v = random_block(a, block++);
#pragma unroll
        for (u32 i = 0; i < 4; i++) {
            u64 lane = open & (0 - open);
            less |= (v.x[i] >> 8) < rest ? lane : 0;
            open ^= lane;
        }
    }
    return less;
}

// Bits set with probability threshold / 2^32 in the lanes of open (2^k - 1):
// mask number m of the address.
DEVICE u64 random_mask(address a, u32 m, u64 threshold, u64 open)
{
    u64 less = 0;
    u32 block = m * 32, rest = (u32)threshold;
    if (threshold >> 32)
        return open;
    for (u32 q = 0; q < 4 && rest && open; q++) {
        words4 v = random_block(a, block++);
        u64 x = (u64)v.x[1] << 32 | v.x[0], t = 0 - (u64)(rest >> 31);
        less |= open & t & ~x;
        open &= ~(x ^ t);
        x = (u64)v.x[3] << 32 | v.x[2];
        t = 0 - (u64)(rest >> 30 & 1);
        less |= open & t & ~x;
        open &= ~(x ^ t);
        rest <<= 2;
    }
    if (rest && open)
        less |= mask_tail(a, block, rest >> 8, open);
    return less;
}

// A uniform number in [0, 1) with 53 bits.
DEVICE f64 random_unit(u32 lo, u32 hi)
{
    return (f64)(((u64)hi << 32 | lo) >> 11) * (1.0 / 9007199254740992.0);
}
