#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/test.sh [--without-live] [--only-computing | --without-computing] [ARGUMENT…]
#
# Installs system packages, readers and recordings for the tests, builds the programs and the tests
# with optimisation, tests `tuner live` (scripts/live.sh), and runs all tests: those of the programs
# in runners of their own, beside the others. With arguments, one runner runs; the arguments go to
# `swift test`: `scripts/test.sh --filter Tuning` runs a part. Temporary files of the tests are in
# memory, unless TMPDIR names another place. The last line printed is that of the last test runner.
#
#   --without-live        leaves out scripts/live.sh
#   --only-computing      runs only the tests that compute, which no clock disturbs
#   --without-computing   leaves them out

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

live=true with_computing=true with_others=true
while (($# > 0)); do
  case $1 in
  -h | --help)
    help
    exit 0
    ;;
  --without-live) live=false ;;
  --only-computing) live=false with_others=false ;;
  --without-computing) with_computing=false ;;
  *) break ;;
  esac
  shift
done

"$root/scripts/setup.sh" --tests
cd -- "$root"
scripts/readers.sh

say "test: building"
products=$(build_for_tests --build-tests)
for name in guitarsounds fluidr3 freepats sonic-pi; do
  "$products/tuner-bench" datasets fetch "$name" >&2
done
if $live; then scripts/live.sh --products "$products"; fi

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
# two cores a runner starts two tests at once, so all others would wait too. So do tests that
# compute, beside tests that wait for a file, a lock or a process. Those of `tuner-bench` compute,
# in processes of their own. Two suites of them are with those of sessions instead, because the
# programs that they run take real-time priority.
bench='^BenchCommandTests\.(?!Service|Soak)'
computing='^(PitchDetection|SignalProcessing|TunerPipeline|OfflineAnalysis|PracticeGate|Benchmarking'
computing+='|Architecture|Recordings|AudioFile|TunerAnalysis|WebTuner|TestSignals)Tests\.'
programs='^(TunerCommandTests|BenchCommandTests)\.'
analyses='^TunerCommandTests\.(Analyze|Check)'
sessions='^(TunerCommandTests\.(LiveRecording|LiveSaving|Report|Serve)|BenchCommandTests\.(Service|Soak))'
live_tests='^TunerCommandTests\.(Live(?!Recording|Saving)|Interruption)'

declare -A runners=()
trap '((${#runners[@]} == 0)) || kill -- "${runners[@]/#/-}" 2>/dev/null || true
  rm -rf -- ${made:+"$made"}' EXIT
# Starts a runner: `start NAME OPTION…`. The options select its tests.
start() {
  set -m # a process group of its own, in which no signal is ignored
  "$products/HeadstockPackageTests.xctest" --testing-library swift-testing "${@:2}" \
    </dev/null >".build/$1.log" 2>&1 &
  runners[$1]=$!
  set +m
}

if $with_computing; then start tests-of-tuner-bench --filter "$bench"; fi
last=(--filter "$computing") # the tests of the last runner
if $with_others; then
  start tests-of-analyses --filter "$analyses"
  start tests-of-sessions --filter "$sessions"
  start tests-of-tuner-live --filter "$live_tests"
  start tests-of-tuner --filter '^TunerCommandTests\.' --skip "$analyses" --skip "$sessions" \
    --skip "$live_tests"
  if $with_computing; then start tests-that-compute "${last[@]}"; fi
  last=(--skip "$programs" --skip "$computing")
fi
# The last line waits for the other runners.
status=0
run_tests "${last[@]}" | hold_last_line .build/last-line || status=$?
for name in "${!runners[@]}"; do
  wait "${runners[$name]}" || status=$?
  unset "runners[$name]"
  without_passes <".build/$name.log" || status=$?
done
cat .build/last-line
exit "$status"
