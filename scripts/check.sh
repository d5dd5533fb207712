#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/check.sh
#
# The gate, the same for people and for CI: format, scripts, warnings as errors, the dependency
# graph, pages and examples, the commands of README.md, the kernels' machine code, what an update costs
# in instructions; beside them packages on a clean root, and under the address sanitizer the tests of
# parsers and boundaries and a short round of the fuzzer; then what an update costs against aubio, and
# at the end scripts/test.sh, whose last line is the test runner's own.
#
# Builds and tests run in a copy of what git would hand out, in a directory with spaces in its name
# below .build, so that a forgotten quote fails here. It stays for the next run.

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

# The files of the working tree that are not ignored, NUL after each.
files() {
  if [[ $(git rev-parse --show-toplevel 2>/dev/null) == "$root" ]]; then
    git ls-files -z --cached --others --exclude-standard
  else
    find . -name '.build*' -prune -o -type f -printf '%P\0'
  fi
}

# Brings the copy up to date; modification times stay, so that the builds in it stay incremental.
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

# A build keeps two cores busy for a part of its time, and so does what waits for screens and pages.
# What needs builds of its own runs beside all that, a little behind it, and what it prints comes when
# it is over: `beside NAME` runs the function of that name.
mkdir -p .build/beside
declare -A running=()
beside() {
  set -m # a group of its own, to be ended whole
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
    say "check: whoever is not root can't make a clean root: the packages are made and not installed"
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
# Of the programs that scripts/demo.sh has built there.
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

# From here on nothing runs beside what is measured.
say "check: cost of an analysis"
Benchmarks/analyze-cost.py >&2
say "check: cost of an update"
# Seconds are not counts: the limits are loose enough for a loaded machine, and tight enough for what
# instructions don't show, such as denormals, which make an update many times slower.
cost=(.build/benchmarks/release/detector-cost --detector yin --detector engine
  --detector aubio-yinfast-2048 --check)
"${cost[@]}" --rounds 3 --ratio-limit 2 --worst-limit 5 >&2
# The canary: a gate that lets this through would let anything through.
if "${cost[@]}" --rounds 1 --signal strings --ratio-limit 0.01 >/dev/null 2>&1; then
  stop 1 "check: detector-cost --check passes what must fail."
fi

say "check: tests"
exec scripts/test.sh
