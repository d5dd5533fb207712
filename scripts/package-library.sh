#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/package-library.sh [--check] [--library DIRECTORY] [DIRECTORY]
#
# Makes the Debian packages of the C library, of the Python package and of the plugins in
# .build/package, or in DIRECTORY, and prints their names:
#
#   libheadstock0       the shared library
#   libheadstock-dev    headstock.h, the static library and the pkg-config file
#   python3-headstock   the Python package
#   headstock-lv2       the LV2 plugin
#   headstock-vamp      the Vamp plugin
#
# The same commit gives the same bytes.
#
#   --check               also installs all of them on a minimal Debian and tests each; needs root
#                         and debootstrap
#   --library DIRECTORY   takes the C library that scripts/library.sh made there
#
# Exit status: 0 made, 1 --check found an error, 2 wrong usage or a tool is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

check=false library='' output=''
take_arguments --check --library output "$@"
output=$(realpath --canonicalize-missing -- "${output:-$root/.build/package}")
needed=(dpkg-deb dpkg-shlibdeps dpkg-architecture gzip python3)
if $check; then needed+=(debootstrap chroot unshare lintian); fi
require_commands "${needed[@]}"
if $check && ((EUID != 0)); then
  stop 2 "package-library.sh: --check makes a root of its own: run it as root."
fi

cd -- "$root"
library=${library:-$(scripts/library.sh)}
plugins=$(scripts/plugins.sh --library "$library")
maintainer=$(maintainer)
version=$(sed -n 's/^#define HEADSTOCK_VERSION "\(.*\)"$/\1/p' "$library/include/headstock.h")
architecture=$(dpkg --print-architecture)
triplet=$(dpkg-architecture --query DEB_HOST_MULTIARCH)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat --format=%Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
work=$(mktemp --directory)
trap 'rm -rf -- "$work"' EXIT
mkdir -p -- "$output"

# The libraries that a file loads, with the versions that its symbols need.
mkdir -p -- "$work/depends/debian"
printf 'Source: headstock\n\nPackage: headstock\nArchitecture: any\n' >"$work/depends/debian/control"
depends_of() {
  local answer
  answer=$(cd -- "$work/depends" && dpkg-shlibdeps -O --ignore-missing-info -l"$library/lib" \
    -e"$1" 2>/dev/null)
  printf '%s' "${answer#shlibs:Depends=}"
}

# Builds the tree in $work/NAME as a package: `pack NAME DEPENDS SECTION MULTIARCH SUMMARY
# DESCRIPTION`.
pack() {
  local name=$1 tree="$work/$1" size script description
  description=$(fold --spaces --width=76 <<<"$6" | sed 's/ *$//; s/^/ /; $!s/$/\\/')
  mkdir -p -- "$tree/DEBIAN" "$tree/usr/share/doc/$name"
  write_debian_documents "$name" "$version" "$tree/usr/share/doc/$name"
  if [[ -f packaging/library/$name.lintian-overrides ]]; then
    install -D --mode=644 -- "packaging/library/$name.lintian-overrides" \
      "$tree/usr/share/lintian/overrides/$name"
  fi
  size=$(du --summarize --apparent-size --block-size=1024 -- "$tree/usr" | cut -f1)
  sed --expression="s|@PACKAGE@|$name|; s|@VERSION@|$version|; s|@ARCHITECTURE@|$architecture|" \
    --expression="s|@SIZE@|$size|; s|@DEPENDS@|$2|; s|@SECTION@|$3|; s|@MULTIARCH@|$4|" \
    --expression="s|@SUMMARY@|$5|; s|@DESCRIPTION@|$description|; s|@MAINTAINER@|$maintainer|" \
    packaging/library/control.in \
    >"$tree/DEBIAN/control"
  find "$tree" -type d -exec chmod 755 {} +
  find "$tree" -type f -exec chmod 644 {} +
  for script in postinst prerm; do
    if [[ -f packaging/library/$name.$script ]]; then
      install -m 755 -- "packaging/library/$name.$script" "$tree/DEBIAN/$script"
    fi
  done
  (cd -- "$tree" && find usr -type f -print0 | LC_ALL=C sort --zero-terminated |
    xargs --null md5sum >DEBIAN/md5sums)
  find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zgzip --build "$tree" "$output/${name}_${version}_$architecture.deb" >&2
  printf '%s\n' "$output/${name}_${version}_$architecture.deb"
}

# MARK: - The packages

libraries="$work/libheadstock0/usr/lib/$triplet"
mkdir -p -- "$libraries" "$work/libheadstock0/DEBIAN"
shared=("$library"/lib/libheadstock.so.0.*)
cp --no-dereference -- "${shared[0]}" "$library/lib/libheadstock.so.0" "$libraries"
printf 'libheadstock 0 libheadstock0 (>= %s)\n' "$version" >"$work/libheadstock0/DEBIAN/shlibs"
printf 'activate-noawait ldconfig\n' >"$work/libheadstock0/DEBIAN/triggers"
depends=$(depends_of "${shared[0]}")
[[ $depends == *libfftw3* ]] || stop 1 "package-library.sh: dpkg-shlibdeps names no FFTW: $depends"
pack libheadstock0 "$depends" libs same "pitch detection with standard errors, shared library" \
  "Headstock measures the pitch of strings with its standard error, from samples."

headers="$work/libheadstock-dev/usr"
mkdir -p -- "$headers/include" "$headers/lib/$triplet/pkgconfig"
cp -- "$library/include/headstock.h" "$headers/include"
cp --no-dereference -- "$library/lib/libheadstock.so" "$library/lib/libheadstock.a" \
  "$headers/lib/$triplet"
sed --expression='s|^prefix=.*|prefix=/usr|' --expression="s|^libdir=.*|libdir=/usr/lib/$triplet|" \
  "$library/lib/pkgconfig/headstock.pc" >"$headers/lib/$triplet/pkgconfig/headstock.pc"
pack libheadstock-dev "libheadstock0 (= $version)" libdevel same \
  "pitch detection with standard errors, development files" \
  "The header, the static library (which needs libfftw3-dev) and the file of pkg-config."

mkdir -p -- "$work/python3-headstock/usr/lib/python3/dist-packages"
cp --recursive -- python/headstock "$work/python3-headstock/usr/lib/python3/dist-packages"
find "$work/python3-headstock" -name __pycache__ -exec rm -rf -- {} +
rm -f -- "$work/python3-headstock/usr/lib/python3/dist-packages/headstock/libheadstock.so.0"
pack python3-headstock \
  "python3 (>= 3.11), python3-numpy, python3-soundfile, libheadstock0 (>= $version)" python foreign \
  "pitch detection with standard errors, for Python" \
  "Readings of arrays, streams and files, typed, with NumPy."

loads="libheadstock0 (>= $version)"
mkdir -p -- "$work/headstock-lv2/usr/lib/lv2"
cp --recursive -- "$plugins/lv2/headstock.lv2" "$work/headstock-lv2/usr/lib/lv2"
pack headstock-lv2 "$loads, $(depends_of "$plugins/lv2/headstock.lv2/headstock_lv2.so")" sound no \
  "guitar tuner as an LV2 plugin" \
  "Note, cents and standard error on control ports, and every string of a stroke."

mkdir -p -- "$work/headstock-vamp/usr/lib/vamp"
cp -- "$plugins/vamp/headstock.so" "$plugins/vamp/headstock.cat" "$work/headstock-vamp/usr/lib/vamp"
pack headstock-vamp "$loads, $(depends_of "$plugins/vamp/headstock.so")" sound no \
  "analysis of plucked strings as a Vamp plugin" \
  "Pitch, deviation, standard error, notes and strobe phase as layers of Sonic Visualiser."

if ! $check; then exit; fi

check_debian_packages "$output"/{libheadstock0,libheadstock-dev,headstock-lv2,headstock-vamp}_"${version}_$architecture".deb \
  "$output"/python3-headstock_*.deb

# MARK: - The check on a minimal Debian

# shellcheck disable=SC2016 # apt-get expands them
read -r mirror suite < <(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' \
  'Component: main' 'Created-By: Packages' | grep --invert-match -- '-')
say "package-library: making a root of Debian $suite"
bare="$work/root"
debootstrap --variant=minbase "$suite" "$bare" "$mirror" >"$work/debootstrap.log" 2>&1 ||
  stop 2 "package-library.sh: debootstrap failed: $(tail --lines=3 -- "$work/debootstrap.log")"
mkdir -- "$bare/packages"
cp -- "$output"/{libheadstock,python3-headstock,headstock-lv2,headstock-vamp}*_"$version"_*.deb \
  "$bare/packages"
cp --recursive -- Examples/C "$bare/examples"
cp -- /etc/resolv.conf "$bare/etc/resolv.conf"

# Runs a command in that Debian, with its own /proc and an empty environment.
inside() {
  # shellcheck disable=SC2016 # the inner shell expands them
  unshare --mount --pid --fork -- bash -c 'mount -t proc proc "$1/proc"
    exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$2"' bash "$bare" "$1"
}
# Compares the output of a command in that Debian with a pattern.
holds() {
  local said
  said=$(inside "$1" 2>&1) || stop 1 "package-library.sh: on the clean root \"$1\" fails:" "$said"
  [[ $said =~ $2 ]] || stop 1 "package-library.sh: on the clean root \"$1\" says:" "$said"
  say "package-library: ok   $3"
}
holds 'apt-get update; apt-get install --yes --no-install-recommends /packages/*.deb' \
  'Setting up python3-headstock' "apt installs the packages with what they depend on"
holds 'python3 -c "
import headstock, numpy
time = numpy.arange(48000) / 48000
row = headstock.track(numpy.sin(2 * numpy.pi * 110.5 * time), 48000)[-1]
print(row[\"string\"], round(float(row[\"cents\"]), 1))"' '^5 7\.[89]' "python3 reads a pitch"
holds 'apt-get install --yes --no-install-recommends gcc g++ libc6-dev pkg-config libfftw3-dev \
  lilv-utils vamp-examples make >/dev/null; make --directory /examples OUTPUT=/tmp; /tmp/detect_a_pitch' \
  'string 5 \(A2\): -7\.0 cents' "a C program is built with pkg-config and runs"
holds '/tmp/measure_a_strum' 'string 6 \(D2\): -5 cents' "a C++ program runs"
# shellcheck disable=SC2016 # the inner shell expands it
holds 'g++ -I/usr/include /examples/measure_a_strum.cpp -o /tmp/static \
  $(pkg-config --variable=libdir headstock)/libheadstock.a $(pkg-config --static --libs-only-l headstock |
  sed "s/-lheadstock//"); /tmp/static' 'string 6 \(D2\): -5 cents' "the static library runs"
holds 'lv2ls; lv2bench urn:headstock:tuner' 'urn:headstock:tuner' "lv2bench finds and runs the plugin"
holds 'VAMP_PATH=/usr/lib/vamp vamp-simple-host --list-by-category' 'headstock:tuner' \
  "vamp-simple-host finds the plugin"
holds 'dpkg --verify libheadstock0 libheadstock-dev python3-headstock headstock-lv2 headstock-vamp
  echo whole' '^whole$' "every file is as it was packed"
holds 'dpkg --purge headstock-vamp headstock-lv2 python3-headstock libheadstock-dev libheadstock0
  find / -xdev -name "*headstock*" -not -path "/packages/*" -not -path "/proc/*" -not -path "/tmp/*"
  echo gone' 'Processing triggers for libc-bin [^/]*gone$' "nothing stays when they are removed"
