# SPDX-License-Identifier: MIT
# What every script of this folder shares. Sourced, never run.
# shellcheck shell=bash

# The repository, wherever the caller stands.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

# Debian's tools ask nothing and speak one language.
export DEBIAN_FRONTEND=noninteractive

# Lines for the reader; results alone go to stdout.
say() { printf '%s\n' "$@" >&2; }

# Ends with a reason: `stop STATUS LINE…`.
stop() {
  local status=$1
  shift
  printf '%s\n' "$@" >&2
  exit "$status"
}

# Prints the comment at the head of the script: what --help answers.
help() { sed -n '/^# Usage/,/^[^#]/{ /^#/s/^# \{0,1\}//p; }' "$0"; }

# Refuses a word the script doesn't know.
refuse() { stop 2 "${0##*/}: unknown argument \"$1\". See: scripts/${0##*/} --help"; }
