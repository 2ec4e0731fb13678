package warbler

import (
	"runtime/debug"
	"sync"
)

// Version is the version of this module in the running program, as Go's build
// information has it: a release's tag, "devel" with the commit where it was
// built from a working tree, or "devel" alone.
func Version() string { return version() }

var version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	return versionOf(info)
})

const modulePath = "github.com/warbler-opt/warbler"

func versionOf(info *debug.BuildInfo) string {
	module := &info.Main
	if module.Path != modulePath {
		for _, d := range info.Deps {
			if d.Path == modulePath {
				module = d
			}
		}
	}
	if v := module.Version; v != "" && v != "(devel)" {
		return v
	}
	commit, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			commit = "-" + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if module != &info.Main || commit == "" {
		return "devel"
	}
	return "devel" + commit + dirty
}
