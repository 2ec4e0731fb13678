package opencl_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/kernel"
)

// openCL gives a device of this driver, or skips the test.
func openCL(t *testing.T) device.Device {
	t.Helper()
	for _, id := range devicetest.IDs(t) {
		if strings.HasPrefix(id, "opencl") {
			return devicetest.Open(t, id)
		}
	}
	t.Skip("no OpenCL device can be used here; install pocl-opencl-icd to run kernels on the CPU")
	return nil
}

// cubes opens the device anew, compiles a small program and checks what it computes.
func cubes(t *testing.T, d device.Device) {
	t.Helper()
	d, err := device.Open(t.Context(), d.Info().ID())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p, err := d.Compile(t.Context(), kernel.Source{
		Name:  "opencl/cubes",
		Parts: []kernel.Part{{Name: "cubes.cl", Text: "KERNEL void cubes(GLOBAL u32 *out)\n{\n    u32 i = GLOBAL_ID;\n    out[i] = i * i * i;\n}\n"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	k, err := p.Kernel("cubes")
	if err != nil {
		t.Fatal(err)
	}
	q, err := d.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	b, err := d.Alloc(4 * 64)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := q.Launch(k, device.Shape{Groups: 1, Group: 64}, b); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 4*64)
	if err := q.Read(got, b, 0); err != nil {
		t.Fatal(err)
	}
	for i := range 64 {
		if v := int(got[4*i]) | int(got[4*i+1])<<8 | int(got[4*i+2])<<16; v != i*i*i {
			t.Fatalf("the cube of %d is %d", i, v)
		}
	}
}

func cacheFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// modified is when a file was written.
func modified(t *testing.T, file string) time.Time {
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}

// TestCache compiles with an empty cache, from it, and after damage to it.
func TestCache(t *testing.T) {
	d := openCL(t)
	dir := t.TempDir()
	t.Setenv("WARBLER_CACHE", dir)
	cubes(t, d)
	files := cacheFiles(t, dir)
	slices.SortFunc(files, func(a, b string) int { return modified(t, b).Compare(modified(t, a)) })
	if len(files) != 2 {
		t.Fatalf("after the self-test and one compilation the cache holds %v", files)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(files[0])
	cubes(t, d)
	if after, err := os.Stat(files[0]); err != nil || !os.SameFile(before, after) {
		t.Errorf("the cache was not used: its file was written again (%v)", err)
	}
	garbled := slices.Clone(whole)
	garbled[len(garbled)/2] ^= 0xff
	for _, damaged := range [][]byte{whole[:len(whole)/2], garbled, nil} {
		if err := os.WriteFile(files[0], damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		cubes(t, d)
		if now, err := os.ReadFile(files[0]); err != nil || len(now) < len(whole)/2+1 || bytes.Equal(now, damaged) {
			t.Errorf("a damaged file was not replaced (%v)", err)
		}
	}
}

// TestCacheProcesses has several processes share an empty cache.
func TestCacheProcesses(t *testing.T) {
	if os.Getenv("WARBLER_TEST_CHILD") != "" {
		cubes(t, openCL(t))
		return
	}
	openCL(t)
	dir := t.TempDir()
	errs := make(chan error)
	const processes = 4
	for range processes {
		go func() {
			cmd := exec.Command(os.Args[0], "-test.run=^TestCacheProcesses$")
			cmd.Env = append(os.Environ(), "WARBLER_TEST_CHILD=1", "WARBLER_CACHE="+dir)
			out, err := cmd.CombinedOutput()
			if err != nil {
				err = fmt.Errorf("%w\n%s", err, out)
			}
			errs <- err
		}()
	}
	for range processes {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	for _, f := range cacheFiles(t, dir) {
		if !strings.HasSuffix(f, ".kernel") {
			t.Errorf("%s was left behind", f)
		}
	}
}
