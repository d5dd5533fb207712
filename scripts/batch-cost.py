#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the cost of a recording of a batch outside the engine.

    scripts/batch-cost.py [check|show|time] [--program FILE] [--limit SHARE] [--rounds N]

  check  counts instructions with callgrind, and compares the share with its limit (the default)
  show   prints the table of instructions only
  time   measures processor time, including that of the kernel and of the process that distributes
         and writes, and compares the share with the same limit

The engine is TunerPipeline: the filters in front of PitchEngine, PitchEngine itself, and the
comparison with targets, which a live session runs too. All other work counts as outside the engine:
opening, decoding, preparing, the notes and the long spectrum of their steady parts, writing, and
the messages to the program. Recordings are 3 s long at 44.1 kHz, with a pluck every 1.5 s. A run of
few recordings is subtracted from one of many, so the start of the program is not counted.

Callgrind counts a repeated move instruction once for each byte, so glibc is configured to avoid
them. The instructions are those of a worker, without the process that distributes and writes.

The times of the engine and of the notes are what `tuner analyze -v` prints for the same recordings.
The least of N (15) rounds counts, because other processes only add to a time. Use a release build
such as a client makes, because the build of the checks leaves much code unoptimised.

Exit status: 0 within the limit, 1 not, 2 the counts could not be made.
"""

import argparse
import array
import cmath
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
# The instructions and the time outside the engine, as a share of the engine's.
LIMIT = 0.20
# The recordings of one run for processor time, and the runs.
TIMED = 250
ROUNDS = 15
THRESHOLD = 1 << 40
ENGINE = "the engine"
# The groups, each with a part of the names of its functions. The first that a call enters counts.
GROUPS = (
    (ENGINE, r"TunerPipelineA.*10nextResult"),
    ("spectrum of the steady part",
     r"SteadyPartV(7measure|4keep|6append|4peak\w+LL2ofAA\w+_tF$)|SampleHistoryV6append"),
    ("decoding", r"AudioFile0.*ReaderV4read"),
    ("opening", r"PartReaderV_8channels"),
    ("preparing", r"SettingsV8analysis2at|ChosenDetectorV__7reading"),
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
            attack = [9000 * min(1, n / RATE / 0.002)
                      for n in range(min(RATE * 3 // 2, len(samples) - start))]
            for k in range(1, 6):
                # A decaying partial is the product of the one a sample before with one number.
                radians = 2 * math.pi * hertz * k * math.sqrt(1 + 1e-4 * k * k)
                step = cmath.exp(complex(-(1.5 + k / 2), radians) / RATE)
                value = cmath.rect(1 / k, k)
                for n, level in enumerate(attack, start):
                    samples[n] += level * value.imag
                    value *= step
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
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", program,
               "analyze-worker", "--format=ndjson", "--content=notes", "--shard=1/1",
               "--memory=1048576"]
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


def spent(command):
    """Runs a program; returns its processor time with that of its processes, and its output."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        stop(f"tuner ended with {process.returncode}: {said[-400:]}")
    return usage.ru_utime + usage.ru_stime, said


def timed(program, work, recordings):
    """Returns the processor time of a recording in all, in the engine, and for its notes."""
    names = [os.path.join(work, f"copy-{number:04}.wav") for number in range(TIMED)]
    for number, name in enumerate(names):
        if not os.path.exists(name):
            os.link(recordings[number % len(recordings)], name)
    times = []
    for part in (names[:1], names):
        source = os.path.join(work, f"list-{len(part)}")
        with open(source, "w") as file:
            file.write("".join(name + "\n" for name in part))
        with tempfile.TemporaryDirectory() as place:
            times.append(spent([program, "analyze", "--files-from", source, "--batch", place, "-q",
                                "-j", "1"])[0])
    said = spent([program, "analyze", "--files-from", source, "-f", "ndjson", "-j", "1", "-v"])[1]
    found = re.findall(r"the engine took ([\d.]+) s, .*; the notes took ([\d.]+) s", said)
    if len(found) != TIMED:
        stop(f"tuner analyze -v timed {len(found)} of {TIMED} recordings")
    return ((times[1] - times[0]) / (TIMED - 1), sum(float(engine) for engine, _ in found) / TIMED,
            sum(float(notes) for _, notes in found) / TIMED)


def check_time(program, limit, rounds):
    """Compares the processor time outside the engine with the limit."""
    with tempfile.TemporaryDirectory() as work:
        recordings = make(work, MANY)
        runs = [timed(program, work, recordings) for _ in range(rounds)]
    whole, engine, notes = (1000 * min(run[part] for run in runs) for part in range(3))
    rest = whole - engine - notes
    beside = notes + rest
    print("| part | ms a recording | share of the engine's |\n|---|---:|---:|")
    for name, time in ((ENGINE, engine), ("notes and their long spectra", notes),
                       ("opening, decoding, preparing, writing, messages", rest),
                       ("all beside the engine", beside)):
        print(f"| {name} | {time:.3f} | {100 * time / engine:.1f} % |")
    fail_above(limit, beside / engine)


def fail_above(limit, share):
    """Ends with status 1 if the share of the work outside the engine is above the limit."""
    if share > limit:
        print(f"batch-cost: more than {100 * limit:.0f} % beside the engine", file=sys.stderr)
        sys.exit(1)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", nargs="?", choices=("check", "show", "time"), default="check")
    parser.add_argument("--program", help="the program, instead of the optimised build")
    parser.add_argument("--limit", type=float, default=LIMIT, help="the largest share")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="the rounds of time")
    options = parser.parse_args()
    program = options.program
    if options.action != "time":
        for tool in ("valgrind", "strip"):
            if shutil.which(tool) is None:
                stop(f"{tool} is missing. Install it: apt-get install valgrind binutils")
    if program is None:
        build = ["swift", "build", "-c", "release", "--package-path", str(ROOT)]
        subprocess.run([*build, "--product", "tuner"], check=True, stdout=sys.stderr)
        program = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True,
                                 text=True).stdout.strip() + "/tuner"
    if options.action == "time":
        return check_time(os.path.abspath(program), options.limit, options.rounds)
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
    if options.action == "check":
        fail_above(options.limit, beside / engine)


if __name__ == "__main__":
    main()
