#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/check.sh
#
# Runs every check, for people and for CI: format, scripts, warnings as errors, the dependency graph, pages
# and examples, the commands of README.md, the machine code of the kernels, the instructions of an update.
# At the same time it installs the packages on a clean root and runs, under the address sanitizer, the tests
# of parsers and boundaries and a short round of the fuzzer. Then it compares the cost of an update with
# aubio's. Last it runs scripts/test.sh; the last line is the test runner's.
#
# Builds and tests run in a copy of the files that git would export, in a directory below .build with
# spaces in its name, so that a forgotten quote fails. The copy is kept for the next run.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

case ${1:-} in
'') ;;
-h | --help)
  help
  exit 0
  ;;
*) refuse "$1" ;;
esac

# Lists the files of the working tree that are not ignored, each followed by NUL.
files() {
  if [[ $(git rev-parse --show-toplevel 2>/dev/null) == "$root" ]]; then
    git ls-files -z --cached --others --exclude-standard
  else
    find . -name '.build*' -prune -o -type f -printf '%P\0'
  fi
}

# Updates the copy. Modification times are preserved, so builds in it are incremental.
copy_tree() {
  mkdir -p -- "$1"
  find "$1" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf -- {} +
  files | while IFS= read -r -d '' file; do
    if [[ -e $file ]]; then printf '%s\0' "$file"; fi
  done | tar --create --null --files-from=- | tar --extract --directory "$1"
}

cd -- "$root"
scripts/setup.sh --tests

say "check: format"
scripts/format.sh --check
say "check: scripts"
shellcheck --external-sources scripts/*.sh .ci/run

copy="$root/.build/a copy with spaces"
copy_tree "$copy"
cd -- "$copy"
export HEADSTOCK_STRICT=1

# A build uses two cores only part of the time, and so do the checks of screens and pages. Checks with
# builds of their own therefore run beside them, with a lower priority. `beside NAME` runs the function
# NAME; its output is printed when it has ended.
mkdir -p .build/beside
declare -A running=()
beside() {
  set -m # a process group of its own, so that all of it can be ended
  (
    renice --priority $(($(nice) + 5)) --pid "$BASHPID" >/dev/null
    "$1"
  ) </dev/null >".build/beside/$1.log" 2>&1 &
  running[$1]=$!
  set +m
}
trap 'kill -- "${running[@]/#/-}" 2>/dev/null || true' EXIT

packages() {
  say "check: packages"
  if ((EUID == 0)); then
    scripts/package.sh --check
  else
    scripts/package.sh
    say "check: only root can make a clean root: the packages are made and not installed"
  fi
}
boundaries() {
  say "check: parsers and boundaries under the address sanitizer"
  scripts/sanitize.sh boundaries
  say "check: fuzzing, a short round under the address sanitizer"
  scripts/fuzz.sh --short
}
readers() { scripts/readers.sh; }
beside boundaries
beside readers

say "check: warnings"
swift build --build-tests >&2
say "check: dependency graph"
swift test --skip-build --disable-xctest --filter ArchitectureTests >&2
say "check: documentation"
scripts/documentation.py >&2
say "check: examples"
scripts/examples.sh >&2
say "check: README commands"
scripts/readme.sh --except scripts/test.sh >&2
# Uses the programs that scripts/demo.sh has built.
beside packages
say "check: pictures"
scripts/pictures.py .build/pictures >&2
say "check: the interface"
scripts/api.sh >&2
say "check: kernels"
scripts/kernels.py >&2
say "check: instructions"
scripts/instructions.py >&2
for name in readers packages boundaries; do
  status=0
  wait "${running[$name]}" || status=$?
  unset "running[$name]"
  cat ".build/beside/$name.log" >&2
  if ((status != 0)); then stop 1 "check: $name failed."; fi
done

# Nothing runs beside the measurements below.
say "check: cost of an analysis"
Benchmarks/analyze-cost.py >&2
say "check: cost of an update"
# Times vary: the limits allow for a loaded machine. They still catch costs that instruction counts do
# not show, such as denormals, which make an update many times slower.
cost=(.build/benchmarks/release/detector-cost --detector yin --detector engine
  --detector aubio-yinfast-2048 --check)
"${cost[@]}" --rounds 3 --ratio-limit 2 --worst-limit 5 >&2
# Tests the check itself: this limit must fail.
if "${cost[@]}" --rounds 1 --signal strings --ratio-limit 0.01 >/dev/null 2>&1; then
  stop 1 "check: detector-cost --check passes what must fail."
fi

say "check: tests"
exec scripts/test.sh
