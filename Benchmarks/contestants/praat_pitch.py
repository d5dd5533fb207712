# SPDX-License-Identifier: MIT
"""Praat as a contestant, through parselmouth: praat_pitch.py FILE.wav

Prints time,frequency,confidence. Praat's time is the middle of a window of 3 periods of the
lowest pitch. The script adds half a window, so that the time is that of the last sample used. The
path finder uses later samples, unlike a live tuner. Confidence is the strength of the chosen
candidate.
"""

import sys

import parselmouth
import versions

FLOOR, CEILING = 28.0, 1400.0


def main():
    sound = parselmouth.Sound(sys.argv[1])
    pitch = sound.to_pitch_ac(0.005, FLOOR, 15, False, 0.03, 0.45, 0.01, 0.35, 0.14, CEILING)
    half = 1.5 / FLOOR
    chosen = pitch.selected_array
    for time, frequency, strength in zip(pitch.xs(), chosen["frequency"], chosen["strength"]):
        print(f"{time + half:.9f},{frequency:.6f},{min(1.0, max(0.0, strength)):.6f}")


versions.print_if_asked(parselmouth=parselmouth.__version__, Praat=parselmouth.PRAAT_VERSION)
main()
