#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/live.sh
#
# Tests `tuner live` on a sound card of software (scripts/live.py) and, at the same time, its display
# in a terminal (scripts/display.py), with the build and the recordings of scripts/test.sh. Both wait
# for most of the time.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"
take_no_arguments "$@"

"$root/scripts/setup.sh" --tests
cd -- "$root"
products=$(build_for_tests --build-tests)
strings=$("$products/tuner-bench" datasets fetch guitarsounds)

say "live: on a sound card of software, and beside it the display, in a terminal"
# The load makes the cost of a picture useless here, so the check `costs` is left out.
scripts/display.py --only shows --only obeys --only resizes --only restores --only stalls --only speaks \
  "$strings/Wood_E6.wav" >.build/display.log 2>&1 &
display=$!
trap 'kill "$display" 2>/dev/null || true' EXIT
scripts/live.py --shared "E2=$strings/Wood_E6.wav" "A2=$strings/Wood_A5.wav" "D3=$strings/Wood_D4.wav" >&2
status=0
wait "$display" || status=$?
trap - EXIT
cat .build/display.log >&2
if ((status != 0)); then stop 1 "live: the display failed."; fi
