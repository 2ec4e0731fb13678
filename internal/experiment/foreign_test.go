package experiment

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/clocktest"
)

// A folder that has something else under a campaign's names is refused in words, and
// left as it is.
func TestForeignFolders(t *testing.T) {
	plan, err := parsePlan("x.toml", planned(aSphere, `name = "genetic"`), Files{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		make func(dir string) error
		want string
	}{
		"text": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, databaseName), []byte(strings.Repeat("no database\n", 1000)), 0o600)
		}, "it is no database"},
		"a folder":        {func(dir string) error { return os.Mkdir(filepath.Join(dir, databaseName), 0o700) }, "it cannot be opened"},
		"a locked folder": {func(dir string) error { return os.Mkdir(filepath.Join(dir, lockName), 0o700) }, "it cannot be opened"},
		"another program's": {func(dir string) error {
			db, err := sql.Open("sqlite", filepath.Join(dir, databaseName))
			if err != nil {
				return err
			}
			_, err = db.Exec("CREATE TABLE mine (x)")
			return errors.Join(err, db.Close())
		}, "the database of another program"},
	} {
		dir := t.TempDir()
		if err := c.make(dir); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(filepath.Join(dir, databaseName))
		_, err := Create(dir, plan, "")
		var refused *FolderError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if after, _ := os.ReadFile(filepath.Join(dir, databaseName)); string(after) != string(before) {
			t.Errorf("%s: the file has changed", name)
		}
	}
}

func TestOwns(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{databaseName, "runs.csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]bool{
		databaseName: true, "../" + filepath.Base(dir) + "/" + databaseName: true, "runs.csv": false, "new.csv": false,
	} {
		if got := Owns(dir, filepath.Join(dir, path)); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// A grid that is too large is refused before it is made.
func TestHugeGrid(t *testing.T) {
	values := "1"
	for i := range 1100 {
		values += fmt.Sprintf(", 0.%04d", i)
	}
	text := planned(aSphere, "name = \"genetic\"\nparameters.pc = ["+values+"]\nparameters.pm = ["+values+"]")
	clocktest.Within(t, 5*time.Second, "a refusal", func() time.Duration {
		began := time.Now()
		if _, err := parsePlan("x.toml", text, Files{}); err == nil || !strings.Contains(err.Error(), "more than 1048576 cells") {
			t.Errorf("%v", err)
		}
		return time.Since(began)
	})
}
