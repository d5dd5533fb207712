#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/examples.sh
#
# Builds the package in Examples, which depends on this one as a stranger's would, and runs each
# example: all lines of its expected.txt must occur in what it prints, in that order.
#
# Exit status: 0 all do, 1 one does not.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

take_no_arguments "$@"

cd -- "$root/Examples"
build=(swift build --scratch-path "$root/.build/examples")
# SwiftPM keeps the list of files of a package that another one depends on: have it looked at again.
rm -f -- "$root"/.build/examples/debug.yaml
"${build[@]}" >&2
products=$("${build[@]}" --show-bin-path)
failed=0
for expected in Sources/*/expected.txt; do
  name=$(basename -- "$(dirname -- "$expected")")
  printed=$("$products/$name") || stop 1 "examples: $name fails."
  rest=$printed
  while IFS= read -r line; do
    case $'\n'$rest$'\n' in
    *$'\n'"$line"$'\n'*) rest=${rest#*"$line"} ;;
    *)
      say "examples: $name does not print \"$line\", or not there. It prints:" "$printed"
      failed=1
      break
      ;;
    esac
  done <"$expected"
  say "examples: $name ran"
done
exit "$failed"
