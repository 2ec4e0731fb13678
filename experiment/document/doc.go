// Package document reads plans: TOML of which every key knows its line, so that
// a mistake is told with its file, line and key.
//
// Nothing here knows what a plan says.
package document
