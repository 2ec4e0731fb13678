// Package genetic is a general genetic algorithm in the spirit of GAlib, on
// the CPU and on devices, after Shah, Narayanan and Kothapalli, "GPU-Accelerated
// Genetic Algorithms" (2010).
//
// One step makes a generation: parents are selected in pairs, a pair makes two
// complementary children by crossover, the children mutate, are repaired where
// the problem can, and are scored; then they replace the old population
// (generational, with elites), or the worst of it (steady-state, incremental).
// The population may be split into demes that exchange migrants.
//
// What a step does is fixed by the address of each random number, not by the
// order of the work, so Go and kernels follow the same trajectory to the bit. The
// files breed, select and replace exist twice: in Go, and in the kernel dialect with
// the ending .cl; crossovers and mutations are those of internal/variation, which
// are twins too. What is the same for every algorithm with a population is
// internal/population. On a device, launch.go launches a few kernels a generation
// for large populations (wide.cl), and one kernel for many generations for small
// ones, a work-group per replica (resident.cl).
//
// Names: r replica, d deme, s segment (a deme of a replica: r·demes + d),
// n members of a segment, c children of a segment, i slot in a segment, p pair.
//
// # Roulette
//
// Weights are integers: the distance from the worst score, shifted to at most
// 32 bits; for floats and after scaling, ⌊x / max · 2³²⌋. Prefix sums are
// uint64. Selection is a binary search in them that starts from a guide: the
// first member of every bucket of the wheel.
//
// # What measuring has shown
//
// On an H200 with a million members of 50 genes:
//
//   - The kernel that breeds is bound by integer logic, which is issued at
//     half the rate of other instructions, and not by memory. From 4 to 8
//     groups of 128 on a multiprocessor its time moves by 5 %. So instructions
//     are what to save.
//   - Half of them made masks in which hardly a bit is set. Drawing the number
//     of bits first takes a third of that: a pair took 1,385 instructions of a
//     warp and takes 877, 100 generations took 4.27 ms and take 3.3.
//   - Other masks compare six bit planes, then the undecided lanes: four
//     Philox blocks for 64 lanes. Eight planes need five, since in a warp some
//     lane is nearly always undecided.
//   - Tables of eight items a lookup instead of four lose: each group fills
//     them first.
//   - A plain binary search on the wheel touches nine cache sectors a parent,
//     with the guide three. The members that own its buckets write it, a dozen
//     instructions each, so it can have a bucket for each member.
//   - A wait that sleeps costs a run of 0.4 ms another millisecond. The host
//     spins for the first 5 ms, and one wait fetches states, records and best
//     rows together.
//   - NVIDIA's OpenCL takes 15 to 30 µs more a step where a step is several
//     launches.
//
// On the CPU a member takes about 50 ns with uniform selection and 60 with
// roulette, so a cache miss shows:
//
//   - Parents are drawn, and their rows fetched, for a block of pairs before
//     the first is bred. Without that a million members cost 1.6 times as much
//     each with uniform selection and 2.3 times with roulette.
//   - A load that waits holds up those behind it, a prefetch does not. One is
//     issued for the guide where positions are drawn, one for the row where
//     the numbers for crossover are. Asking for rows sixteen pairs earlier was
//     no better, sorting positions by sectors of the wheel 10 ns a member
//     slower; huge pages gain 3 %.
//   - Two threads wait for each other after every part of a generation, which
//     lasts a third of a millisecond at N = 10,000. So workers stay awake
//     between parts, and tasks have 128 members: with 512 one thread was idle
//     for half a task. From 65,536 members on they have 512, since asking for
//     many rows ahead counts for more there.
//   - The guide is filled by two loops without branches: 4 ns a member instead
//     of 6. A wheel for each thread, one of half as many bytes, or sums kept
//     by the blocks gained nothing.
package genetic
