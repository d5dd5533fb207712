#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/test.sh [ARGUMENT…]
#
# Sets the machine up, installs the readers and the recordings that tests measure with, builds, and runs all tests.
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

say "test: running"
exec swift test --skip-build --disable-xctest "$@"
