#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/check.sh [--full]
#
# Runs the checks that every change must pass, on a developer's machine and in CI: format, scripts,
# warnings as errors, pages, examples, the C library and the Python package, the commands of
# README.md, pictures, the interface, the machine code of the kernels, the instructions of an update
# and of a recording of a batch, the web page, a batch that is killed, and scripts/test.sh, which
# also checks the dependency graph. The last line printed is that of the test runner. Each check
# prints its time, and the processor time of the processes that ended during it.
#
# One build serves all checks. It optimises the targets that compute much.
#
#   --full   runs slow checks too, before the tests: days at the practice gate, the packages on a
#            minimal Debian, the wheel in each Python, the plugins in their hosts, the notebook, the
#            nodes of PipeWire, the tests of parsers and boundaries under the address sanitizer, a
#            short round of the fuzzer, kernels and instructions in a build as a client makes it,
#            the processor time of an update, of an analysis and of a batch, and the memory of an
#            analysis
#
# Builds and tests run in a copy of the files that git would export. The copy is in a directory
# below .build with spaces in its name, so that a forgotten quote fails. The next run reuses it.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

full=false
case ${1:-} in
'') ;;
--full) full=true ;;
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

# Names the check that begins, and the seconds that the previous one took.
begin() {
  local spent
  times >"$clock" # not in a subshell, which has no children
  spent=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", 60 * ($1 + $3) + $2 + $4 }' "$clock")
  if [[ -n ${checked:-} ]]; then
    say "check: $checked took $((SECONDS - began)) s, and $((spent - spent_before)) s of processor time"
  fi
  checked=$1 began=$SECONDS spent_before=$spent
  say "check: $1"
}

cd -- "$root"
trap end_started EXIT
mkdir -p .build
clock="$root/.build/processor-time"
scripts/setup.sh --tests

# The check of the scripts uses one core.
begin "format and scripts"
shellcheck --external-sources scripts/*.sh .ci/run &
checked_scripts=$!
scripts/format.sh --check
wait "$checked_scripts" || stop 1 "check: shellcheck finds errors in the scripts."
for usage in 'plugins.sh --library none/none' 'stragglers.py --workers x'; do
  read -ra words <<<"$usage"
  status=0
  "scripts/${words[0]}" "${words[@]:1}" &>/dev/null || status=$?
  ((status == 2)) || stop 1 "check: scripts/$usage ends with $status, not with 2 for wrong usage."
done

copy="$root/.build/a copy with spaces"
copy_tree "$copy"
cd -- "$copy"
export HEADSTOCK_STRICT=1

# A build uses two cores only part of the time. Checks with builds of their own, or that wait for
# the network, therefore run beside it at a lower priority. `beside NAME [NICENESS]` runs the
# function NAME; `await NAME` waits for its end and prints its output.
mkdir -p .build/beside
declare -A running=()
beside() {
  set -m # a process group of its own, so that all of it can be ended
  (
    renice --priority $(($(nice) + ${2:-5})) --pid "$BASHPID" >/dev/null
    TIMEFORMAT="check: beside others, ${1//_/ } took %0R s, and %0U s of processor time"
    time "$1"
  ) </dev/null >".build/beside/$1.log" 2>&1 &
  running[$1]=$!
  set +m
}
await() {
  local status=0
  wait "${running[$1]}" || status=$?
  unset "running[$1]"
  cat ".build/beside/$1.log" >&2
  if ((status != 0)); then stop 1 "check: $1 failed."; fi
}
# A group also has processes whose parent has ended.
trap '((${#running[@]} == 0)) || kill -- "${running[@]/#/-}" 2>/dev/null || true
  end_started' EXIT

readers() { scripts/readers.sh; }
contestants() { scripts/contestants.sh; }
web_module() { scripts/web-module.sh && scripts/web-page.sh; }
beside readers
beside web_module
beside contestants

begin "warnings"
products=$(build_for_tests --build-tests)
await readers
await contestants
await web_module

examples() {
  # The full check builds them as a client does.
  if $full; then scripts/examples.sh; else scripts/examples.sh --objects "$products"; fi
}
interfaces() { scripts/interfaces.sh --objects "$products"; }
web_readings() {
  scripts/web-readings.mjs "$products/tuner" "$recordings" "$samples" >&2
  if $full; then scripts/web-memory.mjs >&2; else scripts/web-memory.mjs --short >&2; fi
}
page_that_listens() {
  # The full check ran all checks of the page before.
  $full || scripts/web-browser.py --short --listening --tuner "$products/tuner" >&2
}
records_on_a_sound_card() { scripts/live.sh --products "$products" --only records; }
display() { scripts/live.sh --products "$products" --only display; }
other_pages() {
  $full || scripts/web-browser.py --short --not-listening --tuner "$products/tuner" >&2
  scripts/analysis-page.py --tuner "$products/tuner" >&2
}
# Linux divides the processor between sessions first, then between the processes of each. A session
# with the lowest weight takes only time that nothing else wants. In the session of the checks that
# measure delays, not even the lowest priority of a process does that.
tests_that_compute() {
  # shellcheck disable=SC2016 # the arguments of the shell in the new session
  setsid --wait bash -c '
    echo 19 2>/dev/null >/proc/self/autogroup || true # without such groups, the priority is enough
    # A process in the background ignores SIGINT, which some tests send.
    exec nice -n 19 env --default-signal=INT,QUIT "$@"' bash scripts/test.sh --products "$products" \
    --only-computing &
  local session=$!
  # shellcheck disable=SC2064 # the number of now
  trap "kill -- -$session 2>/dev/null || true" EXIT
  wait "$session"
}
readme() {
  local leave_out=(--except scripts/test.sh --except scripts/contestants.sh)
  # The comparison of detectors on synthetic sets takes most of the time. That on recordings
  # remains.
  if ! $full; then
    # shellcheck disable=SC2016 # the line of README.md, not its expansion
    leave_out+=(--except
      '.build/release/tuner-bench compare --sets string,missing,unvoiced --pitch partial $peers')
  fi
  HEADSTOCK_TESTABLE=1 scripts/readme.sh "${leave_out[@]}"
  scripts/readme-figures.py "$products/tuner-bench" >&2
}
# The pictures, the README's commands and the tests use them at the same time.
recordings=$("$products/tuner-bench" datasets fetch guitarsounds)
samples=$("$products/tuner-bench" datasets fetch fluidr3)
for name in freepats sonic-pi; do "$products/tuner-bench" datasets fetch "$name" >&2; done
beside examples
beside interfaces
beside readme
beside web_readings
begin "documentation"
scripts/documentation.py >&2
begin "pictures"
scripts/pictures.py .build/pictures >&2
begin "commits that the walks of a maintainer name"
commits=$(grep --only-matching --extended-regexp '\b[0-9a-f]{8}\b' docs/maintaining.md) ||
  stop 1 "check: docs/maintaining.md names no commit."
if [[ $(git rev-parse --is-shallow-repository) == false ]]; then
  while IFS= read -r commit; do
    git merge-base --is-ancestor "$commit" HEAD ||
      stop 1 "check: docs/maintaining.md names $commit, which is not in the history."
  done <<<"$commits"
else
  say "check: this clone has only a part of the history: the commits are not checked"
fi
begin "the interface"
scripts/api.sh --products "$products" >&2
scripts/formats.py "$products/tuner" >&2
# The full check builds them as a client does.
modules=()
if ! $full; then
  modules=(--objects "$products")
fi
begin "kernels"
scripts/benchmarks.py --check >&2
scripts/kernels.py "${modules[@]}" >&2
scripts/lazy_globals.py "${modules[@]}" >&2
begin "instructions"
scripts/instructions.py "${modules[@]}" >&2
scripts/batch-cost.py check --program "$products/tuner" >&2
begin "a batch that is killed"
scripts/batch-kills.py --program "$products/tuner" 2000 8 >&2
begin "README commands"
await readme
begin "examples"
await examples
begin "C library and Python package"
await interfaces
begin "readings in the web module"
await web_readings

if $full; then
  begin "days at the practice gate"
  scripts/gate-days.py --program "$products/tuner" >&2
  begin "packages"
  if ((EUID == 0)); then
    scripts/package.sh --check
    scripts/package-library.sh --check
  else
    scripts/package.sh
    scripts/package-library.sh
    say "check: only root can make a clean root: the packages are made and not installed"
  fi
  begin "processor time of a batch"
  packaged=$(build_packaged_in "$copy" tuner) # what package.sh built
  scripts/batch-cost.py time --program "$packaged/tuner" >&2
  # The check must fail for an impossible limit; otherwise it could not fail at all.
  if scripts/batch-cost.py time --program "$packaged/tuner" --rounds 1 --limit 0.01 >/dev/null 2>&1; then
    stop 1 "check: batch-cost.py time passes what must fail."
  fi
  begin "wheel and plugins"
  HEADSTOCK_TUNER="$products/tuner" HEADSTOCK_RECORDINGS="$recordings" scripts/wheel.sh --check
  scripts/plugins.sh --check --tuner "$products/tuner"
  begin "notebooks"
  scripts/notebook.sh --library .build/library --bench "$products/tuner-bench"
  begin "cost from Python"
  LD_LIBRARY_PATH=.build/library/lib PYTHONPATH=python .build/notebook-tools/bin/python \
    Benchmarks/python-cost.py "$products/tuner" --check >&2
  begin "nodes of PipeWire"
  scripts/pipewire.sh "$products/tuner"
  begin "web page for ten minutes and in Firefox, and the cost of its module"
  scripts/web-browser.py --minutes 10 --tuner "$products/tuner" >&2
  scripts/web-cost.py "$products/tuner" --chromium --check >&2
  scripts/web-cost.py "$products/tuner" --chromium --strum --check >&2
  scripts/virtual-card.sh scripts/web-firefox.py >&2
  begin "memory of an analysis"
  scripts/memory.py "$products/tuner" --hours 0.5 >&2
  begin "cost of an analysis"
  Benchmarks/analyze-cost.py >&2
  begin "cost of an update"
  # Processor time varies with the load. The limits allow for that, but still find what instruction
  # counts do not show: denormals, for example, make an update many times slower.
  cost=(.build/benchmarks/release/detector-cost --detector yin --detector engine
    --detector aubio-yinfast-2048 --check)
  "${cost[@]}" --rounds 3 --ratio-limit 2 --worst-limit 5 >&2
  # The check must fail for an impossible limit; otherwise it could not fail at all.
  if "${cost[@]}" --rounds 1 --signal strings --ratio-limit 0.01 >/dev/null 2>&1; then
    stop 1 "check: detector-cost --check passes what must fail."
  fi
  begin "parsers and boundaries under the address sanitizer"
  scripts/sanitize.sh boundaries
  begin "fuzzing, a short round under the address sanitizer"
  scripts/fuzz.sh --short
fi

# What follows waits for sounds, most of the time. Browsers on a busy machine lose samples, and
# delays are longer, so the page that listens and the delays follow each other. The records, the
# display and tests with the lowest weight disturb them little; more browsers would.
beside tests_that_compute
beside records_on_a_sound_card 0
beside display 0
begin "the web page that listens"
page_that_listens
begin "delays on a sound card"
scripts/live.sh --products "$products" --only delays
begin "records on a sound card"
await records_on_a_sound_card
begin "the display"
await display
begin "tests that compute"
await tests_that_compute
beside other_pages
begin "other tests"
say "check: $SECONDS s so far"
status=0
scripts/test.sh --products "$products" --without-live --without-computing |
  hold_last_line .build/last-line-of-tests || status=$?
await other_pages
cat .build/last-line-of-tests
if ((status != 0)); then exit "$status"; fi
