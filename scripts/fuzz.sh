#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/fuzz.sh TARGET SECONDS
#        scripts/fuzz.sh --all SECONDS
#        scripts/fuzz.sh --short
#        scripts/fuzz.sh --list
#
# Throws damaged input at a parser or boundary with libFuzzer and AddressSanitizer: TARGET for so many
# seconds, or all of them one after the other. A trap, an error or a leak that the sanitizer finds, more
# than 10 seconds or more than 2 GiB for one input end it with status 1; the input stays in
# .build/fuzz/found and is one more seed for next time. What is learned stays in .build/fuzz/corpus.
# --short runs each target a fixed number of times from a fixed seed, and first shows itself a bug.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

case ${1:-} in
-h | --help | '')
  help
  exit 0
  ;;
--list | --short) (($# == 1)) || refuse "$2" ;;
--all | [a-z]*) [[ ${2:-} =~ ^[1-9][0-9]*$ && $# == 2 ]] || stop 2 "fuzz.sh: how many seconds?" ;;
*) refuse "$1" ;;
esac

cd -- "$root"
say "fuzz: building"
HEADSTOCK_BOUNDARIES=1 swift build "${boundaries[@]}" --product fuzz >&2
fuzz=.build/fuzz/release/fuzz
# Swift's own report of a crash would keep libFuzzer from writing the input down.
export SWIFT_BACKTRACE=enable=no
sanitizer_options

# Runs a target with further options of libFuzzer.
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
  # A line of results: the target, the runs, the edges that were reached.
  local runs edges
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  edges=$(sed -n 's/.*cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
  printf '%s\t%s runs\t%s edges\n' "$name" "${runs:-0}" "${edges:-0}"
}

mapfile -t names < <("$fuzz" list | cut -f 1)
case $1 in
--list) exec "$fuzz" list ;;
--short)
  if (run canary -runs=200000 -seed=1) >/dev/null 2>&1; then
    stop 1 "fuzz: the canary was not found."
  fi
  rm -rf -- .build/fuzz/found/canary .build/fuzz/corpus/canary
  for name in "${names[@]}"; do
    # Slow ones by time, so that a slow machine is not held up.
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
