# SPDX-License-Identifier: MIT
"""SwiftF0 (neural, 16 kHz, frames of 16 ms) as a contestant: swiftf0_pitch.py FILE.wav

Prints time,frequency,confidence. SwiftF0's time is the middle of a window of 1024 samples at
16 kHz. The script adds half a window, so that the time is that of the last sample used.
"""

import importlib.metadata
import sys

import versions
from swift_f0 import SwiftF0


def main():
    result = SwiftF0().detect_file(sys.argv[1])
    half = 512 / 16000
    for time, frequency, confidence in zip(
        result.timestamps, result.pitch_hz, result.confidence
    ):
        print(f"{time + half:.9f},{frequency:.6f},{min(1.0, max(0.0, confidence)):.6f}")


versions.print_if_asked(swift_f0=importlib.metadata.version("swift-f0"))
main()
