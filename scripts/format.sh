#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/format.sh [--check]
#
# Formats every Swift file by .swift-format. --check changes nothing; it lists the lines that need
# formatting or break a rule, and fails if there are any.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

command=(swift format format --in-place)
case ${1:-} in
'') ;;
--check) command=(swift format lint --strict) ;;
-h | --help)
  help
  exit 0
  ;;
*) refuse "$1" ;;
esac

cd -- "$root"
exec "${command[@]}" --parallel --recursive Package.swift Sources Tests \
  Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Benchmarks Examples/Package.swift \
  Examples/Sources
