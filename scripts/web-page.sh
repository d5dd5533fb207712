#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/web-page.sh [DIRECTORY]
#
# Builds the web page: one folder of static files, DIRECTORY, .build/web/page by default. It copies
# the files of web/ and the module .build/web/headstock.wasm, and writes the list of files and their
# version into the service worker. If the module is missing, scripts/web-module.sh builds it.
#
# Exit status: 0 the page is built; otherwise that of scripts/web-module.sh.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

case ${1:-} in
-h | --help)
  help
  exit 0
  ;;
-*) refuse "$1" ;;
esac

page=${1:-$root/.build/web/page}
module="$root/.build/web/headstock.wasm"
if [[ ! -f $module ]]; then "$root/scripts/web-module.sh"; fi

mkdir -p -- "$page"
find "$page" -mindepth 1 -delete
cp -R -- "$root/web/." "$module" "$page"
cd -- "$page"
mapfile -t files < <(find . -type f ! -name service-worker.js | LC_ALL=C sort)
version=$(sha256sum -- "${files[@]}" service-worker.js | sha256sum | cut -c 1-16)
# The folder's own address is index.html.
list=$(printf "'%s', " ./ "${files[@]}")
sed -i -e "s|@VERSION@|$version|" -e "s|'@FILES@'|${list%, }|" service-worker.js
say "web-page: ${#files[@]} files, version $version, in $page"
