# SPDX-License-Identifier: MIT
"""aubio as a contestant: aubio_pitch.py METHOD WINDOW FILE.wav

Prints time,frequency,confidence. The time is the position of the last sample read. Confidence is
aubio's own, clamped to 0…1. Answers during the first window count like any other.
"""

import sys

import aubio
import versions


def main():
    method, window, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    rate = aubio.source(path).samplerate
    hop = rate // 200
    source = aubio.source(path, rate, hop)
    pitch = aubio.pitch(method, window, hop, rate)
    pitch.set_unit("Hz")
    total = 0
    while True:
        samples, count = source()
        if count == 0:
            break
        total += count
        frequency = float(pitch(samples)[0])
        confidence = min(1.0, max(0.0, float(pitch.get_confidence())))
        # The other methods give 0 even for a periodic sound, so every pitch is an answer.
        if method not in ("yin", "yinfast") and frequency > 0:
            confidence = 1.0
        print(f"{total / rate:.9f},{frequency:.6f},{confidence:.6f}")
        if count < hop:
            break


versions.print_if_asked(aubio=aubio.version)
main()
