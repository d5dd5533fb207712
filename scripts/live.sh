#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/live.sh [--products DIRECTORY] [--only PART]…
#
# Tests `tuner live` on sound cards of software (scripts/live.py) and its display in a terminal
# (scripts/display.py). The parts run at the same time, since all of them wait most of the time:
#
#   records   the records of notes and strokes, and how the program ends
#   delays    the times from a pluck to a record and to the screen, and the cost
#   display   the full screen in a terminal
#
#   --products DIRECTORY   the optimised build to test; by default that of scripts/test.sh, which is
#                          made if it is missing or old
#   --only PART            runs this part; may be repeated

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

products=
parts=()
while (($# > 0)); do
  case $1 in
  --products)
    if (($# < 2)); then stop 2 "live.sh: --products needs a directory."; fi
    products=$(realpath -- "$2") || exit 2
    shift 2
    ;;
  --only)
    [[ ${2:-} == @(records|delays|display) ]] || stop 2 "live.sh: --only takes records, delays or display."
    parts+=("$2")
    shift 2
    ;;
  -h | --help)
    help
    exit 0
    ;;
  *) refuse "$1" ;;
  esac
done
((${#parts[@]} > 0)) || parts=(records delays display)

cd -- "$root"
if [[ -z $products ]]; then
  scripts/setup.sh --tests
  products=$(build_for_tests --build-tests)
fi
strings=$("$products/tuner-bench" datasets fetch guitarsounds)

# A program replaces the process of its part. Each run of live.py makes a card of its own.
records() {
  exec scripts/live.py --tuner "$products/tuner" --shared --only heard --only identical --only strum --only endings \
    "E2=$strings/Wood_E6.wav" "A2=$strings/Wood_A5.wav" "D3=$strings/Wood_D4.wav"
}
delays() {
  exec scripts/live.py --tuner "$products/tuner" --shared --only latency --only screen
}
display() {
  # The load makes the cost of a picture useless here, so the check `costs` is left out.
  exec scripts/display.py --only shows --only obeys --only resizes --only restores --only stalls --only speaks \
    --tuner "$products/tuner" "$strings/Wood_E6.wav"
}

say "live: ${parts[*]}"
logs=$(mktemp --directory)
declare -A running=()
trap '((${#running[@]} == 0)) || kill "${running[@]}" 2>/dev/null || true
  rm -rf -- "$logs"' EXIT
for part in "${parts[@]}"; do
  "$part" </dev/null >"$logs/$part" 2>&1 &
  running[$part]=$!
done
failed=()
for part in "${parts[@]}"; do
  wait "${running[$part]}" || failed+=("$part")
  unset "running[$part]"
  cat -- "$logs/$part" >&2
done
if ((${#failed[@]} > 0)); then stop 1 "live: failed: ${failed[*]}."; fi
