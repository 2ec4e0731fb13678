package main

// The sizes of the paper's tables, and its seconds for 100 generations on a
// quarter of a Tesla S1070, and of GAlib on one core of a Core2 Duo E7500.
var (
	populations = []int{100, 1_000, 10_000, 100_000, 1_000_000}
	lengths     = []int{16, 32, 64, 128, 256, 512}

	paperUniform  = []float64{0.025, 0.031, 0.153, 1.561, 3.662}       // table 1
	galibUniform  = []float64{0.127, 1.364, 19.799, 342.814, 4803.381} // table 1
	paperRoulette = []float64{0.046, 0.053, 0.209, 1.724, 4.727}       // table 2
	galibRoulette = []float64{0.141, 1.629, 21.609, 492.927, 7233.716} // table 2
	paperLengths  = [][]float64{                                       // table 3, figure 7
		{0.022, 0.026, 0.073, 0.625, 6.472},
		{0.024, 0.030, 0.111, 1.164, 2.671},
		{0.026, 0.035, 0.202, 2.105, 4.124},
		{0.031, 0.052, 0.443, 4.523, 11.592},
		{0.041, 0.109, 1.137, 11.092, 39.792},
		{0.062, 0.265, 2.443, 10.492, 93.301},
	}
)
