package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/warbler-opt/warbler/internal/report"
)

func analyze(t testing.TB, r *report.Report) *report.Analysis {
	t.Helper()
	a, err := report.Analyze(r)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestPicturesAreWritten(t *testing.T) {
	dir := os.Getenv("WARBLER_PLOTS") // to look at them
	for _, p := range analyze(t, sample(200)).Pictures() {
		for _, format := range []string{"svg", "png"} {
			var b bytes.Buffer
			if err := p.Write(&b, format); err != nil {
				t.Fatal(err)
			}
			if dir != "" {
				if err := os.WriteFile(filepath.Join(dir, p.Name+"."+format), b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if format == "svg" {
				wellFormed(t, p.Name, b.Bytes())
			} else if img, err := png.Decode(&b); err != nil || img.Bounds().Dx() < 800 {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
	}
}

func wellFormed(t *testing.T, name string, data []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
