package warbler

// The algorithms and drivers that come with the library: each registers itself.
import (
	_ "github.com/warbler-opt/warbler/device/cuda"
	_ "github.com/warbler-opt/warbler/device/opencl"
	_ "github.com/warbler-opt/warbler/search/cellular"
	_ "github.com/warbler-opt/warbler/search/cma"
	_ "github.com/warbler-opt/warbler/search/differential"
	_ "github.com/warbler-opt/warbler/search/eax"
	_ "github.com/warbler-opt/warbler/search/genetic"
	_ "github.com/warbler-opt/warbler/search/head"
	_ "github.com/warbler-opt/warbler/search/impasse"
	_ "github.com/warbler-opt/warbler/search/linkernighan"
	_ "github.com/warbler-opt/warbler/search/local"
	_ "github.com/warbler-opt/warbler/search/memetic"
	_ "github.com/warbler-opt/warbler/search/nsga2"
	_ "github.com/warbler-opt/warbler/search/pso"
	_ "github.com/warbler-opt/warbler/search/quantum"
	_ "github.com/warbler-opt/warbler/search/random"
	_ "github.com/warbler-opt/warbler/search/walk"
)
