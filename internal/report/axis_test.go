package report_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/report"
)

// pictured is a picture as SVG.
func pictured(t *testing.T, p report.Picture) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, p.Name, b.Bytes())
	return b.String()
}

// TestDecades looks for numbers that only a logarithmic axis, or only a linear one, has.
func TestDecades(t *testing.T) {
	falling := func(last ...float64) report.Line {
		l := report.Line{Name: "best"}
		for i := range 60 {
			l.Add(float64(i), 500*math.Pow(10, -float64(i)/20))
		}
		for i, v := range last {
			l.Add(float64(60+i), v)
		}
		return l
	}
	for _, c := range []struct {
		name      string
		line      report.Line
		want, not []string
	}{
		{"three decades", falling(), []string{">100<", ">10<", ">1<"}, []string{">200<", "≈"}},
		{"and a zero", falling(0, 0), []string{">100<", ">10<", ">1<", ">≈ 0<"}, []string{">200<"}},
		{"and almost one", falling(1e-90, 1e-200), []string{">100<", ">≈ 0<"}, []string{">200<", "e−"}},
		{"and a negative one", falling(-1), []string{">200<", ">400<"}, []string{"≈"}},
		{"one decade", report.Line{Points: [][2]float64{{0, 90}, {1, 9}}}, []string{">20<", ">40<"}, nil},
	} {
		got := pictured(t, report.Chart{Name: "x", X: "step", Y: "value", Lines: []report.Line{c.line}}.Picture())
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is missing", c.name, want)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: there is %q", c.name, not)
			}
		}
	}
}

// TestDots has dots that are far apart by x, of which a few are almost 0 by y.
func TestDots(t *testing.T) {
	dots := report.Line{Dots: true}
	for i := range 41 {
		dots.Add(math.Pow(10, float64(i)/10), float64(1+i)/10)
	}
	dots.Add(5, 1e-17)
	got := pictured(t, report.Chart{Name: "x", Lines: []report.Line{dots}}.Picture())
	for want, is := range map[string]bool{">10,000<": true, ">100<": true, ">4,000<": false, ">2<": true, "e−": false} {
		if strings.Contains(got, want) != is {
			t.Errorf("%q is there: %v", want, !is)
		}
	}
}
