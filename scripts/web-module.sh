#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/web-module.sh [DIRECTORY]
#
# Builds the tuner for web pages with Embedded Swift: DIRECTORY/headstock.wasm, .build/web by
# default. The module imports nothing. Prints its size, and its size after gzip.
#
# Exit status: 0 the module is built and below 400 KB compressed; 1 it is larger, or a compiler
# failed; 2 a Debian package is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

out=''
take_arguments '' '' out "$@"

target=wasm32-unknown-none-wasm
largest=400000 # bytes after gzip
out=${out:-$root/.build/web}
objects="$root/.build/web-module"
# From the lowest to the highest: each imports only those before it.
modules=(Acoustics FileFormats Tuning TunerState SignalProcessing PitchDetection TunerPipeline
  NoteTracking OfflineAnalysis WebTuner)

headers=/usr/include/wasm32-wasi
library=/usr/lib/wasm32-wasi/libc.a
builtins=$(compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a' |
  head -n 1 || true)
if [[ ! -d $headers || ! -f $library || -z $builtins ]]; then
  stop 2 "web-module: the C library for WebAssembly is missing. Install it as root:" \
    "apt-get install --no-install-recommends wasi-libc libclang-rt-14-dev-wasm32"
fi
tools=$(dirname -- "$(readlink -f -- "$(command -v swiftc)")")
tables="$tools/../lib/swift/embedded/$target/libswiftUnicodeDataTables.a"

mkdir -p -- "$out" "$objects"
compiler=$(swiftc --version 2>&1)
# Prints a checksum of the compiler and of the names and contents of files and folders: `state_of
# PATH…`. The times of folders say nothing, because a copy of a tree makes all folders anew.
state_of() {
  { printf '%s\n' "$compiler" && find "$@" -type f -print0 | sort -z | xargs -0 sha256sum --; } |
    sha256sum
}
changed=false # a module is compiled again if its sources, or a module before it, have changed
for module in "${modules[@]}"; do
  interface="$objects/$module.swiftmodule"
  state=$(cd -- "$root" && state_of "Sources/$module" Sources/CMathematics scripts/web-module.sh)
  if ! $changed && [[ -f $interface && -f $objects/$module.state &&
    $(<"$objects/$module.state") == "$state" ]]; then continue; fi
  changed=true
  rm -f -- "$objects/$module.state"
  # The loops over whole recordings read files, and the compiler fails at them, so WebTuner has its
  # own.
  mapfile -d '' -t sources < <(find "$root/Sources/$module" -name '*.swift' \
    ! -path '*/OfflineAnalysis/*Analysis.swift' ! -name ResultSmoothing.swift -print0 | sort -z)
  # Embedded Swift generates the code of a module in each module that uses it. Only the last one,
  # which uses all, therefore needs an object file; the others take half the time without.
  object=()
  if [[ $module == "${modules[-1]}" ]]; then object=(-c -o "$objects/$module.o"); fi
  # Incremental code generation would store a hash in the module that depends on the folder.
  swiftc -target "$target" -O -wmo -parse-as-library -swift-version 6 -package-name headstock \
    -enable-experimental-feature Embedded -enable-experimental-feature Lifetimes \
    -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature ExistentialAny \
    -Xfrontend -disable-stack-protector -Xcc -msimd128 \
    -Xfrontend -disable-incremental-llvm-codegen -Xcc -isystem -Xcc "$headers" \
    -I "$objects" -I "$root/Sources/CMathematics" -module-name "$module" \
    -emit-module -emit-module-path "$interface" "${sources[@]}" "${object[@]}" >&2
  printf '%s\n' "$state" >"$objects/$module.state"
done

mapfile -t exports < <(grep --only-matching --no-filename '"headstock_web[a-z_]*"' \
  "$root/Sources/WebTuner/"Exports*.swift | tr -d '"' | sed 's/^/--export=/')
# Embedded Swift takes the seed of its hashes from this function, and prints with putchar.
cat >"$objects/system.c" <<'C'
#include <stddef.h>
void arc4random_buf(void *bytes, size_t count) {
  static unsigned state = 1;
  for (unsigned char *byte = bytes; count > 0; count--) {
    state = state * 1664525u + 1013904223u;
    *byte++ = (unsigned char)(state >> 24);
  }
}
int putchar(int character) { return character; }

// The heap in use, and the allocations since the start. Proofs of bounded memory read both.
int posix_memalign(void **, size_t, size_t);
size_t malloc_usable_size(void *);
int __real_posix_memalign(void **, size_t, size_t);
void __real_free(void *);
static size_t heap_bytes;
static unsigned allocations;
int __wrap_posix_memalign(void **block, size_t alignment, size_t count) {
  int status = __real_posix_memalign(block, alignment, count);
  if (status == 0) heap_bytes += malloc_usable_size(*block), allocations++;
  return status;
}
void __wrap_free(void *block) {
  if (block != NULL) heap_bytes -= malloc_usable_size(block);
  __real_free(block);
}
size_t headstock_web_heap_bytes(void) { return heap_bytes; }
unsigned headstock_web_allocations(void) { return allocations; }
C
"$tools/clang" --target=wasm32-unknown-none -O2 -isystem "$headers" -c "$objects/system.c" \
  -o "$objects/system.o"
"$tools/wasm-ld" --no-entry --gc-sections --strip-all -O2 --stack-first -z stack-size=1048576 \
  --initial-memory=16777216 --max-memory=16777216 \
  --wrap=posix_memalign --wrap=free --export=headstock_web_heap_bytes \
  --export=headstock_web_allocations "${exports[@]}" "$objects/${modules[-1]}.o" "$objects/system.o" \
  "$library" "$builtins" "$tables" -o "$out/headstock.wasm"

compressed=$(gzip --best --stdout -- "$out/headstock.wasm" | wc --bytes)
say "web-module: $(wc --bytes <"$out/headstock.wasm") bytes, $compressed after gzip"
if ((compressed > largest)); then stop 1 "web-module: more than $largest bytes after gzip."; fi
