#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/plugins.sh [--check] [--library DIRECTORY] [--tuner PROGRAM] [DIRECTORY]
#
# Makes the LV2 plugin (DIRECTORY/lv2/headstock.lv2) and the Vamp plugin
# (DIRECTORY/vamp/headstock.so) in .build/plugins, or in DIRECTORY, and prints that directory. Both
# load libheadstock.so.0. Other files in DIRECTORY stay.
#
#   --check               also validates the LV2 bundle, runs it in a host that counts allocations,
#                         in lv2bench and in jalv, and compares the Vamp plugin in vamp-simple-host
#                         with `tuner analyze`
#   --library DIRECTORY   takes the C library that scripts/library.sh made there
#   --tuner PROGRAM       the program to compare with; by default .build/release/tuner
#
# Exit status: 0 made, 1 a check failed, 2 wrong usage or a tool is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

check=false library='' tuner='' output=''
take_arguments --check '--library --tuner' output "$@"
output=$(realpath --canonicalize-missing -- "${output:-$root/.build/plugins}")
cd -- "$root"
for module in lv2 vamp-sdk; do
  pkg-config --exists "$module" ||
    stop 2 "plugins.sh: $module is missing. Run: scripts/setup.sh --tests"
done
library=${library:-$(scripts/library.sh)}
version=$(sed -n 's/^#define HEADSTOCK_VERSION "\(.*\)"$/\1/p' "$library/include/headstock.h")

bundle="$output/lv2/headstock.lv2"
# DIRECTORY may contain the plugins of others, such as /usr/lib.
rm -rf -- "$bundle"
rm -f -- "$output/vamp/headstock.so" "$output/vamp/headstock.cat"
mkdir -p -- "$bundle" "$output/vamp"
flags=(-Wall -Wextra -Werror -O2 -fPIC -fvisibility=hidden -I"$library/include")
# shellcheck disable=SC2054 # the commas are the options of the linker
link=(-shared -Wl,--as-needed -Wl,-z,now -Wl,-z,defs -L"$library/lib" -lheadstock -lm)
cc -std=c11 "${flags[@]}" plugins/lv2/headstock_lv2.c -o "$bundle/headstock_lv2.so" "${link[@]}"
cp -- plugins/lv2/manifest.ttl "$bundle"
scripts/plugin-description.py "$library/lib/libheadstock.so.0" "$version" >"$bundle/headstock.ttl"
c++ -std=c++17 "${flags[@]}" plugins/vamp/headstock_vamp.cpp -o "$output/vamp/headstock.so" \
  -Wl,-Bstatic -lvamp-sdk -Wl,-Bdynamic "${link[@]}" -Wl,--exclude-libs=ALL
cp -- plugins/vamp/headstock.cat "$output/vamp"
strip --strip-unneeded -- "$bundle/headstock_lv2.so" "$output/vamp/headstock.so"
chmod 644 -- "$bundle"/* "$output/vamp/headstock.so" "$output/vamp/headstock.cat"
printf '%s\n' "$output"
if ! $check; then exit; fi

# MARK: - The check

require_commands lv2_validate lv2bench jalv jackd jack_wait vamp-simple-host
tuner=${tuner:-$root/.build/release/tuner}
[[ -x $tuner ]] || stop 2 "plugins.sh: there is no program $tuner."
work=$(mktemp --directory)
trap 'rm -rf -- "$work"' EXIT
export LD_LIBRARY_PATH="$library/lib" LV2_PATH="$output/lv2:/usr/lib/lv2" VAMP_PATH="$output/vamp"

said=$(lv2_validate "$bundle"/*.ttl 2>&1) || stop 1 "plugins: lv2_validate finds errors:" "$said"
say "plugins: lv2_validate: $(tail --lines=1 <<<"$said")"
clang="$(dirname -- "$(realpath -- "$(command -v swiftc)")")/clang"
"$clang" -std=gnu11 -O1 -g -Wall -Wextra -Werror -ITests/CAllocationCounter/include -IExamples/C \
  Tests/Plugins/lv2_host.c Tests/CAllocationCounter/*.c -o "$work/host" -rdynamic -lm -lpthread -ldl
said=$("$work/host" "$bundle/headstock_lv2.so") || stop 1 "plugins: the test of the LV2 plugin fails:" "$said"
say "plugins: a host that counts allocations: $said"
said=$(lv2bench urn:headstock:tuner 2>/dev/null)
[[ $said == *urn:headstock:tuner* ]] || stop 1 "plugins: lv2bench does not run the plugin: $said"
say "plugins: lv2bench: ${said%% *} s for its half a million samples"

# C3 is near no string of the plugin's tuning.
"$tuner" tone -t 'E2 A2 C3 G3 B3 E4' --seconds 2 -o "$work/tone.wav" >/dev/null
# jalv runs with a private JACK server that has no sound card.
export JACK_DEFAULT_SERVER="headstock-$$" JACK_NO_AUDIO_RESERVATION=1
jackd --no-realtime --name "$JACK_DEFAULT_SERVER" -d dummy >"$work/jackd.log" 2>&1 &
jack=$!
trap 'kill "$jack" 2>/dev/null || true; rm -rf -- "$work"' EXIT
jack_wait --wait --timeout 20 >&2 || stop 1 "plugins: jackd does not start:" "$(<"$work/jackd.log")"
said=$(printf 'set 2 442\ncontrols\nmonitors\n' | timeout 30 jalv urn:headstock:tuner 2>&1 || true)
[[ $said == *'a4 = 442'* && $said == *'note = '* ]] || stop 1 "plugins: jalv says:" "$said"
say "plugins: jalv runs the plugin and sets A4"

# Every reading of the Vamp plugin must equal that of `tuner analyze`, as a float with nanoseconds.
for layer in pitch cents sigma confidence strobe notes; do
  vamp-simple-host "headstock:tuner:$layer" "$work/tone.wav" >"$work/$layer.txt" 2>/dev/null
done
"$tuner" analyze --frames --format csv "$work/tone.wav" >"$work/frames.csv"
"$tuner" analyze --format csv "$work/tone.wav" >"$work/notes.csv"
"$tuner" analyze --format midi -o "$work/notes.mid" "$work/tone.wav"
# At this rate, a period of the lowest string is 2330 samples long.
"$tuner" tone E2 --sample-rate 192000 --seconds 2 -o "$work/fine.wav" >/dev/null
vamp-simple-host headstock:tuner:strobe "$work/fine.wav" >"$work/fine-strobe.txt" 2>/dev/null
"$tuner" analyze --frames --format csv "$work/fine.wav" >"$work/fine-frames.csv"
Tests/Plugins/compare_vamp.py "$work" >&2
