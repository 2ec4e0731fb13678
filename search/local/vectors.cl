// Annealing of vectors: the twin of chains.go, one chain at a time.

DEVICE i64 row_score(replica *h, GLOBAL gene *row, u32 i)
{
#if REPAIR
    problem_repair(row, h->data, h->cache, address_of(h->seed, PURPOSE_REPAIR, h->step, i));
#endif
    return problem_score(row, h->data, h->cache);
}

// chains.accepts, of a vector that scores less.
DEVICE u32 accepts(replica *h, u32 i, f64 loss, f64 temperature)
{
    f64 count, mean;
    u32 x;
    if (!(loss > 0 && loss <= F64_MAX))
        return loss == 0;
    count = h->counts[i] + 1;
    mean = h->losses[i];
    mean += (elementary_log(loss) - mean) / count;
    h->counts[i] = count;
    h->losses[i] = mean;
    if (!h->par[PAR_ABSOLUTE])
        temperature *= elementary_exp(mean);
    x = random_word(address_of(h->seed, PURPOSE_WALK, h->step, i), 0);
    return -loss >= temperature * elementary_log(((f64)x + 1) * (1.0 / 4294967296.0));
}

// A trial of chain i.
DEVICE void step_member(replica *h, u32 i)
{
    GLOBAL const u64 *par = h->par;
    GLOBAL const gene *from = h->genomes + (u64)i * STRIDE;
    GLOBAL gene *to = h->next_genomes + (u64)i * STRIDE;
    u64 done = h->step - 1, length = par[PAR_LENGTH];
    i64 before = h->scores[i], s;
    u32 again, anew, level;
    for (u32 k = 0; done >= length; k++) { // vectorPlan.cooling
        if (k == MOST_DOUBLINGS) {
            done %= length;
            break;
        }
        done -= length;
        length *= 2;
    }
    again = done == 0 && h->step > 1;
    anew = again && i % 2 == 0;
    level = (u32)((f64)done / (f64)length * TEMPERATURES);
    if (anew) {
        initialize(to, address_of(h->seed, PURPOSE_INIT, h->step, i), h->bounds);
    } else {
        for (u32 j = 0; j < LEN; j++)
            to[j] = from[j];
        // The width of the change stands where the list of widths has it.
        mutate_once(to, address_of(h->seed, PURPOSE_MUTATE, h->step, i), (u64)1 << 32, par + level, h->bounds);
    }
    s = row_score(h, to, i);
    if (again) {
        h->losses[i] = 0;
        h->counts[i] = 0;
    }
    if (!anew && s < before && !accepts(h, i, number_of_score(before) - number_of_score(s), F64_FROM(par[PAR_TEMPERATURE + level]))) {
        for (u32 j = 0; j < LEN; j++)
            to[j] = from[j];
        s = before;
    }
    h->next_scores[i] = s;
}

// Makes and scores the first vector of chain i. Those below given were put there by the
// host.
DEVICE void start_member(replica *h, u32 i, u32 given)
{
    GLOBAL gene *row = h->next_genomes + (u64)i * STRIDE;
    if (i >= given)
        initialize(row, address_of(h->seed, PURPOSE_INIT, 0, i), h->bounds);
    h->next_scores[i] = row_score(h, row, i);
    h->losses[i] = 0;
    h->counts[i] = 0;
}
