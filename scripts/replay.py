#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the readings of two builds, bit by bit.

    scripts/replay.py record FILE --program TUNER RECORDINGS…
    scripts/replay.py check FILE --program TUNER RECORDINGS…
    scripts/replay.py record FILE --synthetic --bench TUNER-BENCH
    scripts/replay.py check FILE --synthetic --bench TUNER-BENCH

`record` writes the readings of every recording below the directories RECORDINGS into FILE. They are
the records of `tuner analyze --frames --format ndjson`, whose numbers can be parsed to the same
bits. The script makes them for each detector at 20, 60 and 200 updates a second, and once with
--smooth, which depends on all candidates of the engine.

With --synthetic, the readings are those of `tuner-bench synthetic --readings` on every item of the
synthetic suite, with the same detectors and rates. FILE keeps the SHA-256 of each item's readings.

`check` makes the same readings with another build and compares them with FILE. It prints the first
differing record of a recording from both builds. A recording that FILE lacks, or that no longer
exists, is a difference.

    --detector NAME   uses only this detector (repeatable)
    --rate HZ         uses only this rate (repeatable)
    --draws N         uses N strings for each note of the synthetic suite (default: 1)
    --sets NAMES      uses only these sets of the synthetic suite, separated by commas

Exit status: 0 the readings are recorded, or all are equal; 1 a reading differs; 2 wrong usage, or
a program failed.
"""

import argparse
import concurrent.futures
import gzip
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

DETECTORS = ("engine", "spectral", "yin")
RATES = (20, 60, 200)
SUFFIXES = {".wav", ".flac", ".ogg", ".mp3", ".aiff", ".aif", ".caf", ".opus"}


def recordings(directories):
    """The recordings below the directories, by their path inside the directory."""
    found = {}
    for directory in directories:
        root = pathlib.Path(directory)
        if not root.is_dir():
            sys.exit(f"replay.py: {directory} is no directory")
        for path in sorted(root.rglob("*")):
            if path.suffix.lower() in SUFFIXES:
                found[f"{root.name}/{path.relative_to(root)}"] = path
    if not found:
        sys.exit("replay.py: there is no recording to read")
    return found


def settings(options):
    """The arguments of each reading, by its name."""
    chosen = {}
    for detector in options.detector or DETECTORS:
        for rate in options.rate or RATES:
            chosen[f"{detector} {rate} Hz"] = ["--detector", detector, "--rate", str(rate)]
    if "engine" in (options.detector or DETECTORS):
        chosen["engine smoothed"] = ["--smooth", "--rate", "60"]
    return chosen


def read(program, path, arguments):
    """The records of one recording, without those that name the recording and the program."""
    run = subprocess.run(
        [program, "analyze", "--frames", "--format", "ndjson", "-t", "chromatic", *arguments, "--",
         str(path)], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"{path}: tuner ended with {run.returncode}: {run.stderr.strip()}")
    lines = run.stdout.splitlines()
    return [line for line in lines if not set(json.loads(line)) & {"schema", "file", "version"}]


def synthetic(options):
    """Yields (item, setting, records) of the synthetic suite; the one record is a SHA-256."""
    with tempfile.TemporaryDirectory() as directory:
        lines = os.path.join(directory, "readings")
        for setting, arguments in settings(options).items():
            command = [options.bench, "synthetic", "--readings", lines, "--draws",
                       str(options.draws), *arguments]
            command += ["--sets", options.sets] if options.sets else []
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode != 0:
                raise RuntimeError(f"tuner-bench ended with {run.returncode}: {run.stderr.strip()}")
            with open(lines, "rb") as file:
                for line in file:
                    item, text = line.split(b"\t", 1)
                    yield item.decode(), setting, [hashlib.sha256(text).hexdigest()]


def readings(options):
    """Yields (recording or item, setting, records) in a fixed order."""
    if options.synthetic:
        yield from synthetic(options)
        return
    jobs = [(name, path, setting, arguments)
            for name, path in recordings(options.recordings).items()
            for setting, arguments in settings(options).items()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda job: read(options.program, job[1], job[3]), jobs)
        for (name, _, setting, _), records in zip(jobs, results):
            yield name, setting, records


def record(options):
    kept = {}
    for name, setting, records in readings(options):
        kept[f"{name}\t{setting}"] = records
    with gzip.open(options.file, "wt", encoding="utf-8") as file:
        json.dump(kept, file)
    print(f"replay: recorded {len(kept)} readings, {sum(map(len, kept.values()))} records")


def check(options):
    with gzip.open(options.file, "rt", encoding="utf-8") as file:
        kept = json.load(file)
    wanted = {key for key in kept if key.split("\t")[1] in settings(options)}
    equal = different = records_seen = 0
    for name, setting, records in readings(options):
        key = f"{name}\t{setting}"
        wanted.discard(key)
        before = kept.get(key)
        records_seen += len(records)
        if before == records:
            equal += 1
            continue
        different += 1
        if before is None:
            print(f"DIFFERS {name}, {setting}: it was not recorded")
            continue
        pair = next(((a, b) for a, b in zip(before, records) if a != b), None)
        print(f"DIFFERS {name}, {setting}: " + (
            f"\n  before {pair[0]}\n  now    {pair[1]}" if pair
            else f"{len(before)} records before, {len(records)} now"))
    for key in sorted(wanted):
        different += 1
        print(f"DIFFERS {key}: it no longer exists")
    print(f"replay: {equal} readings of {records_seen} records in all are equal, {different} differ")
    return 1 if different else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["record", "check"])
    parser.add_argument("file")
    parser.add_argument("recordings", nargs="*")
    parser.add_argument("--program", default=".build/release/tuner")
    parser.add_argument("--synthetic", action="store_true")
    parser.add_argument("--bench", default=".build/release/tuner-bench")
    parser.add_argument("--draws", type=int, default=1)
    parser.add_argument("--sets")
    parser.add_argument("--detector", action="append", choices=DETECTORS)
    parser.add_argument("--rate", action="append", type=int)
    options = parser.parse_args()
    if options.synthetic == bool(options.recordings):
        parser.error("name either directories of recordings or --synthetic")
    try:
        return record(options) or 0 if options.mode == "record" else check(options)
    except (OSError, RuntimeError, ValueError) as error:
        print(f"replay.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
