#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the cost of the Python package with aubio's yinfast and with the command `tuner
analyze`.

Usage: Benchmarks/python-cost.py TUNER [--check]

The Python that runs it has headstock and aubio (Debian: python3-aubio; PYTHONPATH=python, and
LD_LIBRARY_PATH for the library). All three analyse the same 30 s of plucked strings at 48 kHz with
a hop of 800 samples. A second table compares headstock.track with yinfast at three hops and three
windows: 1024, 2048 and 4096 samples find periods down to 94, 47 and 24 Hz. Times are processor
times, the best of several alternating rounds.

  --check   fails unless aubio, with the window of 4096 samples that its own example uses and low
            strings need, takes 3 times as long as headstock.track at each hop, and headstock.track
            at most 1.1 times as long as the command

Exit status: 0 measured, 1 --check failed, 2 wrong usage.
"""

import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import wave

import numpy as np

import headstock

SR, HOP, SECONDS, ROUNDS = 48_000, 800, 30, 5
HOPS, WINDOWS = (800, 512, 256), (1024, 2048, 4096)


def sound():
    """Returns strings of a guitar, one after the other, one second each."""
    random = np.random.default_rng(1)
    parts = []
    for index in range(SECONDS):
        time_s = np.arange(SR) / SR
        f0 = 440 * 2 ** (((40, 45, 50, 55, 59, 64)[index % 6] - 69) / 12)
        note = sum(
            np.exp(-0.6 * (1 + 0.3 * n) * time_s) / n * np.sin(2 * np.pi * n * f0 * time_s + n)
            for n in range(1, 13)
        )
        parts.append(0.2 * note + 1e-4 * random.standard_normal(SR))
    return np.concatenate(parts).astype(np.float32)


def by_track(samples, hop=HOP):
    headstock.track(samples, SR, rate=SR / hop)


def by_tracker(samples):
    tracker = headstock.Tracker(SR, rate=SR / HOP)
    for start in range(0, len(samples), HOP):
        tracker.process(samples[start : start + HOP])


def by_aubio(samples, window, hop=HOP):
    import aubio

    pitch = aubio.pitch("yinfast", window, hop, SR)
    for start in range(0, len(samples) - hop + 1, hop):
        pitch(samples[start : start + hop])


def processor_time(work):
    before = time.process_time()
    work()
    return time.process_time() - before


def children_time(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def fastest(contestants):
    """Returns the least time of each contestant over alternating rounds."""
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(ROUNDS):
        for name, run in contestants.items():
            best[name] = min(best[name], run())
    return best


def ratios(samples, hop):
    """Returns the time of yinfast over that of headstock.track, for each window."""
    contestants = {0: lambda: processor_time(lambda: by_track(samples, hop))}
    for window in WINDOWS:
        contestants[window] = lambda window=window: processor_time(
            lambda: by_aubio(samples, window, hop)
        )
    best = fastest(contestants)
    return [best[window] / best[0] for window in WINDOWS]


def main(words):
    checks = "--check" in words
    words = [word for word in words if word != "--check"]
    if len(words) != 1:
        print(__doc__.strip())
        return 2
    samples = sound()
    with tempfile.TemporaryDirectory() as directory:
        path = str(pathlib.Path(directory) / "strings.wav")
        with wave.open(path, "wb") as file:
            file.setparams((1, 2, SR, 0, "NONE", ""))
            file.writeframes((samples * 32767).astype("<i2").tobytes())
        program = [words[0], "analyze", "--frames", "--format", "csv", "--rate", str(SR // HOP), path]
        contestants = {
            "headstock.track": lambda: processor_time(lambda: by_track(samples)),
            "headstock.Tracker": lambda: processor_time(lambda: by_tracker(samples)),
            "headstock.analyze": lambda: processor_time(
                lambda: headstock.analyze(path, rate=SR / HOP)
            ),
            "tuner analyze": lambda: children_time(program),
            "aubio yinfast 2048": lambda: processor_time(lambda: by_aubio(samples, 2048)),
            "aubio yinfast 4096": lambda: processor_time(lambda: by_aubio(samples, 4096)),
        }
        best = fastest(contestants)
    updates = len(samples) / HOP
    for name, seconds in best.items():
        print(f"{name:20} {1e6 * seconds / updates:7.1f} µs an update")
    aubio = best["aubio yinfast 4096"] / best["headstock.track"]
    stream = best["aubio yinfast 4096"] / best["headstock.Tracker"]
    command = best["headstock.track"] / best["tuner analyze"]
    print(f"aubio yinfast 4096 / headstock.track: {aubio:.2f}, / headstock.Tracker: {stream:.2f}")
    print(f"headstock.track / tuner analyze: {command:.2f}")
    print("yinfast / headstock.track   " + "".join(f"{window:>7}" for window in WINDOWS))
    by_hop = {hop: ratios(samples, hop) for hop in HOPS}
    for hop, found in by_hop.items():
        print(f"hop of {hop} samples          " + "".join(f"{ratio:7.2f}" for ratio in found))
    least = min(found[-1] for found in by_hop.values())
    return 1 if checks and (least < 3 or command > 1.1) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
