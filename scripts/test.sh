#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/test.sh [ARGUMENT…]
#
# Sets the machine up, installs the readers and the recordings that tests measure with, builds, holds
# `tuner live` to its word on a sound card of software (scripts/live.py) and in a terminal
# (scripts/display.py), and runs all tests.
# Further arguments go to `swift test`, so `scripts/test.sh --filter Tuning` runs a part.
# The last line printed is the test runner's own.

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
swift build --build-tests >&2
products=$(swift build --show-bin-path)
for name in guitarsounds fluidr3 freepats sonic-pi; do
  "$products/tuner-bench" datasets fetch "$name" >&2
done

say "test: live, on a sound card of software"
swift build -c release --product tuner >&2
swift build -c release --product tuner-bench >&2
strings=$("$products/tuner-bench" datasets fetch guitarsounds)
scripts/live.py "E2=$strings/Wood_E6.wav" "A2=$strings/Wood_A5.wav" "D3=$strings/Wood_D4.wav" >&2

say "test: the display, in a terminal"
# What a picture costs is for a machine that does nothing else.
scripts/display.py --only shows --only obeys --only resizes --only restores --only speaks \
  "$strings/Wood_E6.wav" >&2

say "test: running"
# Programs are run as users have them: optimised, which takes a tenth of the time as well.
HEADSTOCK_PROGRAMS=$(swift build -c release --show-bin-path)
export HEADSTOCK_PROGRAMS
swift test --skip-build --disable-xctest "$@" | without_passes
