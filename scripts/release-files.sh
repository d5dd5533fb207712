#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/release-files.sh [DIRECTORY]
#
# Makes every file of a release from this tree in .build/release-files, or in DIRECTORY, and prints
# that directory:
#
#   headstock-VERSION.tar.gz                          the sources
#   headstock-VERSION-linux-MACHINE.tar.gz            the programs
#   headstock-library-VERSION-linux-MACHINE.tar.gz    the C library
#   headstock-page-VERSION.tar.gz                     the web page
#   headstock-VERSION-py3-none-PLATFORM.whl           the Python wheel, with FFTW
#   *.deb                                             the programs, the C library, Python, plugins
#   headstock-VERSION.spdx.json                       the software bill of materials (SPDX 2.3)
#   LICENCES.md                                       an explanation of the licences of each file
#   SHA256SUMS                                        the checksums of all others
#
# It removes the files of an earlier run that its SHA256SUMS lists, and refuses a directory with
# others.
#
# The same commit gives the same bytes in every folder; scripts/release.sh --reproduce checks this.
#
# Exit status: 0 made, 1 a step failed, 2 wrong usage or a tool is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

output=''
case ${1:-} in
-h | --help)
  help
  exit 0
  ;;
-*) refuse "$1" ;;
*) output=${1:-$root/.build/release-files} ;;
esac
if (($# > 1)); then refuse "$2"; fi
output=$(realpath --canonicalize-missing -- "$output")

cd -- "$root"
# Modes and orders of files depend on neither the user nor the language.
umask 022
export LC_ALL=C.UTF-8
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# The versions of Swift packages in the release.
if ! cmp --quiet packaging/Package.resolved Package.resolved; then
  cp -- packaging/Package.resolved Package.resolved
fi
# The directory is emptied only of what this script made.
if [[ $output == "$root/.build/release-files" ]]; then rm -rf -- "$output"; fi
mkdir -p -- "$output"
if [[ -f $output/SHA256SUMS ]]; then
  (cd -- "$output" && sed --quiet 's/^[0-9a-f]* [ *]\([^/]*\)$/\1/p' SHA256SUMS |
    xargs --no-run-if-empty --delimiter='\n' rm -f --)
  rm -f -- "$output/SHA256SUMS"
fi
[[ -z $(ls --almost-all -- "$output") ]] ||
  stop 2 "release-files: $output contains other files. Empty it, or name another directory."
products=$(build_packaged tuner tuner-bench headstock-objects)
cmp --quiet packaging/Package.resolved Package.resolved ||
  stop 1 "release-files: SwiftPM chose other packages than packaging/Package.resolved." \
    "Copy Package.resolved there, run scripts/check.sh, and commit it."
version=$("$products/tuner" --version)

# Packs a directory of $work: `pack NAME DIRECTORY`.
work=$(mktemp --directory)
trap 'rm -rf -- "$work"' EXIT
pack() {
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    --mtime="@$SOURCE_DATE_EPOCH" --directory "$work" "$2" | gzip --no-name --best >"$output/$1"
}

say "release-files: sources and web page"
git archive --format=tar --prefix="headstock-$version/" HEAD | gzip --no-name --best \
  >"$output/headstock-$version.tar.gz"
scripts/web-module.sh
scripts/web-page.sh "$work/headstock-page-$version"
cp -- LICENSE "$work/headstock-page-$version"
pack "headstock-page-$version.tar.gz" "headstock-page-$version"

say "release-files: C library and plugins"
library=$(scripts/library.sh --objects "$products" "$work/headstock-library-$version")
cp -- LICENSE "$work/headstock-library-$version"
pack "headstock-library-$version-linux-$(uname -m).tar.gz" "headstock-library-$version"
scripts/package-library.sh --library "$library" "$output" >&2

say "release-files: programs"
scripts/package.sh --programs "$products" "$output" >&2

say "release-files: wheel"
scripts/library.sh --fftw-inside --objects "$products" "$root/.build/library-fftw" >&2
scripts/wheel.sh --library "$root/.build/library-fftw" "$work/wheel" >&2
cp -- "$work"/wheel/*.whl "$output"

say "release-files: bill of materials and licences"
scripts/bill-of-materials.py "$output" "$version"
(cd -- "$output" && sha256sum -- * >"$work/sums" && mv -- "$work/sums" SHA256SUMS)
printf '%s\n' "$output"
