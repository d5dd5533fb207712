#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/fuzz.sh TARGET SECONDS
#        scripts/fuzz.sh --all SECONDS
#        scripts/fuzz.sh --short
#        scripts/fuzz.sh --list
#
# Tests a parser or boundary with damaged input from libFuzzer, under AddressSanitizer: TARGET for
# SECONDS, or all targets one after the other. The script ends with status 1 on a trap, on an error
# or leak that the sanitizer reports, and on an input that takes more than 10 seconds or 2 GiB. That
# input is kept in .build/fuzz/found and seeds later runs. Inputs that reach new code are kept in
# .build/fuzz/corpus. --short runs each target a fixed number of times from a fixed seed. Before
# that it runs a target with a bug, which the fuzzer must find.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

case ${1:-} in
-h | --help)
  help
  exit 0
  ;;
'') stop 2 "fuzz.sh: a target, --all, --short or --list is missing. See: scripts/fuzz.sh --help" ;;
--list | --short) (($# == 1)) || refuse "$2" ;;
--all | [a-z]*) [[ ${2:-} =~ ^[1-9][0-9]*$ && $# == 2 ]] || stop 2 "fuzz.sh: how many seconds?" ;;
*) refuse "$1" ;;
esac

cd -- "$root"
say "fuzz: building"
HEADSTOCK_BOUNDARIES=1 swift build "${boundaries[@]}" --product fuzz >&2
fuzz=.build/fuzz/release/fuzz
# Swift's own report of a crash would prevent libFuzzer from storing the input.
export SWIFT_BACKTRACE=enable=no
sanitizer_options

# Runs a target with additional options of libFuzzer.
run() {
  local name=$1 corpus=.build/fuzz/corpus/$1 found=.build/fuzz/found/$1
  shift
  mkdir -p -- "$corpus" "$found"
  "$fuzz" seeds "$name" "$corpus"
  say "fuzz: $name"
  local log=.build/fuzz/$name.log
  if ! "$fuzz" "$name" -timeout=10 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 \
    -artifact_prefix="$found/" "$@" "$corpus" "$found" >"$log" 2>&1; then
    tail -n 60 -- "$log" >&2
    return 1
  fi
  # Prints a line of results: the target, the number of runs, the number of edges that were reached.
  local runs edges
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  edges=$(sed -n 's/.*cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
  printf '%s\t%s runs\t%s edges\n' "$name" "${runs:-0}" "${edges:-0}"
}

# A fuzzer that cannot start, or that knows no target, must not pass.
list=$("$fuzz" list) || stop 2 "fuzz: $fuzz list ended with $?."
mapfile -t names < <(cut -f 1 <<<"$list")
[[ -n ${names[0]} ]] || stop 2 "fuzz: $fuzz has no target."
case $1 in
--list) printf '%s\n' "$list" ;;
--short)
  rm -rf -- .build/fuzz/found/canary
  # Other failures, such as a full disk, leave no input of a crash.
  if (run canary -runs=200000 -seed=1) >/dev/null 2>&1 ||
    ! compgen -G '.build/fuzz/found/canary/crash-*' >/dev/null; then
    stop 1 "fuzz: the canary was not found."
  fi
  rm -rf -- .build/fuzz/found/canary .build/fuzz/corpus/canary
  for name in "${names[@]}"; do
    # Slow targets have a time limit instead of a number of runs, for slow machines.
    run "$name" -runs=1500 -seed=1 -max_total_time=10
  done
  ;;
--all)
  status=0
  for name in "${names[@]}"; do run "$name" -max_total_time="$2" || status=1; done
  exit "$status"
  ;;
*) run "$1" -max_total_time="$2" ;;
esac
