#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/sanitize.sh [address|boundaries|thread] [ARGUMENT…]
#
# Runs tests under sanitizers of the compiler: address runs all of them, and looks for leaks and for
# undefined behaviour as well; boundaries does the same with the tests of parsers and boundaries alone,
# for every change, in the build of scripts/fuzz.sh; thread runs those of the ring, the runtime, the
# capture and the pipeline. Without a word it runs address and thread one after the other, each in a
# build of its own in .build/sanitize. Further arguments go to `swift test`, so
# `scripts/sanitize.sh address --filter AudioFileTests` runs a part. First it shows itself a fault of
# its kind, which must end with a failure.

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

# Builds a program with a fault: $1 of which kind, $2 where.
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
    canary "$fault" "$scratch/canary-$fault" 2>"$scratch/canary.log"
    if "$scratch/canary-$fault" >/dev/null 2>&1; then
      stop 1 "sanitize: the $fault sanitizer finds nothing. Reinstall Swift: scripts/setup.sh"
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
