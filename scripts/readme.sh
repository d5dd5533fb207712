#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/readme.sh [--list] [--except COMMAND]…
#
# Runs the commands that README.md shows: every line of its fenced `sh` blocks, in order, each block
# in a shell of its own that stops at the first failure.
#
#   --list             print the commands instead
#   --except COMMAND   leave out the lines that say exactly this

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

list=false except=()
while (($# > 0)); do
  case $1 in
  --list) list=true ;;
  --except)
    if (($# < 2)); then stop 2 "readme.sh: --except needs a command."; fi
    except+=("$2")
    shift
    ;;
  -h | --help)
    help
    exit 0
    ;;
  *) refuse "$1" ;;
  esac
  shift
done

left_out() {
  local command
  for command in "${except[@]}"; do
    if [[ $1 == "$command" ]]; then return 0; fi
  done
  return 1
}

cd -- "$root"
blocks=() block='' inside=false commands=0
while IFS= read -r line || [[ -n $line ]]; do
  if ! $inside; then
    if [[ $line == '```sh' ]]; then inside=true block=''; fi
  elif [[ $line == '```' ]]; then
    inside=false
    if [[ -n $block ]]; then blocks+=("$block"); fi
  elif [[ -n $line ]] && ! left_out "$line"; then
    block+=$line$'\n'
    commands=$((commands + 1))
  fi
done <README.md
if $inside; then stop 1 "readme.sh: the last sh block of README.md has no end."; fi
if ((commands == 0)); then stop 1 "readme.sh: README.md shows no command to run."; fi

for block in "${blocks[@]}"; do
  if $list; then
    printf '%s' "$block"
    continue
  fi
  say "readme: ${block%$'\n'}"
  bash -euo pipefail -c "$block" </dev/null || stop 1 "readme.sh: this block of README.md failed:" "$block"
done
