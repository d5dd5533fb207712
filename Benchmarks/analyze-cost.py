#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the cost of `tuner analyze` with aubio's, process start included.

    Benchmarks/analyze-cost.py [--runs N] [--limit RATIO]

Joins the recordings of guitarsounds to a file of two minutes and runs alternately

    tuner analyze --frames --format csv --rate 60 FILE
    aubiopitch -p yinfast -B 2048 -H 800 -i FILE

Both give 60 readings a second at 48 kHz. Prints the processor time of each, and the median of the
ratios of the pairs, which does not depend on a drift of the machine's speed. Needs the release
build and the recordings; scripts/demo.sh makes both.

Exit status: 0 the median ratio is within the limit, 1 it is not, 2 a program or the set is missing.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import wave

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 120


def stop(message):
    """Ends with status 2, and prints what is missing and the remedy."""
    print(f"analyze-cost: {message}", file=sys.stderr)
    sys.exit(2)


def program(name):
    """The path of a program of the release build."""
    path = ROOT / ".build" / "release" / name
    if not path.exists():
        stop(f"{path} is not built. Build it: swift build -c release")
    return str(path)


def recordings():
    """The installed files of guitarsounds."""
    fetch = [program("tuner-bench"), "datasets", "fetch", "guitarsounds"]
    directory = subprocess.run(fetch, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return sorted(pathlib.Path(directory).glob("*.wav"))


def join(files, path):
    """Writes two minutes of the files, one after another, repeated as needed."""
    with wave.open(str(path), "wb") as out:
        left = None
        while left is None or left > 0:
            for file in files:
                with wave.open(str(file)) as wav:
                    if left is None:
                        out.setparams(wav.getparams())
                        left = SECONDS * wav.getframerate()
                    data = wav.readframes(min(left, wav.getnframes()))
                out.writeframes(data)
                left -= len(data) // out.getsampwidth()
                if left <= 0:
                    break


def cost(command):
    """The processor time of one whole run, in seconds."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        stop(f"{command[0]} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=9, help="pairs of runs (default: 9)")
    parser.add_argument("--limit", type=float, default=1.0, help="the most it may cost (default: 1)")
    options = parser.parse_args()
    if not shutil.which("aubiopitch"):
        stop("aubiopitch is not installed. Install it: apt-get install aubio-tools")
    with tempfile.TemporaryDirectory() as directory:
        file = os.path.join(directory, "two minutes.wav")
        join(recordings(), file)
        tuner = [program("tuner"), "analyze", "--frames", "--format", "csv", "--rate", "60", file]
        aubio = ["aubiopitch", "-p", "yinfast", "-B", "2048", "-H", "800", "-i", file]
        cost(tuner), cost(aubio)
        pairs = [(cost(tuner), cost(aubio)) for _ in range(options.runs)]
    ratios = [ours / theirs for ours, theirs in pairs]
    ratio = statistics.median(ratios)
    for name, column in (("tuner analyze", 0), ("aubiopitch yinfast 2048", 1)):
        print(f"{name:24} {1000 * statistics.median(p[column] for p in pairs):6.0f} ms")
    print(f"{'ratio, median':24} {ratio:6.2f}  ({min(ratios):.2f} to {max(ratios):.2f})")
    print(f"{'limit':24} {options.limit:6.2f}")
    sys.exit(0 if ratio <= options.limit else 1)


if __name__ == "__main__":
    main()
