#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/examples.sh [--objects DIRECTORY]
#
# Builds the package in Examples, which depends on this one like any other package, and runs each
# example. Its output must contain all lines of its expected.txt, in that order.
#
#   --objects DIRECTORY   resolves the package and compiles only the examples, against the modules
#                         and object files of a release build of this package in DIRECTORY
#
# Exit status: 0 every example passes, 1 one fails, 2 wrong usage.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

objects=''
case ${1:-} in
'') ;;
--objects)
  if (($# != 2)); then stop 2 "examples.sh: --objects needs a directory."; fi
  objects=$(realpath -- "$2")
  ;;
-h | --help)
  help
  exit 0
  ;;
*) refuse "$1" ;;
esac

# Compiles the examples against DIRECTORY's modules and object files: `compile_against DIRECTORY`.
compile_against() {
  local sources name flag map parts=() maps=() flags=() libraries=() options
  options=(-Onone -swift-version 6 -I "$1/Modules" -I "$products")
  for map in "$root"/Sources/*/module.modulemap "$root"/Sources/*/include/module.modulemap \
    "$1"/*.build/module.modulemap; do
    if [[ -f $map ]]; then maps+=(-Xcc "-fmodule-map-file=$map"); fi
  done
  for flag in $(pkg-config --cflags-only-I alsa expat fftw3f sndfile zlib); do
    flags+=(-Xcc "$flag")
  done
  read -ra libraries < <(pkg-config --libs alsa expat fftw3f sndfile zlib)
  # From an archive the linker takes what an example uses, and no other program's main.
  for name in "$root"/Sources/*/; do
    if [[ -d $1/$(basename -- "$name").build ]]; then parts+=("$1/$(basename -- "$name").build"); fi
  done
  find "${parts[@]}" -name '*.o' -print0 | xargs -0 ar rcsT "$products/libheadstock.a"
  swiftc "${options[@]}" -parse-as-library -module-name PluckedString -emit-module \
    -emit-module-path "$products/PluckedString.swiftmodule" -c Sources/PluckedString/*.swift \
    -o "$products/PluckedString.o" >&2
  for sources in Sources/*/main.swift; do
    name=$(basename -- "$(dirname -- "$sources")")
    swiftc "${options[@]}" "${maps[@]}" "${flags[@]}" -module-name "$name" "Sources/$name"/*.swift \
      "$products/PluckedString.o" "$products/libheadstock.a" "${libraries[@]}" \
      -o "$products/$name" >&2
  done
}

cd -- "$root/Examples"
if [[ -n $objects ]]; then
  # Fails if the package names a product that does not exist. Only a build by SwiftPM would also
  # find a module that an example imports without naming its product.
  swift package --scratch-path "$root/.build/examples" show-dependencies >/dev/null
  products="$root/.build/examples/against-objects"
  rm -rf -- "$products"
  mkdir -p -- "$products"
  compile_against "$objects"
else
  build=(swift build --scratch-path "$root/.build/examples")
  # SwiftPM caches the list of a dependency's files. Without this file it makes the list again.
  rm -f -- "$root"/.build/examples/debug.yaml
  "${build[@]}" >&2
  products=$("${build[@]}" --show-bin-path)
fi
failed=0
for expected in Sources/*/expected.txt; do
  name=$(basename -- "$(dirname -- "$expected")")
  printed=$("$products/$name") || stop 1 "examples: $name fails."
  rest=$printed
  while IFS= read -r line; do
    case $'\n'$rest$'\n' in
    *$'\n'"$line"$'\n'*)
      rest=$'\n'$rest$'\n'
      rest=${rest#*$'\n'"$line"$'\n'} rest=${rest%$'\n'}
      ;;
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
