/* warbler
genome = "binary"
length = "weight"
[data]
weight = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
limit = 20
*/
#define LEN 7
#define WORDS 3
#define DEVICE 2
#define GLOBAL 1
#define u32 11
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define TEAM 5
#define POPULATION 13
#define LANE 17
#define weight(i) d.weight[i] // a macro, and a member of d
#ifndef INT_MAX
#define INT_MAX 19
#endif
const int SYNC = 23;
const int e = 2;
typedef int cell, genes_t[3]; // names of this program's types
typedef struct { cell x; } address;
struct native_f64 { int bits; };
typedef struct { int weight, limit; } item; // members of its own that are called as d's
enum { REAL = 4, BARRIER, gene_count };
score limit(data d) { return d.limit; }
score genes(genome g, data d)
{
    score s = 0;
    for (int i = 0; i < LENGTH; i++)
        s += gene(g, i) * weight(i);
    return s;
}
score fitness(genome g, data d)
{
    score s = genes(g, d), words = LEN + WORDS + DEVICE + GLOBAL + u32 + TEAM + POPULATION + LANE + INT_MAX + SYNC;
    address at = {2};
    struct native_f64 n = {3};
    item it = {5, 6}, *there = &it;
    it.weight = 7;
    words += at.x + n.bits + REAL + BARRIER + gene_count - 20;
    words += it.weight + there->limit - 13 + (int)1.e3 - 1000;
    return MIN(s, limit(d)) + 1000 * (words - 100);
}
