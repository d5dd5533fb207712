#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/api.sh [REVISION]
#
# Lists the changes since REVISION, or else since the newest tag, for programs that import the
# products. Fails when a declaration that they may use is gone or different. The compiler compares
# the products as both revisions build them. Without a tag there is no interface to compare with.
#
# Exit status: 0 no declaration broke, or there is no release yet; 1 one did; 2 wrong usage.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

revision=''
case ${1:-} in
-h | --help)
  help
  exit 0
  ;;
-*) refuse "$1" ;;
*) revision=${1:-} ;;
esac
if (($# > 1)); then refuse "$2"; fi

cd -- "$root"
if [[ -z $revision ]]; then
  revision=$(git describe --tags --abbrev=0 2>/dev/null || true)
  if [[ -z $revision ]]; then
    say "api: there is no release yet to compare with"
    exit 0
  fi
fi
git rev-parse --quiet --verify "$revision^{commit}" >/dev/null ||
  stop 2 "api.sh: there is no revision \"$revision\". See: git tag"
say "api: comparing with $revision"
swift package --scratch-path .build/api diagnose-api-breaking-changes "$revision" ||
  stop 1 "api: this breaks programs that were written for $revision." \
    "Keep the old name beside the new one, or raise the version as docs/maintaining.md has it."
