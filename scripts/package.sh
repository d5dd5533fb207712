#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/package.sh [--check] [--programs DIRECTORY] [DIRECTORY]
#
# Builds the programs with the Swift runtime inside, and makes two packages in .build/package, or in
# DIRECTORY. Prints the names of the packages:
#
#   headstock_VERSION_ARCHITECTURE.deb         for Debian and its derivatives, with its dependencies
#   headstock-VERSION-linux-MACHINE.tar.gz     for any directory; needs the same libraries
#
# Both contain tuner, tuner-bench, their manual pages and completions, the page that tuner serve
# shows, a desktop entry with its icon, the systemd timer that ends blocks of the practice gate
# after a power cut, and a user service that runs the monitor of the gate. The Debian package
# enables the timer. The same commit gives the same bytes.
#
#   --check                 also runs lintian and the validators of its files, and installs, runs
#                           and removes both on a minimal Debian; needs root and debootstrap
#   --programs DIRECTORY    takes the two programs from there instead of building them
#
# Exit status: 0 made, 1 --check found an error, 2 wrong usage or a tool is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

check=false programs='' output=''
take_arguments --check --programs output "$@"
output=$(realpath --canonicalize-missing -- "${output:-$root/.build/package}")

needed=(dpkg-deb dpkg-shlibdeps strip objcopy gzip python3)
if $check; then
  needed+=(debootstrap chroot unshare lintian desktop-file-validate appstreamcli systemd-analyze)
fi
require_commands "${needed[@]}"
if $check && ((EUID != 0)); then stop 2 "package.sh: --check makes a root of its own: run it as root."; fi

cd -- "$root"
if [[ -z $programs ]]; then programs=$(build_packaged tuner tuner-bench); fi
version=$("$programs/tuner" --version)
if [[ $("$programs/tuner-bench" --version) != "$version" ]]; then
  stop 2 "package.sh: tuner and tuner-bench are of different versions. Build them again."
fi
architecture=$(dpkg --print-architecture)
# Gives all files the date of the commit, so that two builds are equal.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat --format=%Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH

work=$(mktemp --directory)
trap 'rm -rf -- "$work"' EXIT
mkdir -p -- "$output"

# MARK: - The contents of both

stage="$work/headstock-$version"
mkdir -p -- "$stage/bin" "$stage/share/doc/headstock"
for product in tuner tuner-bench; do
  strip --output-file "$stage/bin/$product" -- "$programs/$product"
  clear_module_hashes "$stage/bin/$product"
done
"$root/scripts/web-page.sh" "$stage/share/headstock/page"
scripts/manual.py "$stage/share" "$programs/tuner" "$programs/tuner-bench"
find "$stage/share/man" -name '*.1' -exec gzip --no-name --best {} +
write_debian_documents headstock "$version" "$stage/share/doc/headstock"
name=$(application_id)
publisher=$(publisher name)
maintainer=$(maintainer)
install -D --mode=644 -- packaging/lintian-overrides "$stage/share/lintian/overrides/headstock"
mkdir -p -- "$stage/share/applications" "$stage/share/metainfo"
for file in "applications/$name.desktop" "metainfo/$name.metainfo.xml"; do
  sed --expression="s|@ID@|$name|; s|@NAME@|$publisher|" \
    "packaging/desktop/tuner${file#*"$name"}.in" >"$stage/share/$file"
done
install -D --mode=644 -- packaging/desktop/tuner.svg "$stage/share/icons/hicolor/scalable/apps/$name.svg"
install -D --mode=644 -- packaging/headstock-gate.service "$stage/lib/systemd/user/headstock-gate.service"
mkdir -p -- "$stage/lib/systemd/system"
cp -- packaging/headstock-restore.service packaging/headstock-restore.timer "$stage/lib/systemd/system"
find "$stage" -type d -exec chmod 755 {} +
find "$stage" -type f -exec chmod 644 {} +
chmod 755 -- "$stage"/bin/*
find "$stage" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

# MARK: - The archive

archive="$output/headstock-$version-linux-$(uname -m).tar.gz"
tar --create --sort=name --owner=0 --group=0 --numeric-owner --directory "$work" \
  "headstock-$version" | gzip --no-name >"$archive"

# MARK: - The Debian package

# The libraries that the programs load, with the versions that their symbols need.
mkdir -p -- "$work/depends/debian"
printf 'Source: headstock\n\nPackage: headstock\nArchitecture: any\n' >"$work/depends/debian/control"
depends=$(cd -- "$work/depends" &&
  dpkg-shlibdeps -O -e"$stage/bin/tuner" -e"$stage/bin/tuner-bench" 2>/dev/null)
depends=${depends#shlibs:Depends=}
if [[ $depends != *libfftw3* || $depends != *libasound* ]]; then
  stop 1 "package.sh: dpkg-shlibdeps does not name the libraries: $depends"
fi

tree="$work/tree"
mkdir -p -- "$tree/DEBIAN"
cp --archive -- "$stage" "$tree/usr"
size=$(du --summarize --apparent-size --block-size=1024 -- "$tree/usr" | cut -f1)
sed --expression="s|@VERSION@|$version|; s|@ARCHITECTURE@|$architecture|; s|@SIZE@|$size|" \
  --expression="s|@DEPENDS@|$depends|; s|@MAINTAINER@|$maintainer|" packaging/control.in >"$tree/DEBIAN/control"
install -m 755 -- packaging/postinst packaging/prerm "$tree/DEBIAN"
(cd -- "$tree" && find usr -type f -print0 | LC_ALL=C sort --zero-terminated |
  xargs --null md5sum >DEBIAN/md5sums)
find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
package="$output/headstock_${version}_$architecture.deb"
dpkg-deb --root-owner-group -Zgzip --build "$tree" "$package" >&2

printf '%s\n' "$package" "$archive"
if ! $check; then exit; fi

# MARK: - The checks of the package's files

check_debian_packages "$package"
desktop-file-validate "$stage/share/applications/$name.desktop"
appstreamcli validate --no-net --no-color "$stage/share/metainfo/$name.metainfo.xml" >&2
for kind in system user; do
  mkdir -p -- "$work/units/$kind"
  for unit in "$stage/lib/systemd/$kind"/*; do
    sed "s|/usr/bin/tuner|$stage/bin/tuner|" "$unit" >"$work/units/$kind/${unit##*/}"
  done
  said=$(XDG_RUNTIME_DIR="$work" systemd-analyze verify --man=no "--$kind" "$work/units/$kind"/* 2>&1) ||
    stop 1 "package.sh: systemd-analyze refuses a unit:" "$said"
  if [[ -n $said ]]; then stop 1 "package.sh: systemd-analyze warns of a unit:" "$said"; fi
done
say "package: ok   desktop entry, AppStream data and units of systemd"

# MARK: - The check on a minimal Debian

recordings=$("$programs/tuner-bench" datasets fetch guitarsounds)
# shellcheck disable=SC2016 # apt-get expands them
read -r mirror suite < <(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' \
  'Component: main' 'Created-By: Packages' | grep --invert-match -- '-')
say "package: making a root of Debian $suite"
bare="$work/root"
debootstrap --variant=minbase "$suite" "$bare" "$mirror" >"$work/debootstrap.log" 2>&1 ||
  stop 2 "package.sh: debootstrap failed: $(tail --lines=3 -- "$work/debootstrap.log")"
cp -- "$package" "$bare/headstock.deb"
cp -- "$archive" "$bare/headstock.tar.gz"
cp -- "$recordings/Wood_A5.wav" "$bare/take.wav"
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
  said=$(inside "$1" 2>&1) || stop 1 "package.sh: on the clean root \"$1\" fails:" "$said"
  [[ $said =~ $2 ]] || stop 1 "package.sh: on the clean root \"$1\" says:" "$said"
  say "package: ok   $3"
}

answer='A2 +109\.[67][0-9] Hz  string 5 \(A2\)'
holds 'tar --extract --gzip --file headstock.tar.gz --directory /opt; ldd /opt/headstock-*/bin/tuner' \
  'libfftw3f\.so\.3 => not found' "the root has nothing that the programs need"
holds 'apt-get update; apt-get install --yes --no-install-recommends ./headstock.deb' \
  'Setting up headstock' "apt installs the package with what it depends on"
holds 'ldd /usr/bin/tuner /usr/bin/tuner-bench | grep --count "not found" || true' '^0$' \
  "no library is missing"
holds 'tuner --version; tuner-bench --version' "^$version"$'\n'"$version\$" "both say $version"
holds 'tuner analyze take.wav' "$answer" "tuner analyze hears the string"
holds 'tuner-bench datasets list' 'guitarsounds' "tuner-bench runs"
holds 'tuner tone E2 -o /tmp/e2.wav; tuner analyze /tmp/e2.wav' 'E2' "tuner tone makes a tone"
holds 'zcat /usr/share/man/man1/tuner-gate-goal-set.1.gz' 'EXAMPLES' "there is a page a command"
holds 'tuner serve --input take.wav --seconds 1 --port 0 --quiet --no-report' \
  '^http://localhost:[0-9]+/[0-9a-f]{32}/$' "tuner serve finds its page"
holds 'source /usr/share/bash-completion/completions/tuner; complete -p tuner' 'tuner' \
  "bash completes its words"
# shellcheck disable=SC2016 # the inner shell expands it
holds 'touch /etc/hosts; env -u HOME -u PATH \
  $(sed -n s/^ExecStart=//p /usr/lib/systemd/system/headstock-restore.service)' 'no section' \
  "what the timer runs needs no home directory"
holds 'dpkg --verify headstock; echo whole' '^whole$' "every file is as it was packed"
holds 'grep ^Exec= /usr/share/applications/*.tuner.desktop; ls /usr/share/icons/hicolor/scalable/apps/' \
  'Exec=tuner live.*tuner\.svg' "the menu finds the tuner and its icon"
holds '/opt/headstock-*/bin/tuner analyze take.wav' "$answer" "the archive's program hears it too"
holds 'dpkg --purge headstock; find / -xdev -name "*tuner*" -not -path "/opt/*" -not -path "/proc/*"' \
  'Removing headstock[^\n]*$' "nothing stays when it is removed"
