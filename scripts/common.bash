# SPDX-License-Identifier: MIT
# Functions for the scripts of this folder. Sourced, never run.
# shellcheck shell=bash

# The root of the repository, for any working directory.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

# Debian's tools ask no questions and use one language.
export DEBIAN_FRONTEND=noninteractive

# Prints lines to standard error. Standard output is for results.
say() { printf '%s\n' "$@" >&2; }

# Prints a reason and exits: `stop STATUS LINE…`.
stop() {
  local status=$1
  shift
  printf '%s\n' "$@" >&2
  exit "$status"
}

# Prints the comment at the head of the script, for --help.
help() { sed -n '/^# Usage/,/^[^#]/{ /^#/s/^# \{0,1\}//p; }' "$0"; }

# Refuses an unknown argument.
refuse() { stop 2 "${0##*/}: unknown argument \"$1\". See: scripts/${0##*/} --help"; }

# Answers --help, and refuses any other argument, of a script that takes none.
take_no_arguments() {
  if (($# == 0)); then return; fi
  if [[ $1 == -h || $1 == --help ]]; then
    help
    exit 0
  fi
  refuse "$1"
}

# Reads the arguments of a script into its variables, and answers --help:
#
#   take_arguments FLAGS PATHS LAST "$@"
#
# FLAGS and PATHS are lists of options. The flag `--fftw-inside` sets fftw_inside to true. The
# option `--library FILE` sets library to the absolute path of FILE. LAST is the variable of one
# more argument, '' for none.
take_arguments() {
  local flags=" $1 " paths=" $2 " last=$3 name value
  shift 3
  while (($# > 0)); do
    name=${1#--}
    name=${name//-/_}
    if [[ $1 == -h || $1 == --help ]]; then
      help
      exit 0
    elif [[ $flags == *" $1 "* ]]; then
      printf -v "$name" true
    elif [[ $paths == *" $1 "* ]]; then
      if (($# < 2)); then stop 2 "${0##*/}: $1 needs a value."; fi
      value=$(realpath -- "$2") || exit 2
      printf -v "$name" %s "$value"
      shift
    elif [[ $1 == -* || -z $last || -n ${!last} ]]; then
      refuse "$1"
    else
      printf -v "$last" %s "$1"
    fi
    shift
  done
}

# Refuses to go on without some commands.
require_commands() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null ||
      stop 2 "${0##*/}: there is no \"$command\". Run: scripts/setup.sh --tests"
  done
}

# Returns 0 if a Python environment has what its mark says, and a command of it runs:
# `has_environment DIRECTORY MARK COMMAND…`. After an upgrade of Python, an environment has another
# Python, or none. The commands in its bin name the folder in which it was made.
has_environment() {
  [[ -f $1/installed && $(<"$1/installed") == "$2" ]] && "${@:3}"
} &>/dev/null

# The options of `swift build` for the build of the gate: each package and target is compiled
# without optimisation, except those that ask for it in Package.swift. The next option saves a
# second compilation of each module, for its interface alone. The last one saves a tenth of the
# compiler's time; the trace of a crash then names functions without their lines.
options_for_tests=(
  -c release -Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo -debug-info-format none)

# Prints the directory of the one build of the gate, which holds the programs and the tests, after
# building what changed. Arguments go to `swift build`.
build_for_tests() {
  local directory
  HEADSTOCK_TESTABLE=1 swift build "${options_for_tests[@]}" "$@" >&2 || return
  directory=$(HEADSTOCK_TESTABLE=1 swift build -c release --show-bin-path) || return
  # SwiftPM does not link a program again if its objects are the same. It may then be older than
  # its sources, and its reports would not name their commit. The next build links a program again
  # that was touched, and compiles its tests again.
  local program="$directory/tuner-bench"
  if [[ -e $program && -n $(find Sources -type f -newer "$program" -print -quit) ]]; then
    touch -- "$program"
  fi
  printf '%s\n' "$directory"
}

# Builds PRODUCT… for packages and prints the directory of the build. The programs contain Swift's
# runtime and no path of this machine, so that builds in two folders are equal.
build_packaged() { build_packaged_in "$root" "$@"; }

# The same in another tree: `build_packaged_in TREE PRODUCT…`.
build_packaged_in() (
  unset HEADSTOCK_TESTABLE HEADSTOCK_STRICT
  cd -- "$1" || exit
  # The build-id contains the hashes of modules, which depend on the folder.
  build=(swift build -c release --static-swift-stdlib --scratch-path .build/package-build
    -Xswiftc -file-prefix-map -Xswiftc "$1=." -Xcc "-ffile-prefix-map=$1=."
    -Xlinker --build-id=none -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now)
  for product in "${@:2}"; do
    say "building $product"
    "${build[@]}" --product "$product" >&2 || exit
  done
  "${build[@]}" --show-bin-path
)

# Writes zeros over the hashes of modules in a binary: only the compiler reads them, and they depend
# on the folder of the build. Without the section, the linker's layout would break.
clear_module_hashes() {
  local scratch
  scratch=$(mktemp --directory)
  objcopy --dump-section ".swift_modhash=$scratch/hashes" "$1" /dev/null
  truncate --size="$(stat --format=%s "$scratch/hashes")" "$scratch/zeros"
  objcopy --update-section ".swift_modhash=$scratch/zeros" "$1"
  rm -rf -- "$scratch"
}

# Ends the processes that this shell has started, and those that they have started. A signal that
# ends a shell leaves the command running that the shell waits for.
end_started() {
  local parents=("$$") descendants=() children list
  while ((${#parents[@]} > 0)); do
    for list in "/proc/${parents[0]}/task"/*/children; do
      children=()
      { read -ra children <"$list"; } 2>/dev/null || true # the list has no newline at its end
      descendants+=("${children[@]}") parents+=("${children[@]}")
    done
    parents=("${parents[@]:1}")
  done
  if ((${#descendants[@]} > 0)); then kill -- "${descendants[@]}" 2>/dev/null || true; fi
}

# Filters the output of the test runner: removes the lines of passed tests, so that failures and
# known issues stand out. The arguments of a passed test may have several lines. Fails for a run
# without tests, which the runner passes: a filter that matches nothing tests nothing.
without_passes() {
  LC_ALL=C sed -u -E '
    :line
    # The runner colours what it writes to a pipe.
    s/\x1b\[[0-9;]*m//g
    /^[^ ]+ Test run with 0 tests /q 1
    /^[^ ]+ Test run /b
    /^[^ ]+ (Suite|Test|Test case) .*(started\.|passed after [0-9.]+ seconds\.)$/d
    # The rest of the arguments follows, up to the end of the message. A failure begins otherwise.
    /^(◇|✔) Test case passing /{
      $b
      N
      # Another message begins: this one has no such end, and stays.
      /\n[^ -~]+ (Suite|Test) /{
        h
        s/\n[^\n]*$//p
        g
        s/^.*\n//
      }
      b line
    }'
}

# Copies its input line by line; the last line goes to the file FILE: `hold_last_line FILE`.
hold_last_line() {
  awk -v file="$1" 'NR > 1 { print last; fflush() } { last = $0 } END { print last >file }'
}

# The options of the sanitizers: a leak fails, except those of libraries in leaks.supp.
sanitizer_options() {
  export LSAN_OPTIONS="suppressions='$root/scripts/leaks.supp':print_suppressions=0"
  export ASAN_OPTIONS=detect_leaks=1:halt_on_error=1
  export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
}

# The sanitizers of addresses and of undefined behaviour. The second one checks C only; Swift traps
# by itself.
sanitized=(--sanitize=address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined)

# One build for the fuzzer and for the tests of parsers and boundaries: optimised, with the
# sanitizers and with the fuzzer's instrumentation. The fuzzer's driver has a `main` of its own, so
# only the fuzzer links it. Tests may use `@testable`.
boundaries=(
  -c release --scratch-path .build/fuzz "${sanitized[@]}" -Xswiftc -use-ld=lld -Xswiftc -enable-testing
  -Xswiftc -Xfrontend -Xswiftc "-sanitize=fuzzer,address"
)

# Prints a value of packaging/publisher: `publisher KEY`.
publisher() {
  local value
  value=$(sed --quiet "s/^$1=//p" "$root/packaging/publisher")
  if [[ -z $value || $value == *[\<\>\&\|\"]* ]]; then
    stop 2 "packaging/publisher has no $1 that packages can name."
  fi
  printf '%s\n' "$value"
}

# Prints the maintainer of packages.
maintainer() {
  local name email
  name=$(publisher name) || exit
  email=$(publisher email) || exit
  printf '%s <%s>\n' "$name" "$email"
}

# Prints the id of the desktop entry and of the AppStream data: the publisher's domain in reverse
# order.
application_id() {
  local domain
  domain=$(publisher domain) || exit
  printf '%s.tuner\n' "$(tr . '\n' <<<"$domain" | tac | paste --serial --delimiters=.)"
}

# Writes the documents of a Debian package: `write_debian_documents NAME VERSION DIRECTORY`.
write_debian_documents() {
  local licence line maintainer
  maintainer=$(maintainer)
  mkdir -p -- "$3"
  # A package without a Debian revision has one changelog, in Debian's form.
  printf '%s (%s) unstable; urgency=medium\n\n  * Release %s; NEWS.md.gz lists what is new.\n\n -- %s  %s\n' \
    "$1" "$2" "$2" "$maintainer" \
    "$(LC_ALL=C date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")" |
    gzip --no-name --best >"$3/changelog.gz"
  gzip --no-name --best --stdout "$root/CHANGELOG.md" >"$3/NEWS.md.gz"
  licence=$(sed 's/^$/./; s/^/ /' "$root/LICENSE")
  while IFS= read -r line; do
    if [[ $line == @LICENSE@ ]]; then printf '%s\n' "$licence"; else printf '%s\n' "$line"; fi
  done <"$root/packaging/copyright" >"$3/copyright"
}

# Runs lintian on packages; prints what it finds, and fails on errors and warnings.
check_debian_packages() {
  local said options=(--fail-on error,warning)
  if ((EUID == 0)); then options+=(--allow-root); fi
  said=$(lintian "${options[@]}" "$@" 2>&1) || stop 1 "lintian finds errors:" "$said"
  say "lintian finds no error and no warning in $# packages"
}
