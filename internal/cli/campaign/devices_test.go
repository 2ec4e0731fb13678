package campaign

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
)

// A device that children open is not opened here too, for some take one process only.
func TestDevicesOfChildren(t *testing.T) {
	for _, d := range devicetest.All(t) {
		id := d.Info().ID()
		a := &family{}
		where, release, err := a.openDevices(t.Context(), &flags{device: id}, true)
		if err != nil || len(where.Devices) != 1 {
			t.Fatalf("%+v, %v", where, err)
		}
		if _, err := where.Devices[0].NewQueue(); err == nil {
			t.Error("a campaign of fragments opens the device")
		}
		release()
	}
}
