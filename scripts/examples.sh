#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/examples.sh
#
# Builds the package in Examples, which depends on this one like any other package, and runs each
# example. Its output must contain all lines of its expected.txt, in that order.
#
# Exit status: 0 every example passes, 1 one fails.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

take_no_arguments "$@"

cd -- "$root/Examples"
build=(swift build --scratch-path "$root/.build/examples")
# SwiftPM caches the list of a dependency's files. Without this file it makes the list again.
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
