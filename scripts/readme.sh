#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/readme.sh [--list] [--except COMMAND]…
#
# Runs the commands that README.md shows: every line of its fenced `sh` blocks, in order. Each block
# runs in its own shell, which stops at the first failure. The output of the commands must contain
# every line of the blocks fenced as `text output`.
#
#   --list             prints the commands and runs none
#   --except COMMAND   omits the lines that are equal to COMMAND

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
blocks=() promised=() block='' kind='' commands=0
while IFS= read -r line || [[ -n $line ]]; do
  if [[ -z $kind ]]; then
    if [[ $line == '```'* ]]; then kind=${line#'```'} kind=${kind:-plain} block=''; fi
  elif [[ $line == '```' ]]; then
    if [[ $kind == sh && -n $block ]]; then blocks+=("$block"); fi
    kind=''
  elif [[ $kind == 'text output' && -n $line ]]; then
    promised+=("$line")
  elif [[ $kind == sh && -n $line ]] && ! left_out "$line"; then
    block+=$line$'\n'
    commands=$((commands + 1))
  fi
done <README.md
if [[ -n $kind ]]; then stop 1 "readme.sh: the last block of README.md has no end."; fi
if ((commands == 0)); then stop 1 "readme.sh: README.md shows no command to run."; fi

if $list; then
  printf '%s' "${blocks[@]}"
  exit
fi

printed=$(mktemp)
trap 'rm -f -- "$printed"' EXIT
for block in "${blocks[@]}"; do
  say "readme:" "$block"
  bash -euo pipefail -c "$block" </dev/null | tee -a -- "$printed" ||
    stop 1 "readme.sh: this block of README.md failed:" "$block"
done
for line in "${promised[@]}"; do
  grep --quiet --fixed-strings -e "$line" -- "$printed" ||
    stop 1 "readme.sh: README.md shows this line, and no command printed it:" "$line"
done
