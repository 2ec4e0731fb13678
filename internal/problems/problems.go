// Package problems has the problems that come with Warbler: each registers itself,
// and this is the one list of them.
package problems

import (
	_ "github.com/warbler-opt/warbler/problem/coloring"
	_ "github.com/warbler-opt/warbler/problem/criteria"
	_ "github.com/warbler-opt/warbler/problem/custom"
	_ "github.com/warbler-opt/warbler/problem/flowshop"
	_ "github.com/warbler-opt/warbler/problem/function"
	_ "github.com/warbler-opt/warbler/problem/itinerary"
	_ "github.com/warbler-opt/warbler/problem/knapsack"
	_ "github.com/warbler-opt/warbler/problem/profits"
	_ "github.com/warbler-opt/warbler/problem/qap"
	_ "github.com/warbler-opt/warbler/problem/sat"
	_ "github.com/warbler-opt/warbler/problem/tsp"
)
