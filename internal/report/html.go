package report

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
)

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle template.CSS

// The template asks an Analysis for what it shows, and escapes all of it but the
// style and the pictures, which are written here.
var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"style": func() template.CSS { return pageStyle },
}).Parse(pageSource))

// HTML writes one page with everything. It needs no other file, no script and
// no network, and follows the reader's choice of light or dark.
func (a *Analysis) HTML(w io.Writer) error {
	b := bufio.NewWriter(w)
	if err := pageTemplate.Execute(b, a); err != nil {
		return fmt.Errorf("report: page: %w", err)
	}
	return b.Flush()
}
