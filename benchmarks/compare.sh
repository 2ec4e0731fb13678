#!/usr/bin/env bash
# Warbler's CPU engine beside GAlib 2.4.7, on the same work in the same run:
# 0/1 knapsack, one-point crossover 0.9, flip mutation 0.01, 100 generations.
#
#   benchmarks/compare.sh            the comparison, the scaling and the growth
#   RUNS=5 benchmarks/compare.sh     the median of five instead of three
#
# make bench-galib builds both programs and calls this. Without build/galib-knapsack
# only Warbler is timed.
set -euo pipefail
cd "$(dirname "$0")/.."

file=${FILE:-examples/knapsack-50.txt}
runs=${RUNS:-3}
warbler=${WARBLER:-build/warbler}
galib=${GALIB:-build/galib-knapsack}
[ -x "$warbler" ] || { echo "compare: no $warbler; run make build" >&2; exit 2; }
[ -x "$galib" ] || echo "compare: no $galib (make build/galib-knapsack; needs g++ and libga-dev): Warbler alone" >&2

[ ! -r /proc/loadavg ] || echo "compare: load average $(cut -d' ' -f1 /proc/loadavg) before the first run; near 0 is a fair start" >&2

# field NAME: the first value of that name in a JSON text.
field() { grep -o "\"$1\": *[0-9.eE+-]*" | head -n 1 | sed 's/.*: *//'; }

# median COMMAND…: the median of the command's elapsed_seconds over $runs runs.
median() {
  for _ in $(seq "$runs"); do "$@" | field elapsed_seconds; done | sort -g | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'
}

# evolve POPULATION SELECTION THREADS
evolve() {
  "$warbler" knapsack "$file" --algorithm genetic --constraint penalty \
    -p population="$1" -p selection="$2" -p crossover=one-point -p pc=0.9 -p mutation=flip -p pm=0.01 -p replacement=generational \
    --generations 100 --device cpu --threads "$3" --progress none --json
}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

echo "| N | selection | GAlib, s | Warbler 1 thread, s | GAlib / Warbler | Warbler 2 threads, s | 1 / 2 threads |"
echo "|---|---|---|---|---|---|---|"
for selection in uniform roulette; do
  if [ -x "$galib" ]; then
    reference=$(median "$galib" "$file" 10000 $selection 100)
  else
    reference=""
  fi
  one=$(median evolve 10000 $selection 1)
  two=$(median evolve 10000 $selection 2)
  if [ -n "$reference" ]; then speedup=$(ratio "$reference" "$one"); else speedup=""; fi
  echo "| 10000 | $selection | ${reference:-–} | $one | ${speedup:-–} | $two | $(ratio "$one" "$two") |"
done

echo
echo "Growth with N, one thread: time at N over time at 10,000, over the ratio of the sizes."
echo
echo "| N | selection | 1 thread, s | growth / linear | 2 threads, s | 1 / 2 threads |"
echo "|---|---|---|---|---|---|"
for selection in uniform roulette; do
  base=""
  for n in 10000 100000 1000000; do
    one=$(median evolve $n $selection 1)
    base=${base:-$one}
    two=$(median evolve $n $selection 2)
    echo "| $n | $selection | $one | $(awk -v a="$one" -v b="$base" -v n=$n 'BEGIN { printf "%.2f", a / b / (n / 10000) }') | $two | $(ratio "$one" "$two") |"
  done
done
