package report

import (
	"cmp"
	"fmt"
	"html/template"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"sync"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	pictureWidth = 17 * vg.Centimeter
	curveHeight  = 9 * vg.Centimeter
	pictureEdge  = vg.Length(8)
	dotsPerInch  = 144
	gridWidth    = vg.Length(0.6)
)

// The colors of Okabe and Ito (2008), less yellow, which is too light for
// lines: people with any color vision tell them apart.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x5f, 0x5f, 0x5f, 0xff},
}

// After seven colors, lines are told apart by dashes.
var dashes = [][]vg.Length{nil, {6, 2.5}, {1.5, 2}}

var (
	ink   = color.NRGBA{0x24, 0x29, 0x2f, 0xff}
	faint = color.NRGBA{0x6a, 0x73, 0x7d, 0xff}
	rules = color.NRGBA{0xe1, 0xe4, 0xe8, 0xff}
	paper = color.NRGBA{0xff, 0xff, 0xfe, 0xff} // not quite the white that SVG may leave out
)

// Picture is a figure of the report. Name is a file name without extension.
type Picture struct {
	Name, Title, Caption string
	figure               func() *figure
}

// figure is a plot with its legend, which is set above it. The labels of its
// axes are set apart from the plot, which would leave too much room for those
// of logarithmic axes; that of y is above it, where it reads without turning.
type figure struct {
	plot   *plot.Plot
	paint  func(c draw.Canvas) // instead of it
	x, y   string
	legend []entry
	height vg.Length
	width  vg.Length // 0: that of all pictures
	foot   float64   // of a logarithmic axis of y, where numbers are that are almost 0; or 0
	err    error     // the first
}

func (f *figure) wide() vg.Length { return cmp.Or(f.width, pictureWidth) }

type entry struct {
	name    string
	variant int
}

// Write draws the picture in a format, "svg" or "png".
func (p Picture) Write(w io.Writer, format string) error {
	f := p.figure()
	err := f.err
	switch {
	case err != nil:
	case format == "png":
		c := vgimg.NewWith(vgimg.UseWH(f.wide(), f.tall(p.Title)), vgimg.UseDPI(dotsPerInch))
		f.draw(draw.New(c), p.Title, true)
		err = quick.Encode(w, c.Image())
	case format == "svg":
		_, err = io.WriteString(w, f.svg(p.Title, true))
	default:
		err = fmt.Errorf("a picture is svg or png, not %q", format)
	}
	if err != nil {
		return fmt.Errorf("report: picture %s: %w", p.Name, err)
	}
	return nil
}

// quick takes half the time of the default, which is most of a report's.
var quick = png.Encoder{CompressionLevel: png.BestSpeed}

// svg draws a figure as a document.
func (f *figure) svg(title string, background bool) string {
	c := &measured{Canvas: vgsvg.New(f.wide(), f.tall(title))}
	f.draw(draw.New(c), title, background)
	var b, out strings.Builder
	_, _ = c.WriteTo(&b) // which does not fail
	rest := b.String()
	for _, width := range c.widths {
		before, after, found := strings.Cut(rest, "<text ")
		if !found {
			break
		}
		fmt.Fprintf(&out, `%s<text textLength="%.5g" lengthAdjust="spacingAndGlyphs" `, before, width.Points())
		rest = after
	}
	out.WriteString(rest)
	return strings.ReplaceAll(out.String(), plainSans, "font-family:'Liberation Sans',Arial,Helvetica,sans-serif")
}

const plainSans = "font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal"

// measured keeps the widths of texts. A viewer may have another font; told how
// wide a text is, it still sets it where there is room for it.
type measured struct {
	*vgsvg.Canvas
	widths []vg.Length
}

// FillString implements vg.Canvas.
func (m *measured) FillString(f font.Face, at vg.Point, s string) {
	m.widths = append(m.widths, f.Width(s))
	m.Canvas.FillString(f, at, s)
}

// Inline is the picture as an element of a page, in the page's colors, which
// are variables there: --ink, --faint, --rules, --paper and --c0 to --c6.
func (p Picture) Inline() (template.HTML, error) {
	f := p.figure()
	if f.err != nil {
		return "", fmt.Errorf("picture %s: %w", p.Name, f.err)
	}
	_, svg, _ := strings.Cut(f.svg("", false), "<svg")
	_, body, _ := strings.Cut(svg, ">")
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %.5g %.5g" role="img" xmlns="http://www.w3.org/2000/svg">%s`,
		f.wide().Points(), f.tall("").Points(), themed().Replace(body))), nil
}

var themed = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	variable := func(c color.NRGBA, name string) {
		// Of a pale color the SVG has what rounding leaves of it.
		r, g, b, a := c.RGBA()
		whole := 255 / float64(a)
		hex := fmt.Sprintf("#%02X%02X%02X", int(float64(r)*whole), int(float64(g)*whole), int(float64(b)*whole))
		for _, property := range []string{"fill:", "stroke:"} {
			pairs = append(pairs, property+hex, property+"var(--"+name+")")
		}
	}
	variable(ink, "ink")
	variable(faint, "faint")
	variable(rules, "rules")
	variable(paper, "paper")
	for i, c := range palette {
		for _, alpha := range []uint8{0xff, boxAlpha, markAlpha, bandAlpha} {
			variable(pale(c, alpha), fmt.Sprintf("c%d", i))
		}
	}
	return strings.NewReplacer(pairs...)
})

func variantColor(v int) color.NRGBA { return palette[v%len(palette)] }

// How much is seen of the colors of boxes, marks and bands.
const (
	boxAlpha  = 0x40
	markAlpha = 0x90
	bandAlpha = 0x33
)

func pale(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}

func variantLine(v int) draw.LineStyle {
	return draw.LineStyle{Color: variantColor(v), Width: vg.Points(1.6), Dashes: dashes[v/len(palette)%len(dashes)]}
}

func sans(size float64, c color.Color) text.Style {
	return text.Style{
		Color: c, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Points(size)),
		Handler: plot.DefaultTextHandler,
	}
}

// newPlot has the style that all pictures share.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Padding = vg.Points(4)
		a.LineStyle = draw.LineStyle{Color: faint, Width: vg.Points(0.6)}
		a.Tick.LineStyle, a.Tick.Length = a.LineStyle, vg.Points(4)
		a.Tick.Marker = roundTicks{}
		tick := sans(9, ink)
		tick.XAlign, tick.YAlign = a.Tick.Label.XAlign, a.Tick.Label.YAlign
		a.Tick.Label = tick
	}
	return p
}

// grid draws lines at the ticks of x and, of so much width, at those of y.
func grid(p *plot.Plot, horizontal vg.Length) {
	g := plotter.NewGrid()
	g.Vertical = draw.LineStyle{Color: rules, Width: gridWidth}
	g.Horizontal = draw.LineStyle{Color: rules, Width: horizontal}
	p.Add(g)
}

const (
	legendRow   = vg.Length(15)
	legendMark  = vg.Length(18)
	legendSpace = vg.Length(16)
	labelRow    = vg.Length(16)
	titleRow    = vg.Length(22)
)

// rows breaks the legend into lines that fit.
func (f *figure) rows() [][]entry {
	style := sans(9, ink)
	var rows [][]entry
	room := vg.Length(0)
	for _, e := range f.legend {
		need := legendMark + 5 + roomFor(style, e.name) + legendSpace
		if room < need {
			rows = append(rows, nil)
			room = f.wide() - 4*pictureEdge
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		room -= need
	}
	return rows
}

// roomFor is how wide a text may become in a viewer that has another font and does not
// mind the width that the picture tells: DejaVu Sans is wider by a seventh.
func roomFor(style text.Style, s string) vg.Length { return style.Width(s) * 8 / 7 }

func (f *figure) tall(title string) vg.Length {
	height := f.height + vg.Length(len(f.rows()))*legendRow + labelRow
	if f.y != "" {
		height += labelRow
	}
	if title != "" {
		height += titleRow
	}
	return height
}

func (f *figure) draw(c draw.Canvas, title string, background bool) {
	if background {
		c.SetColor(paper)
		c.Fill(c.Rectangle.Path())
	}
	top := c.Max.Y - pictureEdge
	left := c.Min.X + pictureEdge
	if title != "" {
		style := sans(11, ink)
		style.YAlign = draw.YTop
		c.FillText(style, vg.Point{X: left, Y: top}, abridge(title, 90))
		top -= titleRow
	}
	style := sans(9, ink)
	style.YAlign = draw.YCenter
	for _, row := range f.rows() {
		x, y := left, top-legendRow/2
		for _, e := range row {
			line := variantLine(e.variant)
			line.Width = vg.Points(2.4)
			c.StrokeLine2(line, x, y, x+legendMark, y)
			x += legendMark + 5
			c.FillText(style, vg.Point{X: x, Y: y}, e.name)
			x += roomFor(style, e.name) + legendSpace
		}
		top -= legendRow
	}
	style.Color = faint
	if f.y != "" {
		c.FillText(style, vg.Point{X: left, Y: top - labelRow/2}, f.y)
		top -= labelRow
	}
	style.XAlign = draw.XRight
	c.FillText(style, vg.Point{X: c.Max.X - 2*pictureEdge, Y: c.Min.Y + pictureEdge + labelRow/4}, f.x)
	room := draw.Crop(c, pictureEdge, -2*pictureEdge, pictureEdge+labelRow, top-c.Max.Y-pictureEdge/2)
	if f.paint != nil {
		f.paint(room)
		return
	}
	f.plot.Draw(room)
}

// roundTicks marks an axis at four to nine round numbers, or two to four: multiples of
// 1, 2 or 5 times a power of ten, written as in the tables.
type roundTicks struct{ least float64 }

// Ticks implements plot.Ticker.
func (r roundTicks) Ticks(low, high float64) []plot.Tick {
	least, long := cmp.Or(r.least, 4), 1e9
	if least < 4 {
		long = 1e5
	}
	span := high - low
	if !(span > 0) || math.IsInf(span, 0) {
		return []plot.Tick{{Value: low, Label: Number(low, 6)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(span/least)))
	for _, factor := range []float64{5, 2} {
		if span/(step*factor) >= least {
			step *= factor
			break
		}
	}
	var values []float64
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9*step && len(values) < 20; i++ {
		values = append(values, i*step)
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	ticks := make([]plot.Tick, len(values))
	for i, label := range align(values, scale{decimals, max(math.Abs(low), math.Abs(high)) >= long || step < 1e-6}) {
		ticks[i] = plot.Tick{Value: values[i], Label: label}
	}
	return ticks
}

// powerTicks marks a logarithmic axis at powers of ten, of which at most eight have
// numbers, or so many; if it has few, also at 2 and 5 times them.
type powerTicks struct{ most float64 }

// Ticks implements plot.Ticker.
func (p powerTicks) Ticks(low, high float64) []plot.Tick {
	if !(low > 0) {
		return nil
	}
	first, last := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	every := math.Ceil((last - first) / cmp.Or(p.most, 8))
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		for _, factor := range []float64{1, 2, 5} {
			v := factor * math.Pow(10, e)
			if v < low*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			label := ""
			if math.Mod(e-first, every) == 0 && (factor == 1 || last-first <= 2 && p.most == 0) {
				label = align([]float64{v}, scale{max(0, -int(e)), e < -3 || e > 5})[0]
			}
			ticks = append(ticks, plot.Tick{Value: v, Label: label})
		}
	}
	return ticks
}

// nameTicks marks rows of an axis with names.
type nameTicks []string

// Ticks implements plot.Ticker.
func (n nameTicks) Ticks(_, _ float64) []plot.Tick {
	ticks := make([]plot.Tick, len(n))
	for i, name := range n {
		ticks[i] = plot.Tick{Value: rowOf(i, len(n)), Label: abridge(name, longestTick)}
	}
	return ticks
}

// rowOf is where the i-th of n rows is, counted from the top.
func rowOf(i, n int) float64 { return float64(n - 1 - i) }
