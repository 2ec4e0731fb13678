// Package memetic evolves permutations by crossover and long local searches in
// place of mutation: the hybrid of Luong, Melab and Talbi 2010, and by default a
// stronger one whose local search is Taillard's robust tabu search, with short and
// long prohibitions side by side (learn, in breed.go).
//
// A generation makes many children. Each comes from two parents, keeps what they
// share, and goes through rounds of a tabu search with random exchanges between
// them; the best of parents and children live on. The outer loop is in Go and the
// same everywhere; the searches, which take all the time, advance together on
// goroutines or on a device, a group of work-items each.
//
// A step is a generation, and may take seconds. What its searches have found is
// known before it ends; a checkpoint has the generation before.
//
// # What the defaults come from
//
// Ten runs at once on an H200, 8 to 60 s each, gaps to the best known value:
//
//   - How different members must be. tai60a: 0.33 % at 0.3 of the places, 0.29
//     at 0.5, 0.25 at 0.7 and 0.85. A population that only forbids equals is
//     all alike after 3 s on tai100a.
//   - How long a search is. tai60a: 0.36 % with 2,000 iterations, 0.25 to 0.29
//     with 4,000 or 8,000, 0.34 with 30,000.
//     On one core, after 15 s, tai80b: 2.4 to 2.8 % with the square of the places,
//     0.0 to 0.4 with 100 iterations; tai100b: 0.8 to 1.5 % and 0.1. So searches are
//     short at first and grow by 3 % in a generation: an H200 has the longest after
//     seconds.
//   - How long a location is forbidden. tai50a: 0.17 % with Taillard's 0.9 to
//     1.1 n, 0.10 with 0.3 n. But structured instances need long tenures: with
//     0.25 n alone chr25a ended in 8 and tai30b in 6 of 10 runs of a minute.
//     So children have short or long ones, by what has entered the population.
//   - How many members, by the time there is: 16 were better than 32 after 12
//     s on tai60a, and worse after 60 s. 48 and, from 55 places on, 64 are for
//     a minute.
//   - How many children. An H200 works on 528 searches of 60 or 80 places at
//     once, on 264 of 100. Five runs of 128 children are 1.2 or 2.4 times
//     that, and the rest runs alone; runs of 100 children fill 0.95 of one or
//     two rounds. tai60a after 60 s: 2 of 10 with 128, 3 of 10 with 100.
//
// # The paper's hits on tai40a
//
// The paper reports 18 of 30 best known values; its configuration has 1 of 30
// here, at 0.25 %. None of these explains it: perturbations of up to 3, 10 or
// 20 exchanges (0 or 1 of 30), lists of 1,000 or 4,000 (0 or 1), rotations
// both ways (0), uniform crossover (1), 30 children (0), 100 generations (2).
// The paper does not say how it counts. The default mode has 25 of 30 after 35
// s for all.
//
// # What measuring has shown of the kernels
//
//   - The best rotation is found first and the tabu list asked once, since the
//     best is most often free: 42 µs for 161,700 rotations. Asking for every
//     better one was 62: in most steps of a warp some work-item waited for
//     memory.
//   - OpenCL's compilers give a kernel registers for groups of 256 unless they
//     are told the size, NVIDIA's even then.
//   - A cap on registers so that 1,024 work-items fit a multiprocessor made n
//     = 50 twice as fast. Groups should be as small as fill the units: 64
//     work-items at n = 40, 256 at 60 and 80, 512 at 100.
//   - Columns are exchanged before the table is changed, so that the change is
//     one sum without cases: 1.5 times as fast.
//   - Exchanges are valued while the table is changed: who changes v[i][j] and
//     v[j][i] has all that the gain of that pair needs. One pass instead of
//     two and two barriers instead of five: 1.4 times at n = 60, 2.2 at n =
//     100.
//   - Off chip, pairs in squares of 8 by 8 share the sectors that they read
//     along rows and columns: 0.37 µs instead of 0.52 for an iteration at n =
//     200. Keeping 7/10 of the data on chip made that 0.09.
//   - To find the table anew at n = 200 takes as long as a hundred iterations.
//     From 128 places on a launch leaves its tables to the next.
//   - Memory on chip is no more aligned than its type says: a vector of 16
//     bytes there worked on CUDA and broke NVIDIA's OpenCL. PoCL miscompiled
//     rotations in groups of 32 while the kernel had two copies of the
//     exchange, and not with one in a loop.
package memetic
