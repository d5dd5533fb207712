#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/release.sh [--dry-run] [--skip-checks] VERSION
#        scripts/release.sh --reproduce [--folders ONE TWO] [REVISION]
#
# Makes a release in a clone, .build/release/VERSION/source, so that a failed step changes nothing
# in this repository. The script
#
#   1. runs the checks of scripts/check.sh --full on this tree
#   2. sets the version in all its places, and the date in CHANGELOG.md
#   3. writes the lists of interfaces and the sample files of this version, which the checks of
#      later releases use
#   4. commits, and builds all files with scripts/release-files.sh in .build/release/VERSION/files
#   5. fast-forwards this repository to the commit, and tags it; it pushes nothing
#
#   --dry-run       stops before step 5
#   --skip-checks   skips step 1, for a commit that has already passed
#   --reproduce     makes the files of REVISION, HEAD by default, in two folders, and compares bytes
#   --folders       builds in these two folders and keeps them; the default is two temporary
#                   folders, which are removed
#
# Exit status: 0 done, or all files equal; 1 a step failed, or files differ; 2 the release was
# refused: wrong usage, changes that are not committed, a version that exists, no publisher in
# packaging/publisher.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

dry=false checks=true reproduce=false folders=() word=''
while (($# > 0)); do
  case $1 in
  --dry-run) dry=true ;;
  --skip-checks) checks=false ;;
  --reproduce) reproduce=true ;;
  --folders)
    if (($# < 3)); then stop 2 "release.sh: --folders needs two directories."; fi
    folders=("$(realpath --canonicalize-missing -- "$2")" "$(realpath --canonicalize-missing -- "$3")")
    shift 2
    ;;
  -h | --help)
    help
    exit 0
    ;;
  -*) refuse "$1" ;;
  *)
    if [[ -n $word ]]; then refuse "$1"; fi
    word=$1
    ;;
  esac
  shift
done
cd -- "$root"

# MARK: - Reproducible builds

if $reproduce; then
  revision=$(git rev-parse --verify --quiet "${word:-HEAD}^{commit}") ||
    stop 2 "release.sh: there is no revision \"$word\"."
  if ((${#folders[@]} == 0)); then
    temporary=$(mktemp --directory)
    trap 'rm -rf -- "$temporary"' EXIT
    folders=("$temporary/one" "$temporary/another folder/with a longer name")
  fi
  for folder in "${folders[@]}"; do
    if [[ ! -e $folder/.git ]]; then git clone --quiet -- "$root" "$folder"; fi
    git -C "$folder" fetch --quiet -- "$root" "$revision"
    git -C "$folder" checkout --quiet --detach "$revision"
    say "release: making the files in $folder"
    "$folder/scripts/release-files.sh" >&2
  done
  sums=("${folders[@]/%//.build/release-files/SHA256SUMS}")
  if ! diff -- "${sums[@]}" >&2; then stop 1 "release: the files above differ."; fi
  say "release: $(wc --lines <"${sums[0]}") files of $revision have the same bytes in both folders"
  cat -- "${sums[0]}"
  exit
fi

# MARK: - Preconditions

version=$word
[[ $version =~ ^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] ||
  stop 2 "release.sh: \"$version\" is no version such as 1.0.0. See: scripts/release.sh --help"
current=$(sed -n 's/.*version = "\(.*\)"$/\1/p' Sources/Terminal/Release.swift)
if [[ $(printf '%s\n' "$current" "$version" | sort --version-sort | head --lines=1) != "$current" ]]; then
  stop 2 "release.sh: $version is before $current, the version of this tree."
fi
if [[ -n $(git status --porcelain) ]]; then
  stop 2 "release.sh: there are changes that are not committed. Commit or stash them:" \
    "$(git status --short)"
fi
if git rev-parse --quiet --verify "refs/tags/$version" >/dev/null; then
  stop 2 "release.sh: the tag $version exists."
fi
for key in email domain; do
  value=$(publisher "$key")
  if [[ $value == *invalid || $value == *example || $value != *.* ]]; then
    stop 2 "release.sh: packaging/publisher has $key=$value, which nobody has." \
      "Write those of the publisher there, and commit."
  fi
done
# The entries of the next release.
entries=$(sed -n '/^## \[Unreleased\]/,/^## \[[0-9]/{ /^## /!p; }' CHANGELOG.md)
if [[ -z ${entries//[$' \n']/} ]]; then
  stop 2 "release.sh: CHANGELOG.md has no entries below Unreleased."
fi

# MARK: - The checks

if $checks; then scripts/check.sh --full; fi

# MARK: - The commit

place="$root/.build/release/$version"
source="$place/source"
# An existing clone and its build are reused.
if [[ ! -d $source/.git ]]; then git clone --quiet -- "$root" "$source"; fi
git -C "$source" fetch --quiet -- "$root" HEAD
git -C "$source" checkout --quiet --force --detach FETCH_HEAD
git -C "$source" clean --quiet -d --force
cd -- "$source"
date=$(date --utc +%F)

sed --in-place "s/version = \"$current\"/version = \"$version\"/" Sources/Terminal/Release.swift
sed --in-place "s/^#define HEADSTOCK_VERSION .*/#define HEADSTOCK_VERSION \"$version\"/" \
  Sources/CHeadstock/include/headstock.h
scripts/header.py write >&2
sed --in-place "s/^## \[Unreleased\]$/&\n\n## [$version] - $date/" CHANGELOG.md
metainfo=packaging/desktop/tuner.metainfo.xml.in
sed --in-place --expression='/<release .*type="development"/d' \
  --expression="s|^  <releases>$|&\n    <release version=\"$version\" date=\"$date\"/>|" "$metainfo"

cp -- packaging/Package.resolved Package.resolved
products=$(build_packaged_in "$source" tuner tuner-bench headstock-objects)
# An incompatible change needs a new major version, or a new minor version of 0.x.
if ! scripts/interface.py check --products "$products"; then
  same=${current%.*}
  if [[ $version != 0.* ]]; then same=${current%%.*}; fi
  if [[ $version == "$same".* ]]; then
    stop 1 "release: $version must not break what $current offered (docs/stability.md)."
  fi
fi
scripts/interface.py write --products "$products"
scripts/formats.py write "$products/tuner"
scripts/formats.py "$products/tuner"
git add --all
git commit --quiet --message="Release $version"

# MARK: - The files

{
  printf 'Headstock %s\n' "$version"
  printf '%s\n' "$entries"
} >"$place/tag.txt"
scripts/release-files.sh "$place/files" >&2
(cd -- "$place/files" && sha256sum --check --quiet SHA256SUMS)
say "release: $version is made: $place/files, and the text of the tag in $place/tag.txt"
if $dry; then
  say "release: a dry run: no commit and no tag is made here"
  exit
fi

cd -- "$root"
git fetch --quiet -- "$source" HEAD
git merge --quiet --ff-only FETCH_HEAD
git tag --annotate --cleanup=whitespace --file="$place/tag.txt" "$version"
say "release: committed and tagged. Look at both, then: git push --follow-tags" \
  "Publish all of $place/files with the text of the tag."
