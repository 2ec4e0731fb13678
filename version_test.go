package warbler

import (
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	other := debug.Module{Path: "example.com/other", Version: "v9.9.9"}
	for _, c := range []struct {
		info debug.BuildInfo
		want string
	}{
		{debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "v1.2.3"}}, "v1.2.3"},
		{debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "(devel)"}}, "devel"},
		{debug.BuildInfo{Main: debug.Module{Path: modulePath}}, "devel"},
		{debug.BuildInfo{Main: other, Deps: []*debug.Module{{Path: modulePath, Version: "v1.0.0"}}}, "v1.0.0"},
		{debug.BuildInfo{Main: other, Deps: []*debug.Module{{Path: modulePath}}}, "devel"},
	} {
		if got := versionOf(&c.info); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	defer func(v string) { release = v }(release)
	if release = "v1.2.4"; versionOf(&debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "v1.2.3"}}) != release {
		t.Error("a release has another version")
	}
	if Version() == "" {
		t.Error("no version")
	}
}
