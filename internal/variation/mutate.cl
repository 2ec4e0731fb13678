// Mutation: the twin of mutate.go. In a team of
// several lanes, functions that touch single genes are called by lane 0 alone,
// between two team_sync().

#if CLASSED
// The whole number that a gene stands for.
DEVICE f64 gene_whole(f64 x, f64 upper) { return MIN(F64_FLOOR(x + 0.5), upper - 0.5); }

// Breeder.changeClassed.
DEVICE void gene_change_classed(GLOBAL gene *g, u32 j, address at, GLOBAL const u64 *par, GLOBAL const f64 *bounds)
{
    f64 lower = bounds[j], upper = bounds[LEN + j], span = upper - lower, x = g[j], now = gene_whole(x, upper);
    words4 v = random_block(at, j);
    f64 u = random_unit(v.x[0], v.x[1]);
    if (GENE_CLASS(j) == CLASS_KEY) {
        u32 first = (u32)bounds[3 * LEN + j], count = (u32)bounds[4 * LEN + j], other;
        if (count > 1) {
            other = (u32)(u * (f64)(count - 1));
            other += other >= j - first;
            g[j] = g[first + other];
            g[first + other] = x;
        }
    } else if (GENE_CLASS(j) == CLASS_CHOICE) {
        if (span > 1) {
            f64 other = F64_FLOOR(u * (span - 1));
            g[j] = other >= now ? other + 1 : other;
        }
    } else if (P_MUTATION == MUTATE_RESET) {
        g[j] = clamp_gene(lower + u * span, lower, upper);
    } else {
        f64 s;
        if (P_MUTATION == MUTATE_GAUSSIAN) {
            s = F64_FROM(par[PAR_SIGMA]) * random_gaussian(v);
        } else {
            f64 d = elementary_pow(u < 0.5 ? 2 * u : 2 - 2 * u, F64_FROM(par[PAR_EXPONENT_M]));
            s = u < 0.5 ? d - 1 : 1 - d;
        }
        x = clamp_gene(x + s * span, lower, upper);
        if (gene_whole(x, upper) == now) {
            x = now + 1;
            if ((s < 0 && now > lower + 0.5) || x > upper)
                x = now - 1;
            x = clamp_gene(x, lower, upper);
        }
        g[j] = x;
    }
}
#endif

#if KIND == KIND_DISCRETE || KIND == KIND_REAL
// Gives gene j a new value; at has purpose MutateValue.
DEVICE void gene_change(GLOBAL gene *g, u32 j, address at, GLOBAL const u64 *par, GLOBAL const f64 *bounds)
{
#if KIND == KIND_DISCRETE
    g[j] = (u8)random_bounded(at, random_word(at, j), j, ALPHABET);
#else
#if CLASSED
    if (GENE_CLASS(j)) {
        gene_change_classed(g, j, at, par, bounds);
        return;
    }
#endif
    f64 lower = bounds[j], upper = bounds[LEN + j], span = upper - lower, x = g[j];
    words4 v = random_block(at, j);
    f64 u = random_unit(v.x[0], v.x[1]);
    if (P_MUTATION == MUTATE_RESET) {
        x = lower + u * span;
    } else if (P_MUTATION == MUTATE_GAUSSIAN) {
        f64 s = F64_FROM(par[PAR_SIGMA]) * span;
        x += s * random_gaussian(v);
    } else {
        f64 e = F64_FROM(par[PAR_EXPONENT_M]);
        f64 d = elementary_pow(u < 0.5 ? 2 * u : 2 - 2 * u, e);
        x += (u < 0.5 ? d - 1 : 1 - d) * span;
    }
    g[j] = clamp_gene(x, lower, upper);
#endif
}
#endif

// The genes of word w that mutate; at has purpose Mutate.
DEVICE u64 mutation_mask(address at, u32 w, u64 pm, LOCALPTR const u64 *rare)
{
    if (P_RARE(pm))
        return random_rare(at, w, rare) & below(LEN, w);
    return random_mask(at, w, pm, below(LEN, w));
}

// One change with probability pm; at has purpose Mutate.
DEVICE void mutate_once(GENOME_RW g, address at, u64 pm, GLOBAL const u64 *par, GLOBAL const f64 *bounds)
{
    words4 v = random_block(at, 0);
    address value = at;
    u32 i = random_bounded(at, v.x[1], 1, LEN);
    value.purpose = PURPOSE_MUTATE_VALUE;
    if ((u64)v.x[0] >= pm)
        return;
#if KIND == KIND_BINARY
    if (P_MUTATION == MUTATE_FLIP) {
        bit_xor(g, i, 1);
        return;
    }
#endif
#if KIND == KIND_DISCRETE || KIND == KIND_REAL
    if (P_MUTATION == MUTATE_RESET || P_MUTATION == MUTATE_GAUSSIAN || P_MUTATION == MUTATE_POLYNOMIAL) {
        gene_change(g, i, value, par, bounds);
        return;
    }
#endif
#if LEN > 1
    u32 j = random_bounded(at, v.x[2], 2, LEN - 1);
    j += j >= i;
    if (P_MUTATION == MUTATE_SWAP) {
        gene_swap(g, i, j);
    } else {
        u32 lo = MIN(i, j), hi = MAX(i, j);
        if (P_MUTATION == MUTATE_INVERSION) {
            for (; lo < hi; lo++, hi--)
                gene_swap(g, lo, hi);
        } else {
            for (u32 k = hi; k > lo; k--)
                gene_swap(g, k, lo + random_bounded(value, random_word(value, k), k, k - lo + 1));
        }
    }
#endif
}

// Changes gene by gene; at has purpose Mutate.
DEVICE_ONCE void mutate_genes(GENOME_RW g, address at, u64 pm, LOCALPTR const u64 *rare, GLOBAL const u64 *par, GLOBAL const f64 *bounds)
{
    address value = at;
    if (P_PER_GENOME) {
        mutate_once(g, at, pm, par, bounds);
        return;
    }
    value.purpose = PURPOSE_MUTATE_VALUE;
    for (u32 m = 0; m * 64 < LEN; m++) {
        u64 mask = mutation_mask(at, m, pm, rare);
        for (; mask; mask &= mask - 1) {
            u32 j = m * 64 + CTZ64(mask);
#if KIND == KIND_DISCRETE || KIND == KIND_REAL
            if (P_MUTATION != MUTATE_SWAP)
                gene_change(g, j, value, par, bounds);
            else
#endif
                gene_swap(g, j, random_bounded(value, random_word(value, j), j, LEN));
        }
    }
}

// Changes a child in place; all lanes of the team call it.
DEVICE void mutate(GENOME_RW g, address at, u64 pm, LOCALPTR const u64 *rare, GLOBAL const u64 *par, GLOBAL const f64 *bounds TEAM_PARAM)
{
    u32 flip = KIND == KIND_BINARY && P_MUTATION == MUTATE_FLIP && !P_PER_GENOME;
#if KIND == KIND_BINARY
    if (flip) {
#pragma unroll
        for (u32 w = LANE; w < WORDS; w += TEAM)
            g[w] ^= mutation_mask(at, w, pm, rare);
    }
#endif
    TEAM_WHEN (!flip && P_MUTATION != MUTATE_NONE) {
        team_sync();
        if (LANE == 0)
            mutate_genes(g, at, pm, rare, par, bounds);
        team_sync();
    }
}
