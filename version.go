package warbler

import (
	"runtime/debug"
	"sync"
)

// Version is the version of this module in the running program, as the script for
// releases or Go's build information has it: a release's tag, a pseudo-version with the
// commit where it was built from a working tree, or "devel" where Go does not know.
func Version() string { return version() }

// release is the version that the linker was told, by scripts/release.
var release string

var version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info)
})

const modulePath = "github.com/warbler-opt/warbler"

func versionOf(info *debug.BuildInfo) string {
	if release != "" {
		return release
	}
	module := &info.Main
	if module.Path != modulePath {
		for _, d := range info.Deps {
			if d.Path == modulePath {
				module = d
			}
		}
	}
	if module.Version == "" || module.Version == "(devel)" {
		return "devel"
	}
	return module.Version
}
