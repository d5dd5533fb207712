#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/sanitize.sh [address|undefined|thread] [ARGUMENT…]
#
# Runs tests under a sanitizer of the compiler: address (with leaks) and undefined behaviour run all of
# them, thread those of the ring, the runtime, the capture and the pipeline. Without a word it runs the
# three one after the other. Further arguments go to `swift test`, so
# `scripts/sanitize.sh address --filter AudioFileTests` runs a part. Each keeps a build of its own in
# .build/sanitize. First it shows itself a fault of its kind, which must end with a failure.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

kinds=(address undefined thread)
case ${1:-} in
'') ;;
-h | --help)
  help
  exit 0
  ;;
address | undefined | thread)
  kinds=("$1")
  shift
  ;;
*) refuse "$1" ;;
esac

cd -- "$root"
# A leak fails, but for those of libraries.
export LSAN_OPTIONS="suppressions='$root/scripts/leaks.supp':print_suppressions=0"
export ASAN_OPTIONS=detect_leaks=1:halt_on_error=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export TSAN_OPTIONS=halt_on_error=1

# Builds a program with a fault of the kind: $1 the kind, $2 where.
canary() {
  case $1 in
  address)
    echo 'let p = UnsafeMutablePointer<Int>.allocate(capacity: 1); p.deallocate(); print(p.pointee)' \
      >"$2.swift"
    swiftc -g -sanitize=address -o "$2" "$2.swift"
    ;;
  # Swift traps by itself; this sanitizer looks at the C.
  undefined)
    echo 'volatile int i = 2147483647; int main(void) { i = i + 1; return 0; }' >"$2.c"
    clang -fsanitize=undefined -fno-sanitize-recover=all -o "$2" "$2.c"
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
  say "sanitize: $kind, the canary"
  canary "$kind" "$scratch/canary" 2>"$scratch/canary.log"
  if "$scratch/canary" >/dev/null 2>&1; then
    stop 1 "sanitize: the $kind sanitizer finds nothing. Reinstall Swift: scripts/setup.sh"
  fi
  filter=()
  if [[ $kind == thread && $# == 0 ]]; then
    filter=(--filter 'AudioInputTests|TunerRuntimeTests|ALSAAudioTests|TunerPipelineTests')
  fi
  say "sanitize: $kind, building"
  swift build --build-tests --sanitize="$kind" --scratch-path "$scratch" >&2
  say "sanitize: $kind, running"
  swift test --skip-build --disable-xctest --sanitize="$kind" --scratch-path "$scratch" \
    "${filter[@]}" "$@"
done
