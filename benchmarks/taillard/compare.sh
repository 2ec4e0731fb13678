#!/usr/bin/env bash
# Robust tabu search on one core beside a plain C program that does the same, by
# turns: iterations a second on generated instances. make bench-taillard builds both
# programs and calls this; RUNS=9 takes nine turns instead of five.
set -euo pipefail
cd "$(dirname "$0")/../.."

runs=${RUNS:-5}
warbler=build/warbler
plain=build/taillard
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

field() { grep -o "\"$1\": *[0-9.eE+-]*" | head -n 1 | sed 's/.*: *//'; }
median() { sort -g | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'; }

echo "| n | C, iterations a second | Warbler | Warbler / C, median of $runs turns |"
echo "|---|---|---|---|"
for size in "30 400000" "50 200000" "100 50000"; do
  read -r n steps <<<"$size"
  "$warbler" generate qap --size "$n" --out "$folder/$n.dat" --quiet
  for turn in $(seq "$runs"); do
    c=$("$plain" "$folder/$n.dat" "$steps" "$turn" | field per_second)
    took=$("$warbler" qap "$folder/$n.dat" --algorithm robust --device cpu --threads 1 --generations $((3 * steps)) --seed "$turn" --progress none --json | field elapsed_seconds)
    awk -v c="$c" -v s="$steps" -v t="$took" 'BEGIN { printf "%.0f %.0f %.2f\n", c, 3 * s / t, 3 * s / t / c }'
  done >"$folder/turns"
  echo "| $n | $(cut -d' ' -f1 "$folder/turns" | median) | $(cut -d' ' -f2 "$folder/turns" | median) | $(cut -d' ' -f3 "$folder/turns" | median) |"
done
