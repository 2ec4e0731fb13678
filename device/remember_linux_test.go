package device

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// counted is a driver that writes down every probe, and what its answer depends on. Its
// probe crashes, hangs or finds a device, as WARBLER_TEST_COUNTED says.
type counted struct{}

const (
	countEnv   = "WARBLER_TEST_COUNT" // the file that a probe adds a byte to
	dependEnv  = "WARBLER_TEST_DEPEND"
	countedEnv = "WARBLER_TEST_COUNTED"
)

func (counted) Name() string { return "counted" }

func (counted) probe() ([]Listing, error) {
	f, err := os.OpenFile(os.Getenv(countEnv), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err == nil {
		f.WriteString("x")
		f.Close()
	}
	switch os.Getenv(countedEnv) {
	case "crash":
		os.Exit(7)
	case "hang":
		time.Sleep(time.Hour)
	case "garbage":
		os.NewFile(3, "report").WriteString("no JSON")
		os.Exit(0)
	}
	return []Listing{{Info: Info{Driver: "counted", Name: "a GPU", GPU: true}}}, nil
}

func (counted) Depends() (variables, files []string) {
	return []string{countedEnv}, []string{os.Getenv(dependEnv)}
}

func (c counted) driver() fakeDependent {
	return fakeDependent{fake{name: "counted", probe: c.probe}, c}
}

type fakeDependent struct {
	fake
	Dependent
}

func init() { Register(counted{}.driver()); registry.drivers = nil }

// A driver is probed in a child once, whatever the probe says, and by other processes
// not again until its files, the environment, the machine or the program change, or
// what is remembered is damaged.
func TestRemember(t *testing.T) {
	defer func(d time.Duration) { probeLimit = d }(probeLimit)
	dir, kept := t.TempDir(), t.TempDir()
	t.Setenv("WARBLER_CACHE", kept)
	t.Setenv(countEnv, filepath.Join(dir, "probes"))
	t.Setenv(dependEnv, filepath.Join(dir, "lib*"))
	library := filepath.Join(dir, "libdriver.so")
	d := counted{}.driver()
	// ask answers as a new process does, and tells how many probes there were.
	ask := func(key string) ([]Listing, int) {
		t.Helper()
		os.Remove(os.Getenv(countEnv))
		e := &entry{driver: d, memory: key}
		found := e.listings(t.Context())
		if again := e.listings(t.Context()); len(again) != len(found) {
			t.Errorf("%v, then %v", found, again)
		}
		probes, _ := os.ReadFile(os.Getenv(countEnv))
		return found, len(probes)
	}
	for how, reason := range map[string]string{"": "", "crash": "crashed while it was probed (exit status 7", "hang": "did not answer within", "garbage": "crashed while it was probed"} {
		t.Run("answer "+how, func(t *testing.T) {
			if probeLimit = probeTimeout; how == "hang" {
				probeLimit = 400 * time.Millisecond
			}
			t.Setenv(countedEnv, how)
			check := func(what string, want int) {
				t.Helper()
				found, probes := ask("")
				if probes != want {
					t.Errorf("%s: %d probes, not %d", what, probes, want)
				}
				if reason == "" && (len(found) != 1 || found[0].Err != nil || found[0].Name != "a GPU") ||
					reason != "" && (len(found) != 1 || found[0].Err == nil || !strings.Contains(found[0].Err.Error(), reason)) {
					t.Errorf("%s: %+v", what, found)
				}
				if reason != "" && want == 0 && !strings.Contains(found[0].Err.Error(), "'warbler devices' tries it again") {
					t.Errorf("%s: %v", what, found[0].Err)
				}
			}
			check("the first time", 1)
			check("the second time", 0)
			if how == "hang" { // its limit is long enough once
				return
			}
			os.WriteFile(library, []byte("a new driver"), 0o644)
			check("with a new library", 1)
			check("with the same library", 0)
			os.Remove(library)
			check("without the library", 1)
			files, _ := filepath.Glob(filepath.Join(kept, "*.kernel"))
			for _, f := range files {
				text, _ := os.ReadFile(f)
				text[len(text)-1] ^= 1
				os.WriteFile(f, text, 0o644)
			}
			check("when it is damaged", 1)
			check("when it is repaired", 0)
			if how != "" {
				withDrivers(t, &entry{driver: d})
				Retry()
				check("when it is tried again", 1)
			} else {
				withDrivers(t, &entry{driver: d})
				Retry()
				check("when others are tried again", 0)
			}
		})
	}
	t.Setenv(countedEnv, "")
	if _, probes := ask("another boot, host or program"); probes != 1 {
		t.Errorf("elsewhere: %d probes", probes)
	}
	t.Setenv("WARBLER_CACHE", "off")
	for range 2 {
		if _, probes := ask(""); probes != 1 {
			t.Errorf("without a cache: %d probes", probes)
		}
	}
}

// The name of what is remembered has the driver, the environment and the program in it.
func TestMemoryKey(t *testing.T) {
	d := counted{}.driver()
	t.Setenv(countedEnv, "")
	one := memoryKey(d)
	if other := memoryKey(fakes[0]); one == other {
		t.Error("two drivers have one key")
	}
	if one != memoryKey(d) {
		t.Error("the key changes by itself")
	}
	t.Setenv(countedEnv, "x")
	if memoryKey(d) == one {
		t.Error("another environment has the same key")
	}
}

// A remembered device that cannot be opened is probed again, once, and what the
// probe says counts from then on.
func TestOpenOutdated(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("WARBLER_CACHE", t.TempDir())
	t.Setenv(countEnv, filepath.Join(dir, "probes"))
	t.Setenv(dependEnv, "")
	t.Setenv(countedEnv, "")
	d := counted{}.driver()
	e := &entry{driver: d}
	remember(e.key(), answer{List: []reported{{Info: Info{Driver: "counted", Index: 1, Name: "a GPU that is gone"}}}})
	withDrivers(t, e)
	var nf *NotFoundError
	if _, err := Open(t.Context(), "counted:1"); !errors.As(err, &nf) || !strings.Contains(nf.Reason, "has 1 device(s)") {
		t.Errorf("%v", err)
	}
	if probes, _ := os.ReadFile(os.Getenv(countEnv)); len(probes) != 1 {
		t.Errorf("%d probes", len(probes))
	}
	if a, found := recall(e.key()); !found || a.List[0].Info.Name != "a GPU" {
		t.Errorf("%+v is remembered", a)
	}
	// One that was probed by this process is not.
	if _, err := Open(t.Context(), "counted:0"); err == nil || err.Error() != "fake" {
		t.Errorf("%v", err)
	}
	if probes, _ := os.ReadFile(os.Getenv(countEnv)); len(probes) != 1 {
		t.Errorf("%d probes", len(probes))
	}
}
