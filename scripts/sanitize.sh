#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/sanitize.sh [address|boundaries|thread [ARGUMENT…]]
#
# Runs tests under the sanitizers of the compiler:
#
#   address      all tests, under the sanitizers of addresses, leaks and undefined behaviour
#   boundaries   the same for the tests of parsers and boundaries, in the build of scripts/fuzz.sh
#   thread       the tests of ring, runtime, capture and pipeline, under the thread sanitizer
#
# Without a name the script runs address and thread one after the other. Each has its own build in
# .build/sanitize. Other arguments go to `swift test`: `scripts/sanitize.sh address --filter
# AudioFileTests` runs a part. First the script runs a program with an error of each kind, which the
# sanitizer must report.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

kinds=(address thread)
case ${1:-} in
'') ;;
-h | --help)
  help
  exit 0
  ;;
address | boundaries | thread)
  kinds=("$1")
  shift
  ;;
*) refuse "$1" ;;
esac

cd -- "$root"
sanitizer_options
export TSAN_OPTIONS=halt_on_error=1

# The words that each sanitizer prints about the error of its canary.
declare -A words=([address]='ERROR: AddressSanitizer' [undefined]='runtime error: signed integer overflow'
  [thread]='WARNING: ThreadSanitizer: data race')

# Builds a program with an error: `canary KIND PROGRAM`.
canary() {
  case $1 in
  address)
    echo 'let p = UnsafeMutablePointer<Int>.allocate(capacity: 1); p.deallocate(); print(p.pointee)' \
      >"$2.swift"
    swiftc -g -sanitize=address -o "$2" "$2.swift"
    ;;
  undefined)
    echo 'volatile int i = 2147483647; int main(void) { i = i + 1; return 0; }' >"$2.c"
    clang -fsanitize=address,undefined -fno-sanitize-recover=undefined -o "$2" "$2.c"
    ;;
  thread)
    cat >"$2.swift" <<'SWIFT'
import Dispatch
nonisolated(unsafe) var shared = 0
DispatchQueue.concurrentPerform(iterations: 100_000) { shared += $0 }
print(shared)
SWIFT
    swiftc -g -sanitize=thread -o "$2" "$2.swift"
    ;;
  esac
}

for kind in "${kinds[@]}"; do
  scratch=.build/sanitize/$kind
  mkdir -p -- "$scratch"
  case $kind in
  address) faults=(address undefined) flags=("${sanitized[@]}" --scratch-path "$scratch") ;;
  boundaries) faults=(address undefined) flags=("${boundaries[@]}") ;;
  thread) faults=(thread) flags=(--sanitize=thread --scratch-path "$scratch") ;;
  esac
  if [[ $kind == boundaries ]]; then export HEADSTOCK_BOUNDARIES=1; else unset HEADSTOCK_BOUNDARIES; fi
  for fault in "${faults[@]}"; do
    say "sanitize: $fault, the canary"
    canary "$fault" "$scratch/canary-$fault" >"$scratch/canary.log" 2>&1 ||
      stop 2 "sanitize: the canary does not compile:" "$(<"$scratch/canary.log")"
    if "$scratch/canary-$fault" >"$scratch/canary.log" 2>&1 ||
      ! grep --quiet --fixed-strings -e "${words[$fault]}" -- "$scratch/canary.log"; then
      stop 1 "sanitize: the $fault sanitizer does not report the error. Reinstall Swift: scripts/setup.sh" \
        "$(<"$scratch/canary.log")"
    fi
  done
  filter=()
  if [[ $kind == thread && $# == 0 ]]; then
    filter=(--filter 'AudioInputTests|TunerRuntimeTests|ALSAAudioTests|TunerPipelineTests')
  fi
  say "sanitize: $kind, building"
  swift build --build-tests "${flags[@]}" >&2
  say "sanitize: $kind, running"
  swift test --skip-build --disable-xctest "${flags[@]}" "${filter[@]}" "$@" | without_passes
done
