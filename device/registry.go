package device

import "fmt"

func id(driver string, index int) string { return fmt.Sprintf("%s:%d", driver, index) }
