#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/live.sh [--products DIRECTORY]
#
# Tests `tuner live` on a sound card of software (scripts/live.py) and, at the same time, its
# display in a terminal (scripts/display.py). Both wait for most of the time.
#
#   --products DIRECTORY   the optimised build to test; by default that of scripts/test.sh, which is
#                          made if it is missing or old

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

products=
case ${1:-} in
'') ;;
--products) products=${2:?a directory is missing} ;;
-h | --help)
  help
  exit 0
  ;;
*) refuse "$1" ;;
esac

cd -- "$root"
if [[ -z $products ]]; then
  scripts/setup.sh --tests
  products=$(build_for_tests --build-tests)
fi
strings=$("$products/tuner-bench" datasets fetch guitarsounds)

say "live: on a sound card of software, and beside it the display, in a terminal"
# The load makes the cost of a picture useless here, so the check `costs` is left out.
scripts/display.py --only shows --only obeys --only resizes --only restores --only stalls --only speaks \
  --tuner "$products/tuner" "$strings/Wood_E6.wav" >.build/display.log 2>&1 &
display=$!
trap 'kill "$display" 2>/dev/null || true' EXIT
scripts/live.py --tuner "$products/tuner" --shared "E2=$strings/Wood_E6.wav" "A2=$strings/Wood_A5.wav" "D3=$strings/Wood_D4.wav" >&2
status=0
wait "$display" || status=$?
trap - EXIT
cat .build/display.log >&2
if ((status != 0)); then stop 1 "live: the display failed."; fi
