#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Measures the share of sound that counts as practice: speech, noise, silence, a looped note,
# phrases.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/common.bash
source scripts/common.bash

usage() {
  cat <<'END'
usage: scripts/practice-counting.sh [--noise FILE]… [--note FILE]… [PHRASE…]

Prints, for each sound, the seconds with a clear pitch, the seconds that count as practice, and the
share of the two, which exceeds 100 % if chords are played: they count without a clear pitch. PHRASE
are recordings of playing, of which at least 95 % must count; without any, plucked strings and a
minute of strummed chords are synthesised. --noise is a recording of noise, of which nothing may count; --note
one of a single note, of which 60 s may count however often it is looped. Needs espeak-ng and sox.
Ends with 1 when a sound is outside its bounds.
END
}

noises=() notes=() phrases=()
while [ $# -gt 0 ]; do
  case "$1" in
  -h | --help)
    usage
    exit 0
    ;;
  --noise | --note)
    [ $# -gt 1 ] || stop 2 "practice-counting.sh: $1 needs a file"
    if [ "$1" = --noise ]; then noises+=("$2"); else notes+=("$2"); fi
    shift
    ;;
  -*) refuse "$1" ;;
  *) phrases+=("$1") ;;
  esac
  shift
done
for program in espeak-ng sox; do
  command -v "$program" >/dev/null ||
    stop 2 "practice-counting.sh: $program is missing. Install it: apt-get install $program"
done

tuner="${TUNER:-.build/release/tuner}"
[ -x "$tuner" ] || swift build -c release --product tuner >&2
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
failed=0

# Measures one file: `measure NAME FILE LOWEST% HIGHEST% LONGEST_S [SHORTEST_S]`.
measure() {
  local voiced counted
  # A reading is clear from a confidence of 0.7 on, and covers a twentieth of a second. `tuner` ends
  # with 1 for a sound without any pitch, which is a valid result.
  rm -rf "$scratch/data" && mkdir "$scratch/data"
  voiced="$({ XDG_DATA_HOME="$scratch/data" \
    "$tuner" analyze -q --practice --frames -t chromatic -f csv "$2" || [ $? = 1 ]; } |
    awk -F, 'NR > 1 && $2 != "" && $3 >= 0.7 { n += 1 } END { printf "%.2f", n / 20 }')"
  counted="$(find "$scratch/data" -name '*.jsonl' -exec cat {} + |
    sed 's/.*"practice_ms":\([0-9]*\).*/\1/' | awk '{ n += $1 } END { printf "%.2f", n / 1000 }')"
  awk -v name="$1" -v voiced="$voiced" -v counted="$counted" -v low="$3" -v high="$4" \
    -v longest="$5" -v shortest="${6:-0}" 'BEGIN {
      share = voiced > 0 ? 100 * counted / voiced : 0
      bad = share < low || share > high || counted > longest || counted < shortest
      printf "%-28s voiced %7.1f s  counts %7.1f s  %5.1f %%  %s\n", name, voiced, counted, share,
        bad ? "OUT" : "ok"
      exit bad
    }' || failed=1
}

# Writes a recording repeatedly, for at least SECONDS: `looped FILE SECONDS`.
looped() {
  local length
  length="$(soxi -D "$1")"
  sox "$1" "$scratch/looped.wav" repeat "$(awk -v d="$length" -v s="$2" 'BEGIN { print int(s / d) }')"
}

text="The rainbow is a division of white light into many beautiful colours. These take the shape of a
long round arch, with its path high above, and its two ends apparently beyond the horizon. When
somebody looks for something beyond their reach, their friends say they look for the pot of gold."
for voice in en de es fr en+f3 en-us+m3; do
  for _ in $(seq 25); do echo "$text"; done | espeak-ng -v "$voice" --stdin -w "$scratch/long.wav"
  sox "$scratch/long.wav" "$scratch/speech.wav" trim 0 300 2>/dev/null
  # At most 5 % of five minutes, which is 15 s.
  measure "speech, $voice" "$scratch/speech.wav" 0 100 15
done
sox -n -r 48000 "$scratch/pink.wav" synth 300 pinknoise vol 0.2
measure "pink noise" "$scratch/pink.wav" 0 0 0
sox -n -r 48000 "$scratch/brown.wav" synth 300 brownnoise vol 0.5
measure "brown noise" "$scratch/brown.wav" 0 0 0
sox -n -r 48000 "$scratch/hum.wav" synth 300 sine 50 sine 150 sine 250 remix - vol 0.05
measure "hum of the mains" "$scratch/hum.wav" 0 0 0
sox -n -r 48000 "$scratch/silence.wav" trim 0 300
measure "silence" "$scratch/silence.wav" 0 0 0
for frequency in 82.41 110 196 329.63; do
  sox -n -r 48000 "$scratch/note.wav" synth 2 pluck "$frequency" vol 0.5 repeat 149
  measure "looped note, $frequency Hz" "$scratch/note.wav" 0 100 60
done
for note in "${notes[@]}"; do
  looped "$note" 300
  measure "looped, $(basename "$note")" "$scratch/looped.wav" 0 100 60
done
for noise in "${noises[@]}"; do
  looped "$noise" 60
  measure "noise, $(basename "$noise")" "$scratch/looped.wav" 0 0 0
done
for phrase in "${phrases[@]}"; do
  measure "$(basename "$phrase")" "$phrase" 95 100000 "$(soxi -D "$phrase")"
done
if [ ${#phrases[@]} = 0 ]; then
  for string in 82.41 110 146.83 196 246.94 329.63 164.81 220; do
    sox -n -r 48000 "$scratch/$string.wav" synth 1 pluck "$string" vol 0.5
  done
  sox "$scratch"/[0-9]*.wav "$scratch/phrase.wav" repeat 7
  measure "plucked strings" "$scratch/phrase.wav" 95 100 100000
  # G, C, D and Em, 0.8 s each.
  number=0
  for chord in "98 123.47 146.83 196 246.94 392" "130.81 164.81 196 261.63 329.63" \
    "146.83 220 293.66 369.99" "82.41 123.47 164.81 196 246.94 329.63"; do
    number=$((number + 1)) strings=()
    for frequency in $chord; do
      file="$scratch/chord-$number-$frequency.wav"
      sox -n -r 48000 "$file" synth 0.8 pluck "$frequency" vol 0.5
      strings+=("$file")
    done
    sox -m "${strings[@]}" "$scratch/strum-$number.wav"
  done
  sox "$scratch"/strum-[0-9].wav "$scratch/chords.wav" repeat 18
  measure "strummed chords" "$scratch/chords.wav" 0 100000 "$(soxi -D "$scratch/chords.wav")" 30
  looped "$scratch/strum-1.wav" 300
  measure "one looped chord" "$scratch/looped.wav" 0 100000 60
fi
exit "$failed"
