#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions that a recording of a batch costs beside the engine, with callgrind.

    scripts/batch-cost.py [check|show] [--program FILE]

  check  compares the share with its limit (the default)
  show   prints the table only

The engine is TunerPipeline: the filters in front of PitchEngine, PitchEngine itself, and the
comparison with targets, which a live session runs too. Everything else counts as beside it:
opening, decoding, preparing, the notes and the long spectrum of their steady parts, writing, and the
messages to the program. Recordings are 3 s long at 44.1 kHz, with a pluck each 1.5 s. A run of few
recordings is subtracted from one of many, so the start of the program is not counted.

Callgrind counts a repeated move of the processor once for each byte, so glibc is told to avoid
these. A worker is counted, and not the program that hands out and writes.

Exit status: 0 within the limit, 1 not, 2 the counts could not be made.
"""

import array
import collections
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import wave

ROOT = pathlib.Path(__file__).resolve().parent.parent
RATE = 44_100
SECONDS = 3
FEW, MANY = 2, 8
# Instructions beside the engine as a share of the engine's.
LIMIT = 0.20
THRESHOLD = 1 << 40
ENGINE = "the engine"
# The groups, each with a part of the names of its functions. The first that a call enters counts.
GROUPS = (
    (ENGINE, r"TunerPipelineA.*10nextResult"),
    ("spectrum of the steady part", r"SteadyPartV(7measure|4keep|6append)|SampleHistoryV6append"),
    ("decoding", r"AudioFile0.*ReaderV4read"),
    ("opening", r"PartReaderV_8channels"),
    ("preparing", r"SettingsV8analysis2at"),
    ("notes", r"NoteTracking0.*TrackerV(7advance|6finish|_)"),
    ("records", r"(NDJSONWriterV(4note|5begin|A)|OutputSinkV(5write|6finish))"),
    ("messages", r"Worker(Answers|Request|Outcome)[CV]"),
)


def stop(text):
    """Ends with status 2: the counts could not be made."""
    print(f"batch-cost: {text}", file=sys.stderr)
    sys.exit(2)


def make(directory, count):
    """Writes plucked strings with a little noise, and returns their names."""
    chance, names = random.Random(20261126), []
    for number in range(count):
        samples = [chance.gauss(0, 1) for _ in range(RATE * SECONDS)]
        for half in range(0, 2 * SECONDS, 3):
            start, hertz = RATE * half // 2, 82.41 * 2 ** (chance.randrange(30) / 12)
            for n in range(min(RATE * 3 // 2, len(samples) - start)):
                time_s = n / RATE
                samples[start + n] += 9000 * min(1, time_s / 0.002) * sum(
                    math.exp(-(1.5 + k / 2) * time_s) / k * math.sin(
                        2 * math.pi * hertz * k * math.sqrt(1 + 1e-4 * k * k) * time_s + k)
                    for k in range(1, 6))
        names.append(os.path.join(directory, f"{number}.wav"))
        with wave.open(names[-1], "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(array.array("h", (round(x) for x in samples)).tobytes())
    return names


def counted(program, names, work):
    """Runs a worker on recordings; returns the instructions of each group and of all."""
    requests = os.path.join(work, "requests")
    with open(requests, "wb") as file:
        file.write(b"".join(name.encode() + b"\0\0\0\0" for name in names))
    output = os.path.join(work, "callgrind")
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", program, "analyze",
               "--worker", "--format=ndjson", "--shard=1/1", "--memory=1048576"]
    tunables = ":".join(
        f"glibc.cpu.x86_rep_{name}_threshold={THRESHOLD}" for name in ("movsb", "stosb"))
    with open(requests, "rb") as file:
        done = subprocess.run(command, stdin=file, capture_output=True,
                              env={**os.environ, "GLIBC_TUNABLES": tunables})
    if done.returncode != 0 or done.stdout.count(b'"measured_to_s"') < len(names):
        stop(f"the worker failed: {done.stderr.decode(errors='replace')[-400:]}")
    return groups(output)


def groups(path):
    """Reads callgrind's file: the instructions below the first call into each group."""
    names = {}

    def name(text):
        number, _, given = text.partition(" ")
        if given:
            names[number] = given
        return names[number]

    kind = {}

    def group(function):
        if function not in kind:
            kind[function] = next((g for g, part in GROUPS if re.search(part, function)), None)
        return kind[function]

    counts, caller, callee, total = collections.Counter(), None, None, 0
    with open(path) as file:
        for line in file:
            if line.startswith("fn="):
                caller = name(line[3:].rstrip("\n"))
            elif line.startswith("cfn="):
                callee = name(line[4:].rstrip("\n"))
            elif line.startswith(("totals:", "summary:")):
                total = max(total, int(line.split()[1]))
            elif callee and line[0] in "+-*0123456789":
                # A function of a group that another of the same group calls is counted there.
                if group(callee) and not group(caller):
                    counts[group(callee)] += int(line.split()[1])
                callee = None
    counts["all"] = total
    return counts


def main():
    words, program = sys.argv[1:], None
    if "--program" in words[:-1]:
        place = words.index("--program")
        program, words = words[place + 1], words[:place] + words[place + 2:]
    if words not in ([], ["check"], ["show"]):
        print(__doc__.strip())
        sys.exit(0 if words in (["-h"], ["--help"]) else 2)
    for tool in ("valgrind", "strip"):
        if shutil.which(tool) is None:
            stop(f"{tool} is missing. Install it: apt-get install valgrind binutils")
    if program is None:
        build = ["swift", "build", "-c", "release", "--package-path", str(ROOT)]
        subprocess.run([*build, "--product", "tuner"], check=True, stdout=sys.stderr)
        program = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True,
                                 text=True).stdout.strip() + "/tuner"
    with tempfile.TemporaryDirectory() as work:
        # Valgrind reads Swift's debug information slowly.
        stripped = os.path.join(work, "tuner")
        subprocess.run(["strip", "-g", "-o", stripped, program], check=True)
        recordings = make(work, MANY)
        few = counted(stripped, recordings[:FEW], work)
        many = counted(stripped, recordings, work)
    each = {key: (many[key] - few[key]) / (MANY - FEW) for key in many}
    engine = each[ENGINE]
    if engine < 1e6:
        stop("callgrind's file does not name the engine")
    each["the rest"] = each["all"] - sum(count for key, count in each.items() if key != "all")
    beside = each["all"] - engine
    print("| part | instructions a recording | share of the engine's |\n|---|---:|---:|")
    for key in [*(name for name, _ in GROUPS), "the rest"]:
        count = each.get(key, 0)
        print(f"| {key} | {count / 1e6:.2f} million | {100 * count / engine:.1f} % |")
    print(f"| all beside the engine | {beside / 1e6:.2f} million | {100 * beside / engine:.1f} % |")
    if words != ["show"] and beside > LIMIT * engine:
        print(f"batch-cost: more than {100 * LIMIT:.0f} % beside the engine", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
