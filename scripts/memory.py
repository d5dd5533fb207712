#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the memory of `tuner analyze`: below 100 MB over hours of plucks and chords.

    scripts/memory.py TUNER [--hours 10] [--limit 100] [-- ARGUMENTS OF ANALYZE]

`tuner analyze` reads the sound from standard input. Without ARGUMENTS it runs with the options that
keep most data: smoothed notes as text, with a page and a picture. The script prints the peak of the
resident memory as the kernel counts it, and ends with 1 when it exceeds the limit.
"""

import argparse
import array
import math
import os
import struct
import subprocess
import sys
import tempfile

RATE = 48000
CHORDS = ([110.0], [82.41, 123.47, 164.81, 207.65, 246.94, 329.63], [196.0], [146.83])


def minute():
    """A minute of strings and chords, one every 1.5 seconds, as 16-bit samples."""
    samples = array.array("h", bytes(2 * 60 * RATE))
    for stroke in range(40):
        strings = CHORDS[stroke % len(CHORDS)]
        first = stroke * 60 * RATE // 40
        for index in range(int(1.45 * RATE)):
            time = index / RATE
            value = sum(
                math.exp(-2.5 * time) * math.sin(2 * math.pi * hertz * n * time) / n
                for hertz in strings
                for n in (1, 2, 3)
            )
            samples[first + index] = int(6000 * value / len(strings))
    if sys.byteorder == "big":
        samples.byteswap()
    return samples.tobytes()


def peak(process):
    """The peak of the resident memory in kilobytes (VmHWM); 0 after the process has ended."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as status:
            return next((int(l.split()[1]) for l in status if l.startswith("VmHWM:")), 0)
    except OSError:
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tuner")
    parser.add_argument("--hours", type=float, default=10)
    parser.add_argument("--limit", type=float, default=100, help="megabytes")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    block = minute()
    minutes = round(60 * options.hours)
    with tempfile.TemporaryDirectory() as place:
        arguments = options.arguments or [
            "--smooth", "--html", os.path.join(place, "page.html"),
            "--plot", os.path.join(place, "plot.svg"),
        ]
        command = [options.tuner, "analyze", "-q", *arguments, "-"]
        with open(os.path.join(place, "out"), "wb") as out:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out)
            # A length too large for the header is written as all ones, as ffmpeg does on a pipe.
            size = len(block) * minutes
            size = size if size < 0xFFFFFF00 else 0xFFFFFFFF
            process.stdin.write(
                struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", min(size + 36, 0xFFFFFFFF), b"WAVE",
                            b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16, b"data", size))
            highest = 0
            for _ in range(minutes):
                process.stdin.write(block)
                highest = max(highest, peak(process.pid))
            process.stdin.close()
            while process.poll() is None:
                highest = max(highest, peak(process.pid))
                try:
                    process.wait(0.02)
                except subprocess.TimeoutExpired:
                    pass
            written = os.path.getsize(os.path.join(place, "out"))
    megabytes = highest / 1000
    print(f"{options.hours:g} h: {megabytes:.1f} MB at most, {written} bytes written, "
          f"status {process.returncode}")
    return process.returncode or int(megabytes > options.limit)


sys.exit(main())
