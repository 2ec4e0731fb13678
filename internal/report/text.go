package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
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
	fmt.Fprintf(b, "%s\n", markdown(a.ran()))
	for i, f := range a.findings() {
		if i == 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "- **%s**: %s\n", markdown(f.Problem), markdown(f.Text))
	}
	for _, s := range a.Sections {
		fmt.Fprintf(b, "\n## %s\n", markdown(clean(s.Title)))
		for _, text := range s.Text {
			fmt.Fprintf(b, "\n%s\n", markdown(clean(text)))
		}
		for i := range s.Tables {
			t := s.Tables[i].clean()
			fmt.Fprintf(b, "\n%s\n\n", markdown(t.Caption))
			t.markdown(b)
		}
	}
	for t := range a.groupTables() {
		fmt.Fprintf(b, "\n%s\n\n", markdown(t.Caption))
		t.markdown(b)
	}
	return b.Flush()
}

// markdown writes a table whose columns also line up as plain text.
func (t *Table) markdown(w io.Writer) {
	rows := make([][]string, 0, len(t.Rows)+1)
	heads := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		heads[i] = c.Head
	}
	rows = append(append(rows, heads), t.Rows...)
	width := make([]int, len(t.Columns))
	escaped := make([][]string, len(rows))
	for i, row := range rows {
		escaped[i] = make([]string, len(row))
		for j, cell := range row {
			escaped[i][j] = markdown(cell)
			width[j] = max(width[j], 3, utf8.RuneCountInString(escaped[i][j]))
		}
	}
	for i, row := range escaped {
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
	for t := range a.tables() {
		fmt.Fprintln(b)
		t.latex(b)
	}
	return b.Flush()
}

func (t *Table) latex(w io.Writer) {
	fmt.Fprintf(w, "\\begin{table}\n  \\centering\n  \\caption{%s}\n  \\begin{tabular}{", latex(t.Caption))
	heads := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		heads[i] = latex(c.Head)
		if c.Words {
			fmt.Fprint(w, "l")
		} else {
			fmt.Fprint(w, "r")
		}
	}
	fmt.Fprintf(w, "}\n    \\toprule\n    %s \\\\\n    \\midrule\n", strings.Join(heads, " & "))
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = latex(cell)
		}
		fmt.Fprintf(w, "    %s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprint(w, "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n")
}

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", "$<$", ">", "$>$", "−", "$-$", "–", "--", "χ²", `$\chi^2$`,
	"∞", `$\infty$`, "×", `$\times$`, "…", `\dots{}`, `"`, "''",
)

func latex(s string) string { return latexEscapes.Replace(s) }
