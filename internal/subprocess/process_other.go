//go:build !linux

package subprocess

import (
	"os"
	"os/exec"
)

func separate(*exec.Cmd) {}

func interrogate(int) {}

func dieOfSignals() {}

func signalOf(*os.ProcessState) string { return "" }
