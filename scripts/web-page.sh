#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/web-page.sh [DIRECTORY]
#
# Builds the web page: one folder of static files, DIRECTORY, .build/web/page by default. It copies
# the files of web/ and the module .build/web/headstock.wasm, and writes the list of files and their
# version into the service worker. If the module is missing, scripts/web-module.sh builds it. It
# removes the files of an earlier page that its service worker lists. Other files in DIRECTORY stay.
#
# Exit status: 0 the page is built; otherwise that of scripts/web-module.sh.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

page=''
take_arguments '' '' page "$@"
page=$(realpath --canonicalize-missing -- "${page:-$root/.build/web/page}")
module="$root/.build/web/headstock.wasm"
if [[ ! -f $module ]]; then "$root/scripts/web-module.sh"; fi

# The page is made apart, because DIRECTORY may contain files of others, as the root of a web
# server.
work=$(mktemp --directory)
trap 'rm -rf -- "$work"' EXIT
cp -R -- "$root/web/." "$module" "$work"
cd -- "$work"
mapfile -t files < <(find . -type f ! -name service-worker.js | LC_ALL=C sort)
version=$(sha256sum -- "${files[@]}" service-worker.js | sha256sum | cut -c 1-16)
# The folder's own address is index.html.
list=$(printf "'%s', " ./ "${files[@]}")
sed -i -e "s|@VERSION@|$version|" -e "s|'@FILES@'|${list%, }|" service-worker.js
mkdir -p -- "$page"
if [[ -f $page/service-worker.js ]]; then
  while IFS= read -r file; do
    case "$file/" in
    */../*) ;; # no file of a page
    ./?*/) rm -f -- "$page/$file" ;;
    esac
  done < <(sed -n 's/^const FILES = //p' "$page/service-worker.js" | grep --only-matching "'[^']*'" |
    tr --delete "'")
fi
cp -R -- "$work/." "$page"
say "web-page: ${#files[@]} files, version $version, in $page"
