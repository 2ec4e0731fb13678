// Package document reads plans and headers: TOML of which every key knows its
// line, so that a mistake is told with its file, line and key.
//
// Nothing here knows what a document says.
package document
