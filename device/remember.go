package device

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/warbler-opt/warbler/internal/cache"
)

// Dependent is a Driver that tells what its answer to Probe depends on beside the
// libraries that it has loaded. The answer is remembered, beside the compiled programs,
// until one of them changes, or the machine is started again, or this program is
// another one: a probe takes longer than many runs.
type Dependent interface {
	// Depends names environment variables, and files or patterns of them, which need
	// not exist.
	Depends() (variables, files []string)
}

// memoryKey names what is remembered of a driver.
func memoryKey(d Driver) string {
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	host, _ := os.Hostname()
	parts := []string{"probe", d.Name(), string(boot), host}
	if program, err := os.Stat("/proc/self/exe"); err == nil {
		parts = append(parts, fmt.Sprint(program.Size(), program.ModTime().UnixNano()))
	}
	variables, _ := depends(d)
	for _, v := range variables {
		value, set := os.LookupEnv(v)
		parts = append(parts, fmt.Sprint(v, set, value))
	}
	return cache.Key(parts...)
}

// recall gives the answer of an earlier process, if there is one that still holds.
func recall(key string) (a answer, found bool) {
	text := cache.Open().LoadWhile(key)
	if text == nil || json.Unmarshal(text, &a) != nil || len(a.List) == 0 {
		return answer{}, false
	}
	if !a.Broken.IsZero() {
		a.List[0].Reason += fmt.Sprintf("; that was on %s, and 'warbler devices' tries it again", a.Broken.Format(time.DateTime))
	}
	return a, true
}

// remember keeps an answer for later processes.
func remember(key string, a answer) {
	if text, err := json.Marshal(a); err == nil && !a.none {
		cache.Open().StoreWhile(key, a.Files, text)
	}
}

// Retry forgets the drivers that crashed or did not answer when they were probed, in
// this process or an earlier one, so that the next question probes them again.
func Retry() {
	for _, e := range entries() {
		e.mu.Lock()
		if a, found := recall(e.key()); found && !a.Broken.IsZero() {
			e.forget()
		}
		e.mu.Unlock()
	}
}
