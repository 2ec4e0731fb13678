package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/warbler-opt/warbler/internal/cli"
)

// terminal is both ends of a terminal of this size.
func terminal(t *testing.T, columns, rows uint16) (screen, end *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: columns, Row: rows})
	}
	if err != nil {
		t.Fatal(err)
	}
	if end, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { end.Close() })
	return screen, end
}

// TestBarIsDrawn: also where a terminal does not know its size, as over a serial
// line or in a container.
func TestBarIsDrawn(t *testing.T) {
	for _, size := range [][2]uint16{{100, 30}, {0, 0}, {0, 30}, {100, 0}} {
		screen, end := terminal(t, size[0], size[1])
		seen := make(chan string, 1)
		go func() {
			var text strings.Builder
			for b := make([]byte, 1<<10); !strings.Contains(text.String(), "half of it"); {
				n, err := screen.Read(b)
				if text.Write(b[:n]); err != nil {
					break
				}
			}
			seen <- text.String()
			for b := make([]byte, 1<<10); ; { // the bar must not wait for a reader
				if _, err := screen.Read(b); err != nil {
					return
				}
			}
		}()
		d := (&cli.App{Streams: cli.Streams{Err: end}}).Display("bar", "", false)
		if err := d.Show(0.5, 0, "half of it"); err != nil {
			t.Error(err)
		}
		select {
		case text := <-seen:
			if !strings.Contains(text, "[===") {
				t.Errorf("%v: %q", size, text)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%v: nothing is drawn", size)
		}
		d.Clear()
	}
}
