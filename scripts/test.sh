#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/test.sh [ARGUMENT…]
#
# Installs system packages, readers and recordings for the tests, builds the programs and the tests
# with optimisation, tests `tuner live` on a software sound card (scripts/live.py) and in a terminal
# (scripts/display.py), and runs all tests: those of each program in a runner of their own, beside
# the others. With arguments, one runner runs; the arguments go to `swift test`: `scripts/test.sh
# --filter Tuning` runs a part. Temporary files of the tests are in memory, unless TMPDIR names another
# place. The last line printed is that of the last test runner.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

case ${1:-} in
-h | --help)
  help
  exit 0
  ;;
esac

"$root/scripts/setup.sh" --tests
cd -- "$root"
scripts/readers.sh

say "test: building"
products=$(build_for_tests --build-tests)
for name in guitarsounds fluidr3 freepats sonic-pi; do
  "$products/tuner-bench" datasets fetch "$name" >&2
done
strings=$("$products/tuner-bench" datasets fetch guitarsounds)

say "test: live, on a sound card of software, and beside it the display, in a terminal"
# Both wait for most of the time, so they run at once. That load makes the cost of a picture useless
# here, so the check `costs` is left out.
scripts/display.py --only shows --only obeys --only resizes --only restores --only stalls --only speaks \
  "$strings/Wood_E6.wav" >.build/display.log 2>&1 &
display=$!
trap 'kill "$display" 2>/dev/null || true' EXIT
scripts/live.py --shared "E2=$strings/Wood_E6.wav" "A2=$strings/Wood_A5.wav" "D3=$strings/Wood_D4.wav" >&2
status=0
wait "$display" || status=$?
trap - EXIT
cat .build/display.log >&2
if ((status != 0)); then stop 1 "test: the display failed."; fi

# Many tests wait until a file is on the disk. Files in memory take half the time, if there is room.
memory=/dev/shm made=
if [[ -z ${TMPDIR:-} && -w $memory ]] &&
  (($(df --output=avail --block-size=1M "$memory" | tail -n 1) >= 2048)); then
  made=$(mktemp --directory --tmpdir="$memory" headstock-tests-XXXXXX)
  export TMPDIR=$made
  trap 'rm -rf -- "$made"' EXIT
fi

say "test: running${TMPDIR:+, with temporary files in $TMPDIR}"
export HEADSTOCK_TESTABLE=1
run_tests() { swift test -c release --skip-build --disable-xctest "$@" | without_passes; }
if (($# > 0)); then
  run_tests "$@"
  exit
fi

# The tests of a program wait most of the time: for a recording that plays, a server or a signal. On
# two cores a runner starts two tests at once, so all others would wait too.
programs=(TunerCommandTests BenchCommandTests)
declare -A runners=()
trap '((${#runners[@]} == 0)) || kill -- "${runners[@]/#/-}" 2>/dev/null || true
  rm -rf -- ${made:+"$made"}' EXIT
set -m # a process group of its own, in which no signal is ignored
for program in "${programs[@]}"; do
  "$products/HeadstockPackageTests.xctest" --testing-library swift-testing \
    --filter "^$program\\." </dev/null >".build/$program.log" 2>&1 &
  runners[$program]=$!
done
set +m
# The last line waits for the other runners.
others="^($(IFS='|' && printf '%s' "${programs[*]}"))\\."
run_tests --skip "$others" |
  awk 'NR > 1 { print last; fflush() } { last = $0 } END { print last >".build/last-line" }' ||
  status=$?
for program in "${programs[@]}"; do
  wait "${runners[$program]}" || status=$?
  unset "runners[$program]"
  without_passes <".build/$program.log"
done
cat .build/last-line
exit "$status"
