#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/library.sh [--fftw-inside] [--objects DIRECTORY] [DIRECTORY]
#
# Makes the C library in .build/library, or in DIRECTORY, and prints that directory:
#
#   include/headstock.h
#   lib/libheadstock.so.0.VERSION, with the links libheadstock.so.0 and libheadstock.so
#   lib/libheadstock.a
#   lib/pkgconfig/headstock.pc
#
# It removes these files of an earlier run. Other files in DIRECTORY stay.
#
# Both libraries contain Swift's runtime, and export only the functions of headstock.h. They need
# FFTW, libstdc++ and the C library.
#
#   --fftw-inside         includes FFTW, separate from an FFTW of the program. The library is then
#                         under the GPL, version 2 or later, as FFTW is
#   --objects DIRECTORY   takes libheadstock-objects.a from there instead of building it
#
# Exit status: 0 made, 1 a check failed, 2 wrong usage or a tool is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

fftw_inside=false objects='' output=''
take_arguments --fftw-inside --objects output "$@"
output=$(realpath --canonicalize-missing -- "${output:-$root/.build/library}")

require_commands swiftc ld objcopy strip ar nm pkg-config python3

cd -- "$root"
if [[ -z $objects ]]; then objects=$(build_packaged headstock-objects); fi
archive="$objects/libheadstock-objects.a"
[[ -f $archive ]] || stop 2 "library.sh: there is no $archive. Build the product headstock-objects."
version=$(sed -n 's/^#define HEADSTOCK_VERSION "\(.*\)"$/\1/p' Sources/CHeadstock/include/headstock.h)
major=0 # of the binary interface; raised when a line of packaging/library/abi.txt goes or changes

work=$(mktemp --directory)
trap 'rm -rf -- "$work"' EXIT
mkdir -p -- "$output/include" "$output/lib/pkgconfig"
# DIRECTORY may be a prefix that contains files of others, such as /usr/local.
rm -f -- "$output/include/headstock.h" "$output/lib/pkgconfig/headstock.pc" \
  "$output/lib/libheadstock.a" "$output/lib/libheadstock.so" \
  "$output/lib/libheadstock.so.$major" "$output/lib/libheadstock.so.$major".*
cp -- Sources/CHeadstock/include/headstock.h "$output/include"

fftw_directory=$(pkg-config --variable=libdir fftw3f)
fftw=(-lfftw3f)
if $fftw_inside; then
  # A directory that contains only the static library makes the linker take it for every -lfftw3f.
  mkdir -p -- "$work/fftw"
  ln -s -- "$fftw_directory/libfftw3f.a" "$work/fftw"
  fftw=(-L"$work/fftw" -lfftw3f)
fi

# MARK: - The shared library

# Swift's runtime does not free what it has set up, so each dlopen() after a dlclose() would need
# more memory: the library stays loaded. The library is linked as one object, because swiftc reorders the options of archives.
ld -r -o "$work/objects.o" --whole-archive "$archive"
shared="libheadstock.so.$major"
swiftc -emit-library -static-stdlib -o "$output/lib/$shared.$version" "$work/objects.o" \
  "${fftw[@]}" -lswiftSynchronization \
  -Xlinker -soname="$shared" -Xlinker --version-script="$root/packaging/library/headstock.map" \
  -use-ld=lld -Xlinker --build-id=none -Xlinker --as-needed -Xlinker -z -Xlinker now \
  -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker nodelete
strip --strip-unneeded -- "$output/lib/$shared.$version"
clear_module_hashes "$output/lib/$shared.$version"
chmod 644 -- "$output/lib/$shared.$version"
ln -s -- "$shared.$version" "$output/lib/$shared"
ln -s -- "$shared" "$output/lib/libheadstock.so"

# MARK: - The static library

# One object with the required parts of the runtime and only the names of the header, so that it
# does not conflict with another Swift runtime in a program.
runtime="$(dirname -- "$(dirname -- "$(realpath -- "$(command -v swiftc)")")")/lib/swift_static/linux"
runtime_objects=("$runtime/x86_64/swiftrt.o")
if [[ ! -f ${runtime_objects[0]} ]]; then runtime_objects=("$runtime/$(uname -m)/swiftrt.o"); fi
inner=()
if $fftw_inside; then inner=("$fftw_directory/libfftw3f.a"); fi
ld -r --force-group-allocation -o "$work/headstock.o" "$work/objects.o" "${runtime_objects[@]}" \
  --start-group "$runtime"/libswift{Synchronization,_Concurrency,_StringProcessing,_RegexParser,Glibc,Core}.a \
  ${inner[@]+"${inner[@]}"} --end-group
sed -n 's/^    \(headstock_.*\);$/\1/p' packaging/library/headstock.map >"$work/names"
objcopy --keep-global-symbols="$work/names" --strip-unneeded --remove-section=.swift1_autolink_entries \
  --remove-section=.swift_modhash \
  "$work/headstock.o"
ar rcsD "$output/lib/libheadstock.a" "$work/headstock.o"

# MARK: - pkg-config

private="-lstdc++ -lm -lpthread -ldl"
if ! $fftw_inside; then private="-lfftw3f $private"; fi
sed --expression="s|@VERSION@|$version|; s|@PRIVATE@|$private|" packaging/library/headstock.pc.in \
  >"$output/lib/pkgconfig/headstock.pc"

scripts/header.py check --library "$output/lib/$shared.$version"
printf '%s\n' "$output"
