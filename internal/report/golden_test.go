package report_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/warbler-opt/warbler/internal/report"
)

var update = flag.Bool("update", false, "write the golden files anew")

// A golden page leaves out what says little to a reader of a diff: coordinates, and
// the style, which is a file of its own.
var (
	drawn  = regexp.MustCompile(`(?s)<svg .*?</svg>`)
	styled = regexp.MustCompile(`(?s)<style>.*?</style>`)
)

func TestGolden(t *testing.T) {
	one := sample(12)
	one.Groups = one.Groups[:1]
	one.Groups[0].Target, one.Groups[0].Traces = nil, nil
	for i := range one.Groups[0].Runs {
		one.Groups[0].Runs[i].Hit = false
	}
	style, err := os.ReadFile("page.css")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*report.Report{"two-problems": sample(40), "one-group": one, "nothing": {}} {
		a := analyze(t, r)
		for ext, write := range map[string]func(io.Writer) error{
			"md": a.Markdown, "tex": a.LaTeX, "csv": a.CSV, "tests.csv": a.TestsCSV, "html": a.HTML,
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatalf("%s.%s: %v", name, ext, err)
			}
			got := b.Bytes()
			if ext == "html" {
				if !bytes.Contains(got, style) {
					t.Errorf("%s has no style", name)
				}
				got = styled.ReplaceAll(drawn.ReplaceAll(got, []byte("<svg></svg>")), []byte("<style></style>"))
			}
			path := filepath.Join("testdata", name+"."+ext)
			if *update {
				if err := os.MkdirAll("testdata", 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, got, 0o666); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")); !bytes.Equal(got, want) {
				t.Errorf("%s differs; after a look, go test -update writes it anew. It is now\n%s", path, got)
			}
		}
	}
}
