#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/test.sh [--products DIRECTORY | --limits] [--without-live]
#                        [--only-computing | --without-computing] [ARGUMENT…]
#
# Installs system packages, readers and recordings for the tests, builds the programs and the tests
# with optimisation, tests `tuner live` (scripts/live.sh), and runs all tests: those of the programs
# in runners of their own, beside the others. With arguments, one runner runs and takes them:
# `scripts/test.sh --filter Tuning` runs a part. Temporary files of the tests are in memory, unless
# TMPDIR names another place. The last line printed is that of the last test runner.
#
#   --products DIRECTORY   the build to test, with all that it needs; installs and builds nothing
#   --without-live         leaves out scripts/live.sh
#   --only-computing       runs only the tests that compute, which no clock disturbs
#   --without-computing    leaves them out
#   --limits               runs only the tests with limits of time that the build of the checks
#                          leaves out, in a build of their own, .build/limits. The limits hold on a
#                          machine that does nothing else

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

live=true with_computing=true with_others=true limits=false products=''
while (($# > 0)); do
  case $1 in
  -h | --help)
    help
    exit 0
    ;;
  --products)
    if (($# < 2)); then stop 2 "test.sh: --products needs a directory."; fi
    products=$(realpath -- "$2") || exit 2
    shift
    ;;
  --without-live) live=false ;;
  --only-computing) live=false with_others=false ;;
  --without-computing) with_computing=false ;;
  --limits) limits=true ;;
  *) break ;;
  esac
  shift
done
if $limits && { [[ -n $products ]] || ! $live || ! $with_computing || ! $with_others || (($# > 0)); }; then
  stop 2 "test.sh: --limits takes no other argument."
fi

cd -- "$root"
trap end_started EXIT
if [[ -z $products ]]; then
  scripts/setup.sh --tests
  scripts/readers.sh
fi

if $limits; then
  # A suite has the name of its file. SwiftPM defines DEBUG for debugging, and Package.swift in the
  # build of the checks.
  suites=$(grep --recursive --files-with-matches --extended-regexp '^ *#if !?DEBUG$' \
    --include='*Tests.swift' Tests | xargs --max-args=1 basename --suffix=.swift | paste -sd '|')
  say "test: building, for the limits of $suites"
  unset HEADSTOCK_TESTABLE
  build=(-c release --scratch-path .build/limits -Xswiftc -enable-testing)
  swift build "${build[@]}" --build-tests >&2
  swift test "${build[@]}" --skip-build --disable-xctest --no-parallel \
    --filter "\.($suites)/" | without_passes
  exit
fi

if [[ -z $products ]]; then
  say "test: building"
  products=$(build_for_tests --build-tests)
  for name in guitarsounds fluidr3 freepats sonic-pi; do
    "$products/tuner-bench" datasets fetch "$name" >&2
  done
fi
tests="$products/HeadstockPackageTests.xctest"
[[ -x $tests ]] || stop 2 "test.sh: there are no tests in $products."
if $live; then scripts/live.sh --products "$products"; fi

# Many tests wait until a file is on the disk. Files in memory take half the time, if there is room.
memory=/dev/shm made=
if [[ -z ${TMPDIR:-} && -w $memory ]] &&
  (($(df --output=avail --block-size=1M "$memory" | tail -n 1) >= 2048)); then
  made=$(mktemp --directory --tmpdir="$memory" headstock-tests-XXXXXX)
  export TMPDIR=$made
  trap 'end_started; rm -rf -- "$made"' EXIT
fi

say "test: running${TMPDIR:+, with temporary files in $TMPDIR}"
export HEADSTOCK_TESTABLE=1
# Runs tests in this shell: `run_tests OPTION…`. The options select them. A runner without the build
# system plans no build, and holds no lock of it.
run_tests() { "$tests" --testing-library swift-testing "$@" </dev/null 2>&1 | without_passes; }
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
# A group also has processes whose parent has ended.
trap '((${#runners[@]} == 0)) || kill -- "${runners[@]/#/-}" 2>/dev/null || true
  end_started
  rm -rf -- ${made:+"$made"}' EXIT
mkdir -p .build
# Starts a runner: `start NAME OPTION…`. The options select its tests.
start() {
  set -m # a process group of its own, in which no signal is ignored
  "$tests" --testing-library swift-testing "${@:2}" </dev/null >".build/$1.log" 2>&1 &
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
