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

# Prints the directory of the one optimised build of the package, which holds the programs and the
# tests, after building what changed. Arguments go to `swift build`.
build_optimised() {
  HEADSTOCK_TESTABLE=1 swift build -c release "$@" >&2 &&
    HEADSTOCK_TESTABLE=1 swift build -c release --show-bin-path
}

# Of tests that pass the count is enough; what fails, and what is known to, should not be lost among
# them: takes what the test runner prints.
without_passes() {
  sed -u -E '/^. Test run /b; /^. (Suite|Test|Test case) .*(started\.|passed after [0-9.]+ seconds\.)$/d'
}

# What the sanitizers are told: a leak fails, but for those of libraries.
sanitizer_options() {
  export LSAN_OPTIONS="suppressions='$root/scripts/leaks.supp':print_suppressions=0"
  export ASAN_OPTIONS=detect_leaks=1:halt_on_error=1
  export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
}

# The sanitizers of addresses and of undefined behaviour; that one knows C alone: Swift traps by itself.
sanitized=(--sanitize=address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined)

# The one build of the fuzzer and of the tests of parsers and boundaries: optimised, with the
# sanitizers, and with what the fuzzer learns by, but without its driver, which has a `main` of its own:
# that is linked to the fuzzer alone. Tests may look inside.
boundaries=(
  -c release --scratch-path .build/fuzz "${sanitized[@]}" -Xswiftc -use-ld=lld -Xswiftc -enable-testing
  -Xswiftc -Xfrontend -Xswiftc "-sanitize=fuzzer,address"
)
