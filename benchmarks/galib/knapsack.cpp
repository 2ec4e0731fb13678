// The simple genetic algorithm of GAlib 2.4.7 on the 0/1 knapsack problem:
// the work that Shah, Narayanan and Kothapalli (2010) timed, and the bar for
// Warbler's CPU engine. One-point crossover and flip mutation on a binary
// string, non-overlapping generations, statistics every generation.
//
//   knapsack FILE [population [uniform|roulette [generations [seed]]]]
//
// FILE is "n capacity" and then n lines "profit weight". Prints one line of
// JSON: the seconds of the evolution alone, by the wall clock and of the CPU,
// and the best value found.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <vector>

#include <ga/GA1DBinStrGenome.h>
#include <ga/GASimpleGA.h>

static std::vector<long> profit, weight;
static long capacity;

// An overfull knapsack is worth nothing: GAlib's roulette wants scores that
// are not negative.
static float value(GAGenome &g) {
  GA1DBinaryStringGenome &bits = (GA1DBinaryStringGenome &)g;
  long p = 0, w = 0;
  for (size_t j = 0; j < profit.size(); j++) {
    if (bits.gene(j)) {
      p += profit[j];
      w += weight[j];
    }
  }
  return w <= capacity ? (float)p : 0.0f;
}

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s FILE [population [uniform|roulette [generations [seed]]]]\n", argv[0]);
    return 2;
  }
  int population = argc > 2 ? atoi(argv[2]) : 10000;
  const char *selection = argc > 3 ? argv[3] : "uniform";
  int generations = argc > 4 ? atoi(argv[4]) : 100;
  unsigned seed = argc > 5 ? strtoul(argv[5], 0, 10) : 1;

  std::ifstream in(argv[1]);
  size_t n;
  if (!(in >> n >> capacity)) {
    fprintf(stderr, "%s: the first line must be \"n capacity\"\n", argv[1]);
    return 2;
  }
  profit.resize(n);
  weight.resize(n);
  for (size_t j = 0; j < n; j++) {
    if (!(in >> profit[j] >> weight[j])) {
      fprintf(stderr, "%s: item %lu is missing\n", argv[1], (unsigned long)j + 1);
      return 2;
    }
  }

  GARandomSeed(seed);
  GA1DBinaryStringGenome genome(n, value);
  genome.crossover(GA1DBinaryStringGenome::OnePointCrossover);
  genome.mutator(GA1DBinaryStringGenome::FlipMutator);
  GASimpleGA ga(genome);
  ga.maximize();
  ga.populationSize(population);
  ga.nGenerations(generations);
  ga.pCrossover(0.9);
  ga.pMutation(0.01);
  ga.elitist(gaTrue);
  GANoScaling none;
  ga.scaling(none);
  if (strcmp(selection, "uniform") == 0) {
    GAUniformSelector s;
    ga.selector(s);
  } else if (strcmp(selection, "roulette") == 0) {
    GARouletteWheelSelector s;
    ga.selector(s);
  } else {
    fprintf(stderr, "selection is uniform or roulette, not %s\n", selection);
    return 2;
  }
  ga.scoreFrequency(1);
  ga.flushFrequency(0);

  double start = now(CLOCK_MONOTONIC), busy = now(CLOCK_PROCESS_CPUTIME_ID);
  ga.evolve(seed);
  double seconds = now(CLOCK_MONOTONIC) - start;
  busy = now(CLOCK_PROCESS_CPUTIME_ID) - busy;
  printf("{\"program\":\"galib\",\"items\":%lu,\"population\":%d,\"selection\":\"%s\",\"generations\":%d,"
         "\"seed\":%u,\"elapsed_seconds\":%.6f,\"cpu_seconds\":%.6f,\"score\":%.0f}\n",
         (unsigned long)n, population, selection, generations, seed, seconds, busy,
         (double)ga.statistics().maxEver());
  return 0;
}
