#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/api.sh [--products DIRECTORY] [REVISION]
#
# Compares the interface with that of the last release, and fails if a part of it was removed or
# changed: public declarations of the products, commands with their options and exit statuses, and
# names of the Python package. scripts/interface.py compares them with the lists in
# packaging/interface, which need no tags and no history. docs/stability.md says what may change.
#
# With REVISION, the compiler compares the products as both revisions build them. This takes long,
# and also finds changes that a list of declarations does not show.
#
#   --products DIRECTORY   the optimised build to read; by default that of scripts/test.sh
#
# Exit status: 0 nothing was removed or changed, 1 a part was, 2 wrong usage.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

revision='' products=()
while (($# > 0)); do
  case $1 in
  --products)
    if (($# < 2)); then stop 2 "api.sh: --products needs a directory."; fi
    products=(--products "$2")
    shift
    ;;
  -h | --help)
    help
    exit 0
    ;;
  -*) refuse "$1" ;;
  *)
    if [[ -n $revision ]]; then refuse "$1"; fi
    revision=$1
    ;;
  esac
  shift
done

if [[ -z $revision ]]; then exec "$root/scripts/interface.py" check "${products[@]}"; fi
cd -- "$root"
git rev-parse --quiet --verify "$revision^{commit}" >/dev/null ||
  stop 2 "api.sh: there is no revision \"$revision\". See: git tag"
say "api: comparing with $revision"
swift package --scratch-path .build/api diagnose-api-breaking-changes "$revision" ||
  stop 1 "api: this breaks programs that were written for $revision." \
    "Keep the old name beside the new one, or raise the version as docs/stability.md has it."
