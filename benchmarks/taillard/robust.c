/* Robust tabu search for the quadratic assignment problem after Taillard,
 * "Robust taboo search for the quadratic assignment problem" (1991), as plainly as
 * the paper has it: a table of what all exchanges cost, of which an exchange changes
 * those of other places in constant time and those of its own two in O(n). It is the
 * yardstick for benchmarks/taillard/compare.sh, and written for it.
 *
 *   robust FILE ITERATIONS SEED
 *
 * prints iterations a second and the best value as JSON. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int n;
static int *a, *b, *p;
static long *cost; /* of exchanging r < s, at r * n + s */
static int *until; /* iteration up to which place i may not get location x */
static unsigned long state;

#define A(i, j) a[(i) * n + (j)]
#define B(i, j) b[(i) * n + (j)]

static unsigned below(unsigned m)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)((state >> 33) * m >> 31);
}

static long whole(int r, int s)
{
    long d = (long)(A(r, r) - A(s, s)) * (B(p[s], p[s]) - B(p[r], p[r])) + (long)(A(r, s) - A(s, r)) * (B(p[s], p[r]) - B(p[r], p[s]));
    for (int k = 0; k < n; k++)
        if (k != r && k != s)
            d += (long)(A(k, r) - A(k, s)) * (B(p[k], p[s]) - B(p[k], p[r])) + (long)(A(r, k) - A(s, k)) * (B(p[s], p[k]) - B(p[r], p[k]));
    return d;
}

/* What exchanging i and j costs after r and s have been, if these are others. */
static long changed(int i, int j, int r, int s)
{
    return cost[i * n + j] +
           (long)(A(r, i) - A(r, j) + A(s, j) - A(s, i)) * (B(p[s], p[i]) - B(p[s], p[j]) + B(p[r], p[j]) - B(p[r], p[i])) +
           (long)(A(i, r) - A(j, r) + A(j, s) - A(i, s)) * (B(p[i], p[s]) - B(p[j], p[s]) + B(p[j], p[r]) - B(p[i], p[r]));
}

static int *matrix(FILE *f)
{
    int *m = malloc(sizeof *m * n * n);
    for (int k = 0; k < n * n; k++)
        if (!m || fscanf(f, "%d", &m[k]) != 1) {
            fprintf(stderr, "robust: the file is too short\n");
            exit(2);
        }
    return m;
}

int main(int argc, char **argv)
{
    FILE *f = argc == 4 ? fopen(argv[1], "r") : NULL;
    if (!f || fscanf(f, "%d", &n) != 1 || n < 2 || n > 5000) {
        fprintf(stderr, "usage: robust FILE ITERATIONS SEED\n");
        return 2;
    }
    int iterations = atoi(argv[2]);
    state = strtoul(argv[3], NULL, 10);
    a = matrix(f);
    b = matrix(f);
    p = malloc(sizeof *p * n);
    cost = malloc(sizeof *cost * n * n);
    until = calloc((size_t)n * n, sizeof *until);
    for (int i = 0; i < n; i++)
        p[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = below(i + 1), t = p[i];
        p[i] = p[j];
        p[j] = t;
    }
    long value = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            value += (long)A(i, j) * B(p[i], p[j]);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            cost[i * n + j] = whole(i, j);
    long best = value;
    int least = (int)(0.9 * n), most = (int)(1.1 * n);
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int it = 1; it <= iterations; it++) {
        int r = -1, s = -1;
        long low = LONG_MAX;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                long d = cost[i * n + j];
                if (d < low && (until[i * n + p[j]] < it || until[j * n + p[i]] < it || value + d < best)) {
                    low = d;
                    r = i;
                    s = j;
                }
            }
        if (r < 0)
            continue;
        until[r * n + p[r]] = it + least + below(most - least + 1);
        until[s * n + p[s]] = it + least + below(most - least + 1);
        int t = p[r];
        p[r] = p[s];
        p[s] = t;
        value += low;
        if (value < best)
            best = value;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                cost[i * n + j] = i == r || i == s || j == r || j == s ? whole(i, j) : changed(i, j, r, s);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = to.tv_sec - from.tv_sec + 1e-9 * (to.tv_nsec - from.tv_nsec);
    long check = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            check += (long)A(i, j) * B(p[i], p[j]);
    if (check != value) {
        fprintf(stderr, "robust: the value is %ld, and by the table %ld\n", check, value);
        return 1;
    }
    printf("{\"iterations\": %d, \"per_second\": %.0f, \"best\": %ld}\n", iterations, iterations / seconds, best);
    return 0;
}
