#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/interfaces.sh [--objects DIRECTORY] [--tuner PROGRAM]
#
# Checks the C library and the Python package: makes the library, compares headstock.h with its
# symbols, layouts and translations, tests it from C, runs the examples of Examples/C (in C under
# valgrind, in C++ under the address sanitizer, and with the static library), and runs the Python
# tests, which compare readings with those of `tuner`, bit for bit.
#
#   --objects DIRECTORY   takes libheadstock-objects.a from there instead of building it
#   --tuner PROGRAM       the program to compare with, beside tuner-bench; by default that in the
#                         directory of the objects
#
# Exit status: 0 every check passes, 1 one fails, 2 wrong usage or a tool is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

objects='' tuner=''
take_arguments '' '--objects --tuner' '' "$@"

cd -- "$root"
if [[ -z $objects ]]; then
  for product in headstock-objects tuner tuner-bench; do
    HEADSTOCK_TESTABLE='' swift build -c release --product "$product" >&2
  done
  objects=$(HEADSTOCK_TESTABLE='' swift build -c release --show-bin-path)
fi
tuner=${tuner:-$objects/tuner}
for program in "$tuner" "$(dirname -- "$tuner")/tuner-bench"; do
  [[ -x $program ]] || stop 2 "interfaces: there is no program $program."
done
# clang is part of the Swift toolchain.
clang="$(dirname -- "$(realpath -- "$(command -v swiftc)")")/clang"

# The directory may be a prefix with files of others, which stay. Those of an earlier run do not.
mkdir -p -- "$root/.build/library/lib"
touch -- "$root/.build/library/lib/of-others" "$root/.build/library/lib/libheadstock.so.0.0.0"
library=$(scripts/library.sh --objects "$objects" "$root/.build/library")
[[ -e $library/lib/of-others && ! -e $library/lib/libheadstock.so.0.0.0 ]] ||
  stop 1 "interfaces: library.sh removes files of others, or keeps those of an earlier run."
rm -- "$library/lib/of-others"
export PKG_CONFIG_PATH="$library/lib/pkgconfig" LD_LIBRARY_PATH="$library/lib"
work="$root/.build/interfaces"
rm -rf -- "$work"
mkdir -p -- "$work"
# A path with spaces is quoted for the shell, not for make or `read`: flags go through an array.
flags=(-I"$library/include" -L"$library/lib" -lheadstock -lm)

# MARK: - The header and the library, from C

cc -std=c99 -Wall -Wextra -Werror -pedantic -fsyntax-only -x c Sources/CHeadstock/include/headstock.h
c++ -std=c++98 -Wall -Wextra -Werror -fsyntax-only -x c++ Sources/CHeadstock/include/headstock.h
pkg-config --exists --print-errors headstock
"$clang" -std=gnu11 -O1 -g -Wall -Wextra -Werror -ITests/CAllocationCounter/include -IExamples/C \
  Tests/CLibrary/library_test.c Tests/CAllocationCounter/*.c -o "$work/library_test" "${flags[@]}" \
  -lpthread
said=$("$work/library_test") || stop 1 "interfaces: the test of the library fails:" "$said"
say "interfaces: the library: $said"

readelf --dynamic "$library/lib/libheadstock.so.0" | grep --quiet NODELETE ||
  stop 1 "interfaces: libheadstock.so can be unloaded, and each load needs more memory."

# MARK: - The examples

# Runs a program of an example and compares what it prints.
prints() {
  local name=$1 said
  shift
  said=$("$@") || stop 1 "interfaces: $name fails: $*"
  [[ $said == "$(<"Examples/C/$name.expected")" ]] ||
    stop 1 "interfaces: $name prints:" "$said"
  say "interfaces: $name ran: $(basename -- "$1")"
}
example=Examples/C/detect_a_pitch.c
cc -std=c99 -Wall -Wextra -Werror -pedantic -O2 -g "$example" -o "$work/pitch" "${flags[@]}"
prints detect_a_pitch valgrind --quiet --error-exitcode=1 --leak-check=full \
  --show-leak-kinds=definite --errors-for-leak-kinds=definite "$work/pitch"
example=Examples/C/measure_a_strum.cpp
"$clang++" -std=c++11 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
  -fuse-ld=lld -O1 -g "$example" -o "$work/strum" "${flags[@]}"
(
  sanitizer_options
  prints measure_a_strum "$work/strum"
)
read -ra rest < <(sed -n 's/^Libs.private: //p' "$library/lib/pkgconfig/headstock.pc")
c++ -std=c++11 -O1 -I"$library/include" "$example" -o "$work/strum-static" \
  "$library/lib/libheadstock.a" "${rest[@]}"
LD_LIBRARY_PATH='' prints measure_a_strum "$work/strum-static"
# The Makefile as its comment says. The directory of the output has no space, which make would
# split.
env --unset=PKG_CONFIG_PATH make --directory=Examples/C --silent OUTPUT=../../.build/interfaces \
  PKG_CONFIG_PATH="$library/lib/pkgconfig"
prints detect_a_pitch "$work/detect_a_pitch"

# MARK: - The Python package

scripts/readers.sh
recordings=$("$(dirname -- "$tuner")/tuner-bench" datasets fetch guitarsounds)
# Each process finds what an earlier one compiled, outside of this tree. Everything that a test needs
# is installed here, so a test that is skipped fails.
env --unset=PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX="$root/.build/readers/cache" \
  HEADSTOCK_TUNER="$tuner" HEADSTOCK_RECORDINGS="$recordings" HEADSTOCK_WITHOUT_SKIPS=1 \
  PYTHONPATH="$root/python" \
  .build/readers/bin/python -m pytest --quiet -rs -p no:cacheprovider python/tests >&2
