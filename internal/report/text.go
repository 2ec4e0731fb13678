package report

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// Markdown writes what was found and all tables.
func (a *Analysis) Markdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s\n\n", markdown(a.Title))
	for _, n := range a.Notes {
		fmt.Fprintf(b, "%s  \n", markdown(n))
	}
	if len(a.Notes) > 0 {
		fmt.Fprintln(b)
	}
	fmt.Fprintf(b, "%s\n", markdown(a.Ran()))
	for i, p := range a.Problems {
		if i == 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "- **%s**: %s\n", markdown(p.Name), markdown(p.Finding()))
	}
	if a.Ranking != nil {
		for _, text := range a.Ranking.Findings() {
			fmt.Fprintf(b, "- %s\n", markdown(text))
		}
	}
	for _, s := range a.Sections {
		fmt.Fprintf(b, "\n## %s\n", markdown(s.Title))
		for _, text := range s.Text {
			fmt.Fprintf(b, "\n%s\n", markdown(text))
		}
		for _, t := range s.Tables {
			t.markdown(b)
		}
	}
	for t := range a.tables() {
		t.markdown(b)
	}
	return b.Flush()
}

// escaped is the heads and the rows of a table, with what a format escapes.
func (t *Table) escaped(escape *strings.Replacer) [][]string {
	rows := make([][]string, len(t.Rows)+1)
	for _, c := range t.Columns {
		rows[0] = append(rows[0], escape.Replace(c.Head))
	}
	for i, row := range t.Rows {
		for _, cell := range row {
			rows[i+1] = append(rows[i+1], escape.Replace(cell))
		}
	}
	return rows
}

// markdown writes a table whose columns also line up as plain text.
func (t *Table) markdown(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n\n", markdown(t.Caption))
	rows := t.escaped(markdownEscapes)
	width := make([]int, len(t.Columns))
	for _, row := range rows {
		for j, cell := range row {
			width[j] = max(width[j], 3, utf8.RuneCountInString(cell))
		}
	}
	for i, row := range rows {
		for j, cell := range row {
			pad := strings.Repeat(" ", width[j]-utf8.RuneCountInString(cell))
			if t.Columns[j].Words {
				cell += pad
			} else {
				cell = pad + cell
			}
			fmt.Fprintf(w, "| %s ", cell)
		}
		fmt.Fprintln(w, "|")
		if i > 0 {
			continue
		}
		for j := range row {
			rule := strings.Repeat("-", width[j]+1)
			if t.Columns[j].Words {
				fmt.Fprintf(w, "|:%s", rule)
			} else {
				fmt.Fprintf(w, "|%s:", rule)
			}
		}
		fmt.Fprintln(w, "|")
	}
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "|", `\|`, "[", `\[`, "]", `\]`, "#", `\#`, "~", `\~`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;",
)

func markdown(s string) string { return markdownEscapes.Replace(s) }

// LaTeX writes all tables for a document that has the package booktabs, and
// UTF-8 as its input.
func (a *Analysis) LaTeX(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%% %s\n%% \\usepackage{booktabs}\n", latex(a.Title))
	for _, s := range a.Sections {
		for _, t := range s.Tables {
			t.latex(b)
		}
	}
	for t := range a.tables() {
		t.latex(b)
	}
	return b.Flush()
}

func (t *Table) latex(w io.Writer) {
	fmt.Fprintf(w, "\n\\begin{table}\n  \\centering\n  \\caption{%s}\n  \\begin{tabular}{", latex(t.Caption))
	for _, c := range t.Columns {
		if c.Words {
			fmt.Fprint(w, "l")
		} else {
			fmt.Fprint(w, "r")
		}
	}
	fmt.Fprint(w, "}\n    \\toprule\n")
	for i, row := range t.escaped(latexEscapes) {
		fmt.Fprintf(w, "    %s \\\\\n", strings.Join(row, " & "))
		if i == 0 {
			fmt.Fprint(w, "    \\midrule\n")
		}
	}
	fmt.Fprint(w, "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n")
}

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", "$<$", ">", "$>$", "−", "$-$", "–", "--", "χ²", `$\chi^2$`,
	"∞", `$\infty$`, "×", `$\times$`, "…", `\dots{}`, `"`, "''",
)

func latex(s string) string { return latexEscapes.Replace(s) }

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle template.CSS

// The template asks an Analysis for what it shows, and escapes all of it but the
// style and the pictures, which are written here.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"style": func() template.CSS { return pageStyle },
	}).Parse(pageSource))
})

// Body is the rows of a table of the page. The template would take most of the time that
// a large page takes.
func (t *Table) Body() template.HTML {
	var b strings.Builder
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for i, text := range row {
			open, end := "<td>", "</td>"
			switch {
			case i == 0:
				open, end = `<th scope="row" class="w">`, "</th>"
			case t.Columns[i].Words:
				open = `<td class="w">`
			}
			b.WriteString(open)
			b.WriteString(template.HTMLEscapeString(text))
			b.WriteString(end)
		}
		b.WriteString("</tr>\n")
	}
	return template.HTML(b.String())
}

// HTML writes one page with everything. It needs no other file, no script and
// no network, and follows the reader's choice of light or dark.
func (a *Analysis) HTML(w io.Writer) error {
	b := bufio.NewWriter(w)
	if err := pageTemplate().Execute(b, a); err != nil {
		return fmt.Errorf("report: page: %w", err)
	}
	return b.Flush()
}

// CSV writes a line for each group, with numbers as programs read them: no
// grouping, and nothing where a number is unknown.
func (a *Analysis) CSV(w io.Writer) error {
	head := []string{"problem", "algorithm", "parameters", "direction", "runs", "feasible", "best", "worst"}
	for _, m := range slices.Concat(values, efforts) {
		head = append(head, m.column)
	}
	head = append(head, "target", "hits")
	for _, m := range toTarget {
		head = append(head, m.column)
	}
	rows := [][]string{head}
	for _, p := range a.Problems {
		direction := "maximize"
		if p.Minimize {
			direction = "minimize"
		}
		for _, r := range p.Results {
			// Best and worst are values as they were found; what follows is computed.
			row := []string{
				p.Name, clean(r.Group.Algorithm), clean(r.Group.Parameters), direction,
				strconv.Itoa(len(r.Group.Runs)), strconv.Itoa(r.Values.N), exactly(r.Best), exactly(r.Worst),
			}
			for _, m := range slices.Concat(values, efforts) {
				row = append(row, raw(m.of(r)))
			}
			if p.Target != nil {
				row = append(row, raw(*p.Target), strconv.Itoa(r.Hits))
				for _, m := range toTarget {
					row = append(row, raw(m.of(r)))
				}
			}
			rows = append(rows, append(row, make([]string, len(head)-len(row))...))
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// TestsCSV writes a line for each comparison, on a problem or, without its name, over all.
func (a *Analysis) TestsCSV(w io.Writer) error {
	rows := [][]string{{
		"problem", "a", "b", "mann_whitney_u", "mann_whitney_p", "a_better", "a_better_low", "a_better_high", "effect", "wilcoxon_w", "wilcoxon_p", "gain_percent", "gain_low", "gain_high",
		"kolmogorov_smirnov_d", "kolmogorov_smirnov_p", "verdict",
	}}
	for _, p := range a.Problems {
		for _, t := range p.Comparisons {
			row := []string{
				p.Name, p.Results[t.A].Name, p.Results[t.B].Name, raw(t.MannWhitney.Statistic), raw(t.MannWhitney.P),
				raw(t.Better), raw(t.BetterInterval.Low), raw(t.BetterInterval.High), statistics.Magnitude(t.Better),
			}
			row = append(row, pairColumns(t.Pairs)...)
			rows = append(rows, append(row, raw(t.KolmogorovSmirnov.Statistic), raw(t.KolmogorovSmirnov.P), t.Verdict))
		}
	}
	if r := a.Ranking; r != nil { // over problems, which have no name together
		for _, t := range r.Pairs {
			row := []string{"", a.Variants[r.Variants[t.A]], a.Variants[r.Variants[t.B]], "", "", raw(t.Chance), raw(t.ChanceInterval.Low), raw(t.ChanceInterval.High), ""}
			rows = append(rows, append(append(row, pairColumns(&t.Pairs)...), "", "", t.Text))
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// pairColumns are what the tests of pairs come to; empty where there are none.
func pairColumns(p *statistics.Pairs) []string {
	if p == nil {
		return make([]string, 5)
	}
	return []string{raw(p.Wilcoxon.Statistic), raw(p.Wilcoxon.P), raw(p.Gain), raw(p.Interval.Low), raw(p.Interval.High)}
}

// raw has the digits that a computed number carries, and all of a whole one.
func raw(v float64) string { return shortest(v, 12) }

// exactly has all digits of a value.
func exactly(v float64) string { return shortest(v, -1) }

// shortest has so many digits, and all of a whole number; what is none is empty.
func shortest(v float64, digits int) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	case v == math.Trunc(v) && math.Abs(v) < 1<<53:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}

// WriteFolder writes everything into a folder, which is made if it is not
// there: report.html, report.md, report.tex, groups.csv, tests.csv, and
// pictures in pictures/, each as .svg and .png. A file is there whole or not at
// all; the first that cannot be written, or the end of ctx, ends it.
func (a *Analysis) WriteFolder(ctx context.Context, dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "pictures"), 0o777); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	// Most of the time goes into pictures, which have nothing in common.
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(min(runtime.GOMAXPROCS(0), 8))
	write := func(name string, content func(io.Writer) error) {
		work.Go(func() error { return writeFile(ctx, filepath.Join(dir, name), content) })
	}
	write("report.html", a.HTML)
	write("report.md", a.Markdown)
	write("report.tex", a.LaTeX)
	write("groups.csv", a.CSV)
	write("tests.csv", a.TestsCSV)
	for _, p := range a.Pictures() {
		for _, format := range []string{"svg", "png"} {
			write(filepath.Join("pictures", p.Name+"."+format), func(w io.Writer) error { return p.Write(w, format) })
		}
	}
	return work.Wait()
}

// writeFile writes a file under another name first, so that a full disk leaves no
// half of it. It need not outlive the power, as atomicfile.Write makes sure of.
func writeFile(ctx context.Context, path string, write func(io.Writer) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	f, err := os.Create(path + ".tmp")
	if err != nil {
		return err
	}
	if err = errors.Join(write(&prompt{ctx, f}), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// prompt is a file whose writing ends with its context.
type prompt struct {
	ctx context.Context
	w   io.Writer
}

func (p *prompt) Write(b []byte) (int, error) {
	if err := context.Cause(p.ctx); err != nil {
		return 0, err
	}
	return p.w.Write(b)
}
