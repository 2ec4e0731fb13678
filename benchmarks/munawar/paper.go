package main

// measured is a mean and a standard deviation.
type measured struct{ mean, deviation float64 }

// instance is a row of the paper's tables 3 to 5.
type instance struct {
	file        string
	clauses     int
	seconds     [5]float64 // table 3, in the order of machines
	generations measured   // table 4, on its GPU
	satisfied   measured   // table 5, on its GPU
}

// machines are the columns of table 3, as table 2 describes them.
var machines = [5]string{"Core 2 Duo, serial", "Core 2 Duo, 2 threads", "UltraSPARC T2, 64 threads", "Core i7, 8 threads", "Tesla C1060"}

var instances = []instance{
	{"uf20-91/uf20-01", 91, [5]float64{0.227, 0.1206, 0.075, 0.054, 0.0144}, measured{1, 0}, measured{91, 0}},
	{"uf50-218/uf50-01", 218, [5]float64{1.837, 0.9, 0.602, 0.3467, 0.098}, measured{1.08, 0.26}, measured{218, 0}},
	{"uf75-325/uf75-01", 325, [5]float64{4.87, 2.24, 1.35, 0.906, 0.221}, measured{1.18, 0.56}, measured{325, 0}},
	{"uf100-430/uf100-01", 430, [5]float64{67.977, 36.23, 20.66, 13.16, 2.995}, measured{8.04, 1.678}, measured{428.64, 0.597}},
	{"uf125-538/uf125-01", 538, [5]float64{110.148, 57.16, 31.14, 22.308, 4.67}, measured{8.85, 2.67}, measured{535.9, 1.008}},
	{"uf150-645/uf150-01", 645, [5]float64{201.625, 105.4523, 60.74, 43.02, 8.43}, measured{10.25, 2.99}, measured{642.7, 0.51}},
	{"uf175-753/uf175-01", 753, [5]float64{225.08, 114.85, 66.96, 46.96, 13.43}, measured{11.1, 4.64}, measured{749.875, 0.822}},
	{"uf200-860/uf200-01", 860, [5]float64{379.35, 193.49, 114.81, 85.39, 15.19}, measured{12.525, 2.276}, measured{856.7, 1.54}},
	{"uf225-960/uf225-01", 960, [5]float64{548.83, 281.76, 168.53, 123.42, 21.607}, measured{13.467, 3.32}, measured{956.167, 2.56}},
	{"uf250-1065/uf250-01", 1065, [5]float64{637.42, 328.135, 194.2, 142.37, 24.803}, measured{17.05, 2.195}, measured{1060.33, 1.57}},
}

// stage is a row of table 1: what was changed, and the seconds of local search,
// mutation, recombination, selection, migration and the rest.
type stage struct {
	name, parameter, value string
	seconds                [6]float64
}

var stages = []stage{
	{"classical operators", "", "", [6]float64{65.910, 3.805, 1.791, 5.312, 3.983, 0.912}},
	{"optimizing local search", "feedback", "adaptive", [6]float64{36.174, 3.805, 1.791, 5.312, 3.983, 0.912}},
	{"optimizing mutation", "mutation", "mask", [6]float64{36.174, 0.092, 1.791, 5.312, 3.983, 0.912}},
	{"optimizing recombination", "crossover", "mask", [6]float64{36.174, 0.092, 0.143, 5.312, 3.983, 0.912}},
	{"optimizing selection", "selection", "neighbors", [6]float64{36.174, 0.092, 0.143, 0.353, 3.983, 0.912}},
	{"optimizing migration", "migration", "diffusion", [6]float64{36.174, 0.092, 0.143, 0.353, 0.087, 0.912}},
}
