#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions of an update with callgrind and compares them with the baseline.

    scripts/instructions.py [check|show|bless] [--detector NAME]… [--signal NAME]… [--updates N]

  check  compares with Benchmarks/Baselines/instructions.json and with its limits (the default)
  show   prints the counts without a comparison
  bless  writes the counts into the baseline, and leaves its limits unchanged

Builds detector-cost of the nested package, strips its debug information (valgrind reads Swift's
slowly) and runs it under callgrind. Callgrind writes a dump for each detector and signal, so
start-up and preparation are not counted. Counts repeat to the instruction on one machine, and
between machines of one architecture with the same Swift, FFTW and valgrind. If one of these
differs, the script says so, skips the comparison with the baseline, and checks only the limits.

With --objects, the script does not build the libraries again. It compiles detector-cost against the
modules and object files of a release build of this package, such as that of scripts/test.sh. That
build exports internal names for tests, which changes the counts by less than the tolerance.

A count that is below the baseline by more than the tolerance fails too. Run bless in the commit
that makes the improvement.

Exit status: 0 every count is within its limits, 1 one is not, 2 the counts could not be made.
"""

import argparse
import glob
import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import benchmarks

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = ROOT / "Benchmarks" / "Baselines" / "instructions.json"
REFERENCE = "aubio-yinfast-2048"
MUSIC = "strings"
# The limits of a detector without limits in the baseline: its mean on music as a multiple of
# aubio's yinfast 2048 and of its own transforms, and its most expensive update on any signal as a
# multiple of its mean on music. The measurement of strokes has one limit: its most expensive update
# on any signal as a multiple of the engine's.
DEFAULT_LIMITS = {"reference": 0.5, "transforms": 3.0, "worst": 2.0, "engine": 4.0}
OURS = ("headstock", "stroke")


def say(line):
    """Prints to standard error, so that standard output holds results only."""
    print(line, file=sys.stderr)


def stop(line):
    """Ends with status 2: the counts could not be made."""
    say(f"instructions: {line}")
    sys.exit(2)


def output(command):
    """The output of a program; ends with the program's message if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        stop(f"{command[0]} ended with {done.returncode}: {' '.join(map(str, command))}")
    return done.stdout


# MARK: - Counting


def build():
    """Builds the program and returns its path."""
    say("instructions: building detector-cost")
    try:
        return benchmarks.build("detector-cost")
    except benchmarks.BuildError as error:
        stop(str(error))


# The modules of this package that detector-cost needs.
MODULES = ("Acoustics", "FileFormats", "SignalProcessing", "CDenormals", "CPlannerLock",
           "PitchDetection", "Tuning", "TunerPipeline", "AudioInput", "FileStore", "AudioFile",
           "ArgumentParser", "ArgumentParserToolInfo")


def link(objects, directory):
    """Compiles the program against the modules and object files of a build and returns its path."""
    objects = objects.resolve()
    program = directory / "detector-cost"
    measurement = ROOT / "Benchmarks" / "Sources" / "CMeasurement"
    cc = pathlib.Path(shutil.which("swiftc")).resolve().parent / "clang"
    module_map = directory / "module.modulemap"
    header = measurement / "include" / "CMeasurement.h"
    module_map.write_text(f'module CMeasurement {{ umbrella header "{header}" export * }}\n')
    output([cc, "-O2", "-c", "-I", measurement / "include", "-o", directory / "CMeasurement.o",
            measurement / "CMeasurement.c"])
    maps = [str(module_map), str(ROOT / "Benchmarks/Sources/CAubio/module.modulemap")]
    maps += glob.glob(str(ROOT / "Sources/*/module.modulemap"))
    maps += glob.glob(str(objects / "*.build/module.modulemap"))
    flags = output(["pkg-config", "--cflags-only-I", "aubio", "fftw3f", "sndfile"]).split()
    libraries = output(["pkg-config", "--libs", "aubio", "fftw3f", "sndfile"]).split()
    parts = [path for name in MODULES for path in glob.glob(str(objects / f"{name}.build/**/*.o"),
                                                          recursive=True)]
    sources = sorted((ROOT / "Benchmarks/Sources/detector-cost").rglob("*.swift"))
    say("instructions: compiling detector-cost")
    output(["swiftc", "-O", "-wmo", "-parse-as-library", "-swift-version", "6", "-module-name",
            "detector_cost", "-enable-upcoming-feature", "InternalImportsByDefault",
            "-enable-upcoming-feature", "MemberImportVisibility", "-I", objects / "Modules",
            *[word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")],
            *[word for flag in flags for word in ("-Xcc", flag)],
            *sources, directory / "CMeasurement.o", *parts, *libraries, "-o", program])
    return program


def count(program, options):
    """Runs the program under callgrind.

    Returns the version of FFTW, the owners, the mean instructions of an update by detector and
    signal, and for our detectors those of the most expensive update.
    """
    with tempfile.TemporaryDirectory() as directory:
        stripped = pathlib.Path(directory) / "detector-cost"
        output(["strip", "--strip-debug", "-o", stripped, program])
        dumps = pathlib.Path(directory) / "dump"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={dumps}", "--quiet",
                   "--instr-atstart=no"]  # the program starts the counting
        command += [stripped, "instructions", "--updates", str(options.updates)]
        for name in options.detector:
            command += ["--detector", name]
        for name in options.signal:
            command += ["--signal", name]
        printed = output(command)
        fftw, pairs = read_pairs(printed)
        counted = {}
        for dump in pathlib.Path(directory).glob("dump.*"):
            for pair, total in read_dump(dump.read_text()).items():
                counted.setdefault(pair, []).append(total)
    owners, counts, costliest = {}, {}, {}
    for detector, owner, signal, updates in pairs:
        if (detector, signal) not in counted:
            stop(f"callgrind wrote no dump for {detector} on {signal}.")
        owners[detector] = owner
        totals = counted[detector, signal]
        counts.setdefault(detector, {})[signal] = round(sum(totals) / updates)
        if owner in OURS:
            if len(totals) != updates:
                stop(f"callgrind wrote {len(totals)} dumps for {updates} updates of {detector}.")
            costliest.setdefault(detector, {})[signal] = max(totals)
    return fftw, owners, counts, costliest


def read_pairs(text):
    """The version of FFTW and the analysed signals, from the output of the program."""
    rows = [line.split("\t") for line in text.splitlines()]
    fftw = next((row[1] for row in rows if row[0] == "fftw"), "unknown")
    pairs = [(row[1], row[2], row[3], int(row[4])) for row in rows if row[0] == "pair"]
    if not pairs:
        stop("nothing was played.")
    return fftw, pairs


def read_dump(text):
    """The detector, signal and instructions of a dump; None for the dump at the end."""
    request = re.search(r"^desc: Trigger: Client Request: (\S+)\t(\S+)$", text, re.MULTILINE)
    total = re.search(r"^summary: (\d+)$", text, re.MULTILINE)
    return {request.groups(): int(total[1])} if request and total else {}


def machine(fftw):
    """The versions of machine and tools that the counts depend on."""
    swift = re.search(r"Swift version (\S+)", output(["swift", "--version"]))
    valgrind = output(["valgrind", "--version"]).strip()
    return {
        "architecture": platform.machine(),
        "fftw": fftw,
        "swift": swift[1] if swift else "unknown",
        "valgrind": valgrind,
    }


# MARK: - Judging


def limit_findings(counts, owners, costliest, limits):
    """The relative costs of the detectors, each as (is within the limit, sentence)."""
    found = []
    engine = max(costliest.get("engine", {}).values(), default=0)
    for name, by_signal in counts.items():
        if owners[name] == "stroke" and engine:
            limit = DEFAULT_LIMITS | limits.get(name, {})
            signal, worst = max(costliest[name].items(), key=lambda item: item[1])
            ratio = worst / engine
            sentence = (f"{name}'s costliest update, in {signal}, costs {worst}, {ratio:.3f} × the engine's "
                        f"costliest; at most {limit['engine']}, "
                        f"{DEFAULT_LIMITS['engine']:g} demanded")
            found.append((ratio <= limit["engine"], sentence))
        if owners[name] != "headstock":
            continue
        limit = DEFAULT_LIMITS | limits.get(name, {})
        music = by_signal.get(MUSIC)
        for other, key in ((REFERENCE, "reference"), (f"{name}-transforms", "transforms")):
            theirs = counts.get(other, {}).get(MUSIC)
            if music and theirs:
                ratio = music / theirs
                sentence = f"{name} costs {ratio:.3f} × {other} on {MUSIC}; at most {limit[key]}"
                found.append((ratio <= limit[key], sentence))
        if music:
            signal, worst = max(costliest[name].items(), key=lambda item: item[1])
            ratio = worst / music
            sentence = (f"{name}'s costliest update, in {signal}, costs {worst}, {ratio:.3f} × its mean "
                        f"on {MUSIC}; at most {limit['worst']}")
            found.append((ratio <= limit["worst"], sentence))
    return found


def baseline_findings(counts, baseline, tolerance):
    """The differences from the baseline in both directions; a pair without a baseline fails too."""
    found = []
    for name, by_signal in counts.items():
        for signal, ours in by_signal.items():
            expected = baseline.get(name, {}).get(signal)
            if expected is None:
                found.append((False, f"{name} on {signal}: {ours}, and no baseline; bless it"))
                continue
            change = ours / expected - 1
            sentence = f"{name} on {signal}: {ours}, baseline {expected}, {change:+.2%}"
            found.append((abs(change) <= tolerance, sentence))
    return found


def missing_findings(counts, owners, baseline):
    """What was not counted, of the pairs of the baseline and of what the limits compare with."""
    found = [(False, f"{name} on {signal}: in the baseline, and not counted")
             for name, by_signal in baseline.items() for signal in by_signal
             if signal not in counts.get(name, {})]
    for name, owner in owners.items():
        if owner == "headstock":
            found += [(False, f"{name}: no limit, because {other} was not counted on {MUSIC}")
                      for other in (name, REFERENCE, f"{name}-transforms")
                      if MUSIC not in counts.get(other, {})]
        if owner == "stroke" and not counts.get("engine"):
            found.append((False, f"{name}: no limit, because engine was not counted"))
    return found


def ours(counts, owners):
    """The counts that depend on our code: those of detectors and of controls with work."""
    return {
        name: by_signal
        for name, by_signal in counts.items()
        if owners[name] != "aubio" and name != "empty"
    }


def judge_the_judge():
    """Tests the comparison with invented counts, some of which must fail."""
    owners = {"a": "headstock", "a-transforms": "control", REFERENCE: "aubio"}
    base = {"a": {MUSIC: 1000, "noise": 1000}, "a-transforms": {MUSIC: 500}, REFERENCE: {MUSIC: 4000}}

    def verdict(change=(), expected=base, worst=1999, stroke=None, without=()):
        counts = {name: {signal: count for signal, count in by_signal.items()
                         if (name, signal) not in without} for name, by_signal in base.items()}
        for name, signal, value in change:
            counts[name][signal] = value
        costliest = {"a": {"noise": worst}}
        if stroke is not None:
            costliest |= {"engine": {"noise": 1000}, "strum": {"stroke": stroke}}
        found = limit_findings(counts | ({"strum": {}} if stroke is not None else {}),
                               owners | {"strum": "stroke"}, costliest, {})
        found += baseline_findings(ours(counts, owners), expected, 0.05)
        found += missing_findings(counts, owners, ours(expected, owners))
        return all(holds for holds, _ in found)

    good = [verdict(), verdict(stroke=4000), verdict([("a", MUSIC, 1049)]), verdict([("a", "noise", 951)])]
    bad = [
        verdict([("a", MUSIC, 1051)]),  # more expensive than the baseline
        verdict([("a", MUSIC, 949)]),  # cheaper than the baseline, without a new baseline
        verdict([("a", "noise", 1051)]),  # more expensive on a signal that is not music
        verdict(stroke=4001),  # a stroke's update that costs more than four of the engine's
        verdict(worst=2001),  # an update that costs more than twice the usual
        verdict([("a-transforms", MUSIC, 300)]),  # more than three times its transforms
        verdict([(REFERENCE, MUSIC, 1900)]),  # more than half the reference
        verdict(expected={"a": {MUSIC: 1000}}),  # a pair without a baseline
        verdict(without=[("a", "noise")]),  # a baseline without a pair
        verdict(without=[(REFERENCE, MUSIC)]),  # a limit without what it compares with
    ]
    if not all(good) or any(bad):
        stop("the judging is broken: it passes what must fail, or fails what must pass.")


def table(counts, updates):
    """The counts as a table."""
    signals = list(dict.fromkeys(s for by_signal in counts.values() for s in by_signal))
    lines = [f"{'instructions an update':24}" + "".join(f"{signal:>12}" for signal in signals)]
    for name, by_signal in counts.items():
        cells = "".join(f"{by_signal.get(signal, ''):>12}" for signal in signals)
        lines.append(f"{name:24}{cells}")
    lines.append(f"Means over {updates} updates at 60 Hz.")
    return "\n".join(lines)


def parsed():
    """The options of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mode", nargs="?", choices=["check", "show", "bless"], default="check")
    parser.add_argument("--detector", action="append", default=[], help="only this contestant")
    parser.add_argument("--signal", action="append", default=[], help="only this signal")
    parser.add_argument("--updates", type=int, default=120, help="updates counted (default: 120)")
    parser.add_argument("--program", type=pathlib.Path, help="a built detector-cost: don't build")
    parser.add_argument("--objects", type=pathlib.Path,
                        help="the products of a release build: compile only detector-cost")
    return parser.parse_args()


def bless(saved, counts, here, is_part):
    """Writes the counts as the baseline; pairs that a part of a run leaves out keep theirs."""
    everything = dict(saved.get("instructions", {})) if is_part else {}
    for name, by_signal in counts.items():
        everything[name] = everything.get(name, {}) | by_signal
    saved |= {"instructions": everything, **here}
    saved.setdefault("limits", {})
    saved.setdefault("tolerance", 0.05)
    BASELINE.parent.mkdir(exist_ok=True)
    BASELINE.write_text(json.dumps(saved, indent=2, sort_keys=True) + "\n")
    say(f"instructions: wrote {BASELINE.relative_to(ROOT)}")


def compared(saved, counts, here):
    """The differences from the baseline; none on another machine or for other updates."""
    there = saved.get("machine", {}) | {"updates": saved.get("updates")}
    if here == there:
        return baseline_findings(counts, saved["instructions"], saved.get("tolerance", 0.05))
    differ = [f"{key} {there.get(key)} there, {here[key]} here" for key in here
              if here[key] != there.get(key)]
    say(f"instructions: NOT COMPARED with the baseline: {', '.join(differ)}")
    return []


def main():
    options = parsed()
    judge_the_judge()
    for tool in ("valgrind", "strip", "swift"):
        if not shutil.which(tool):
            stop(f"{tool} is not installed. Run scripts/setup.sh --tests.")

    saved = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    with tempfile.TemporaryDirectory() as directory:
        program = options.program
        if options.objects:
            program = link(options.objects, pathlib.Path(directory))
        fftw, owners, counts, costliest = count(program or build(), options)
    print(table(counts, options.updates))
    is_part = bool(options.detector or options.signal)
    if options.mode == "show":
        return
    if options.mode == "bless":
        here = {"machine": machine(fftw), "updates": options.updates}
        bless(saved, ours(counts, owners), here, is_part)
        return

    found = limit_findings(counts, owners, costliest, saved.get("limits", {}))
    if not is_part:
        found += missing_findings(counts, owners, saved.get("instructions", {}))
    here = machine(fftw) | {"updates": options.updates}
    found += compared(saved, ours(counts, owners), here)
    for holds, sentence in found:
        print(f"{'ok  ' if holds else 'FAIL'} {sentence}")
    if not found:
        stop("nothing was demanded: play strings to a detector of ours.")
    if not all(holds for holds, _ in found):
        say("instructions: if the change is meant, say why in the commit and run bless.")
        sys.exit(1)


if __name__ == "__main__":
    main()
