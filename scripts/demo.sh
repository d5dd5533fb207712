#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/demo.sh
#
# Shows a first result on a new machine: installs what the build needs, builds for release, installs
# recordings of real guitars (MIT licence, from PyPI, 11 MB), and prints the note and the deviation
# of each string of one guitar.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

take_no_arguments "$@"

"$root/scripts/setup.sh"
cd -- "$root"

say "demo: building (the first time takes a few minutes)"
build=(swift build -c release)
if [[ -n ${HEADSTOCK_TESTABLE:-} ]]; then build=(swift build "${options_for_tests[@]}"); fi
"${build[@]}" >&2
products=$("${build[@]}" --show-bin-path)
# `fetch` prints the directory to standard output, and its progress to standard error.
recordings=$("$products/tuner-bench" datasets fetch guitarsounds)

say "" "A steel-string guitar, its six open strings one by one through a microphone:"
"$products/tuner" analyze "$recordings"/Wood_*.wav

cat >&2 <<END

Next, from $root:
  .build/release/tuner analyze YOUR-RECORDING.wav     a WAV, FLAC, MP3, … of your own
  .build/release/tuner analyze --frames --format csv "$recordings/Wood_A5.wav"
  .build/release/tuner analyze --help
END
