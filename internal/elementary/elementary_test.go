package elementary

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// ulps is the distance of two numbers in units in the last place of the
// second. A NaN must be the one of math.NaN, and zeros have the same sign.
func ulps(got, want float64) float64 {
	if want != want {
		want = math.NaN()
	}
	if math.Float64bits(got) == math.Float64bits(want) {
		return 0
	}
	if got != got || want != want || math.IsInf(got, 0) || math.IsInf(want, 0) || got == 0 && want == 0 {
		return math.Inf(1)
	}
	a := math.Abs(want)
	return math.Abs(got-want) / (math.Nextafter(a, math.Inf(1)) - a)
}

// Values with 25 digits from a multi-precision library, hard ones among them:
// angles next to a multiple of π/2, powers that magnify the logarithm, results
// next to overflow. x and y are exact.
func TestKnownValues(t *testing.T) {
	for _, c := range []struct {
		name      string
		x, y      float64
		got, want float64
	}{
		{"exp", 1.0, 0, Exp(1.0), 2.718281828459045235360287},
		{"exp", -1.0, 0, Exp(-1.0), 0.3678794411714423215955238},
		{"exp", 0.34657359027997264, 0, Exp(0.34657359027997264), 1.414213562373095032403551},
		{"exp", 0.5, 0, Exp(0.5), 1.648721270700128146848651},
		{"exp", 709.78, 0, Exp(709.78), 1.792822794394515620908413e+308},
		{"exp", -708.0, 0, Exp(-708.0), 3.307553003638407996201174e-308},
		{"exp", -740.0, 0, Exp(-740.0), 4.188739880048048939457540e-322},
		{"exp", 1e-10, 0, Exp(1e-10), 1.000000000100000000005000},
		{"log", 2.0, 0, Log(2.0), 0.6931471805599453094172321},
		{"log", 0.5, 0, Log(0.5), -0.6931471805599453094172321},
		{"log", 1.4142135623730951, 0, Log(1.4142135623730951), 0.3465735902799727230667026},
		{"log", 1.0000000000000002, 0, Log(1.0000000000000002), 2.220446049250312834328230e-16},
		{"log", 0.9999999999999999, 0, Log(0.9999999999999999), -1.110223024625156602053390e-16},
		{"log", 10.0, 0, Log(10.0), 2.302585092994045684017991},
		{"log", 5e-324, 0, Log(5e-324), -744.4400719213812623141073},
		{"log", 1.7976931348623157e+308, 0, Log(1.7976931348623157e+308), 709.7827128933839967322234},
		{"log", 0.7, 0, Log(0.7), -0.3566749439387324423539544},
		{"sin", 91.106186954104, 0, Sin(91.106186954104), -1.237961273176715400030134e-18},
		{"sin", 5830.795965062656, 0, Sin(5830.795965062656), 7.922952148330978560192859e-17},
		{"sin", 3.141592653589793, 0, Sin(3.141592653589793), 1.224646799147353177226066e-16},
		{"cos", 4.71238898038469, 0, Cos(4.71238898038469), -1.836970198721029765839099e-16},
		{"cos", 51.83627878423159, 0, Cos(51.83627878423159), 2.443103791928822777451981e-16},
		{"cos", 5251.172120475339, 0, Cos(5251.172120475339), -4.186759464512801353886937e-16},
		{"sin", 0.5, 0, Sin(0.5), 0.4794255386042030002732879},
		{"cos", 0.5, 0, Cos(0.5), 0.8775825618903727161162816},
		{"sin", 1.0, 0, Sin(1.0), 0.8414709848078965066525023},
		{"cos", 1.0, 0, Cos(1.0), 0.5403023058681397174009366},
		{"sin", 3.0, 0, Sin(3.0), 0.1411200080598672221007448},
		{"cos", 3.0, 0, Cos(3.0), -0.9899924966004454572715728},
		{"sin", 22.0, 0, Sin(22.0), -8.851309290403875921690257e-3},
		{"cos", 22.0, 0, Cos(22.0), -0.9999608263946371264541747},
		{"sin", 710.0, 0, Sin(710.0), 6.028870669158526593348380e-5},
		{"cos", 710.0, 0, Cos(710.0), 0.9999999981826359210765949},
		{"sin", 1000000.0, 0, Sin(1000000.0), -0.3499935021712929521176525},
		{"cos", 1000000.0, 0, Cos(1000000.0), 0.9367521275331447869385325},
		{"sin", 1073741824.0, 0, Sin(1073741824.0), -0.6173264150460421707542164},
		{"cos", 1073741824.0, 0, Cos(1073741824.0), 0.7867071229411881196182997},
		{"sin", -0.7853981633974483, 0, Sin(-0.7853981633974483), -0.7071067811865475027519430},
		{"cos", -0.7853981633974483, 0, Cos(-0.7853981633974483), 0.7071067811865475460497458},
		{"pow", 2.0, 0.5, Pow(2.0, 0.5), 1.414213562373095048801689},
		{"pow", 10.0, -3.0, Pow(10.0, -3.0), 1.000000000000000000000000e-3},
		{"pow", 1.0000000000000002, 1e+18, Pow(1.0000000000000002, 1e+18), 2.708611108976671739370687e+96},
		{"pow", 0.9999999999999999, 6e+18, Pow(0.9999999999999999, 6e+18), 5.032224803488108916220549e-290},
		{"pow", 1.5, 1700.0, Pow(1.5, 1700.0), 2.265376518968227744648073e+299},
		{"pow", 0.1, 300.5, Pow(0.1, 300.5), 3.162277660168432082271759e-301},
		{"pow", 3.0, 0.001, Pow(3.0, 0.001), 1.001099215984204052942930},
		{"pow", 5e-324, 0.5, Pow(5e-324, 0.5), 2.222758749485077483442713e-162},
		{"pow", 1.7976931348623157e+308, -0.99, Pow(1.7976931348623157e+308, -0.99), 6.727157498971420076451997e-306},
		{"pow", 7.0, -380.0, Pow(7.0, -380.0), 7.290289834605553392690179e-322},
	} {
		if d := ulps(c.got, c.want); d > 1 {
			t.Errorf("%s(%g, %g) = %g, want %g: %.1f ulp", c.name, c.x, c.y, c.got, c.want, d)
		}
	}
}

// The math package is itself good to one ulp.
func TestNearMathPackage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	worst := map[string]float64{}
	note := func(name string, x, y, got, want float64) {
		d := ulps(got, want)
		if worst[name] = max(worst[name], d); d > 2 {
			t.Fatalf("%s(%g, %g) = %g, math has %g: %.1f ulp", name, x, y, got, want, d)
		}
	}
	for range 100_000 {
		x := (r.Float64()*2 - 1) * 708 // the math package overflows at 709.1 on amd64
		note("exp", x, 0, Exp(x), math.Exp(x))
		x = r.NormFloat64()
		note("exp", x, 0, Exp(x), math.Exp(x))
		// No subnormal numbers: the math package has them wrong on amd64.
		x = math.Float64frombits(1<<52 + r.Uint64()%(0x7FE<<52))
		note("log", x, 0, Log(x), math.Log(x))
		x = 1 + (r.Float64()-0.5)*math.Exp(-30*r.Float64())
		note("log", x, 0, Log(x), math.Log(x))
		// Far from 0 the math package loses bits next to its zeros; those angles are
		// among the known values.
		if x = (r.Float64()*2 - 1) * 1e6; math.Abs(math.Sin(2*x)) > 0.01 {
			note("sin", x, 0, Sin(x), math.Sin(x))
			note("cos", x, 0, Cos(x), math.Cos(x))
		}
		x = r.NormFloat64()
		note("sin", x, 0, Sin(x), math.Sin(x))
	}
	t.Log("largest distances:", worst)
}

// Whatever is special must be so in the same way as in the math package, except
// for angles beyond the domain.
func TestSpecialCases(t *testing.T) {
	values := []float64{0, 1, 2, 3, 0.5, 1.5, 1 << 53, 1<<53 - 1, 1e300, 1e-300, 0x1p-1074, 0x1p-1022, math.MaxFloat64, math.Inf(1), math.NaN()}
	for _, v := range values[:len(values)-1] {
		values = append(values, -v)
	}
	for _, x := range values {
		for name, f := range map[string][2]func(float64) float64{"exp": {Exp, math.Exp}, "log": {Log, math.Log}} {
			if got, want := f[0](x), f[1](x); ulps(got, want) > 1 && x != 0x1p-1074 {
				t.Errorf("%s(%g) = %g, want %g", name, x, got, want)
			}
		}
		for name, f := range map[string][2]func(float64) float64{"sin": {Sin, math.Sin}, "cos": {Cos, math.Cos}} {
			got, want := f[0](x), f[1](x)
			if math.Abs(x) > MaxAngle {
				want = math.NaN()
			}
			if ulps(got, want) > 1 {
				t.Errorf("%s(%g) = %g, want %g", name, x, got, want)
			}
		}
		for _, y := range values {
			got, want := Pow(x, y), math.Pow(x, y)
			if ulps(got, want) > 4 { // math.Pow multiplies its way up
				t.Errorf("pow(%g, %g) = %g, want %g", x, y, got, want)
			}
		}
	}
}

func TestPowOfSmallIntegersIsExact(t *testing.T) {
	for base := 1; base <= 20; base++ {
		want := 1.0
		for y := 0; want < 1<<53; y++ {
			if got := Pow(float64(base), float64(y)); got != want {
				t.Errorf("%d^%d = %v, want %v", base, y, got, want)
			}
			if want *= float64(base); y > 60 {
				break
			}
		}
	}
}

// A Go compiler may fuse x*y + z into one rounding unless the product is
// converted explicitly, so every product of variables must be.
func TestNoProductCanBeFused(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, file := range append(files, "../rng/gaussian.go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		converted := map[ast.Expr]bool{}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "float64" {
					converted[n.Args[0]] = true
				}
			case *ast.BinaryExpr:
				if n.Op == token.MUL {
					products++
					// A product of three is converted as a whole; its first product feeds
					// the second, not a sum.
					if !converted[n] {
						t.Errorf("%s: this product may be fused", set.Position(n.Pos()))
					}
					converted[n.X] = true
				}
			}
			return true
		})
	}
	if products < 50 {
		t.Errorf("only %d products found: is this test looking at the right files?", products)
	}
}

var sink float64

func BenchmarkElementary(b *testing.B) {
	for name, f := range map[string]func(float64) float64{
		"exp": Exp, "log": Log, "sin": Sin, "cos": Cos, "pow": func(x float64) float64 { return Pow(x, 1.7) },
	} {
		b.Run(name, func(b *testing.B) {
			x := 0.1
			for range b.N {
				sink += f(x)
				x += 1e-7
			}
		})
	}
}
