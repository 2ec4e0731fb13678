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
var pageStyle string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// maxFindings is the number of problems that are summed up in words at the
// beginning; the overview has them all.
const maxFindings = 12

// What the template sees; html/template escapes all of it but SVG and Style,
// which are written here.
type (
	page struct {
		Title, Ran, More string
		Style            template.CSS
		Notes            []string
		Findings         []finding
		Overview         *Table
		Ranking          *Table
		Sections         []pageSection
		Problems         []pageProblem
		Pictures         []pagePicture
	}
	pageSection struct {
		Title    string
		Text     []string
		Tables   []Table
		Pictures []pagePicture
	}
	pageProblem struct {
		ID, Name      string
		Values        Table
		Effort, Tests *Table
		Verdicts      []string
		Pictures      []pagePicture
	}
	pagePicture struct {
		SVG     template.HTML
		Caption string
	}
)

// HTML writes one page with everything. It needs no other file, no script and
// no network, and follows the reader's choice of light or dark.
func (a *Analysis) HTML(w io.Writer) error {
	data := page{Title: a.Title, Notes: a.Notes, Ran: a.ran(), Style: template.CSS(pageStyle), Findings: a.findings()}
	if n := len(data.Findings); n > maxFindings {
		data.Findings = data.Findings[:maxFindings]
		data.More = fmt.Sprintf("The overview has %s more. ", plural(n-maxFindings, "problem", "problems"))
	}
	if n := a.pictured(); n < len(a.Problems) {
		data.More += fmt.Sprintf("Of %s the first %d have pictures.", plural(len(a.Problems), "problem", "problems"), n)
	}
	if len(a.Problems) > 1 {
		data.Overview = new(a.overviewTable())
	}
	if a.Ranking != nil {
		data.Ranking = new(a.rankTable())
	}
	for i := range a.Sections {
		s := &a.Sections[i]
		section := pageSection{Title: clean(s.Title)}
		for _, text := range s.Text {
			section.Text = append(section.Text, clean(text))
		}
		for j := range s.Tables {
			section.Tables = append(section.Tables, s.Tables[j].clean())
		}
		data.Sections = append(data.Sections, section)
	}
	for i := range a.Problems {
		p := &a.Problems[i]
		section := pageProblem{ID: fmt.Sprintf("problem-%d", i+1), Name: p.Name, Values: p.valueTable()}
		if p.spent() {
			section.Effort = new(p.effortTable())
		}
		if len(p.Comparisons) > 0 {
			section.Tests = new(p.testTable())
			for _, c := range p.Comparisons {
				section.Verdicts = append(section.Verdicts, c.Verdict)
			}
		}
		data.Problems = append(data.Problems, section)
	}
	for _, picture := range a.Pictures() {
		svg, err := picture.inline()
		if err != nil {
			return err
		}
		shown := pagePicture{SVG: template.HTML(svg), Caption: picture.Caption}
		if picture.section > 0 {
			section := &data.Sections[picture.section-1]
			section.Pictures = append(section.Pictures, shown)
		} else if picture.Problem < 0 {
			data.Pictures = append(data.Pictures, shown)
		} else {
			section := &data.Problems[picture.Problem]
			section.Pictures = append(section.Pictures, shown)
		}
	}
	b := bufio.NewWriter(w)
	if err := pageTemplate.Execute(b, data); err != nil {
		return fmt.Errorf("report: page: %w", err)
	}
	return b.Flush()
}
