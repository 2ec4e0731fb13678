package device_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
)

// wrong is a driver for an OpenCL device that miscalculates.
type wrong struct{}

// made is the device that wrong opened last.
var made device.Device

func init() { device.Register(wrong{}) }

func (wrong) Name() string { return "wrong" }

func (wrong) Probe(context.Context) ([]device.Listing, error) {
	return []device.Listing{{Info: device.Info{Driver: "wrong", Name: "a liar"}}}, nil
}

func (wrong) Open(int) (d device.Device, err error) {
	made, err = device.Open(context.Background(), "opencl")
	return wrongDevice{made}, err
}

type wrongDevice struct{ device.Device }

func (d wrongDevice) NewQueue() (device.Queue, error) {
	q, err := d.Device.NewQueue()
	return wrongQueue{q}, err
}

type wrongQueue struct{ device.Queue }

func (q wrongQueue) Read(dst []byte, src device.Buffer, offset int) error {
	err := q.Queue.Read(dst, src, offset)
	dst[7] ^= 0x10
	return err
}

func TestSelfTest(t *testing.T) {
	if !slices.ContainsFunc(devicetest.IDs(t), func(id string) bool { return strings.HasPrefix(id, "opencl") }) {
		t.Skip("no OpenCL device can be used here; install pocl-opencl-icd to run kernels on the CPU")
	}
	_, err := device.Open(t.Context(), "wrong:0")
	var nf *device.NotFoundError
	if !errors.As(err, &nf) || !strings.Contains(nf.Reason, "Philox") {
		t.Fatalf("%v", err)
	}
	if _, err := made.Alloc(1); !errors.Is(err, device.ErrClosed) {
		t.Errorf("the device that was refused is still open: %v", err)
	}
}
