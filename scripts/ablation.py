#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes each constant of the parameter tables by ±20 % and measures the effect on the readings.

    scripts/ablation.py [--stage NAME]… [--constant NAME]… [--dataset SET]… [--synthetic SETS] […]
    scripts/ablation.py --list [--stage NAME]… [--constant NAME]…
    scripts/ablation.py --table RESULTS.csv

The constants are the numbers that the sources of --target declare as `static let`. The script
copies the package to .build/ablation and replaces each number there by a call. The call returns the
number, or the number times a factor for the one constant that the environment names. One release
build of `tuner-bench` serves all runs. An integer changes by at least 1. Conversions of units and
sizes of buffers are not parameters: --list names them with the reason, and no run changes them.

Every run analyses the same sounds: the recordings of each --dataset (the name of an installed set,
or a directory with a manifest, as for `tuner-bench accuracy`) and the synthetic strings of
--synthetic. --part I/N takes only every N-th synthetic sound. The first run changes nothing, and
the others are compared with it. Each row belongs to one constant and one factor. It holds the
change of

  moved      readings whose pitch or confidence differs, of all updates (a pitch to 0.00001 Hz, a
             confidence to 0.0001)
  noise      updates without any sound that are answered
  gross      answered updates of steady notes that are off by more than 50 cents
  recall     updates of steady notes that are answered within 50 cents, as a share of all of them
  median     median of the error of the answered updates within 50 cents, in cents
  p95        95th percentile of the same error
  lock       mean time from the pluck to the first answer within 50 cents, in milliseconds

An update is answered when its confidence is 0.7 or more. With --recordings DIRECTORY the script
also reads every recording below the directory with `tuner analyze`: readings of each detector,
smoothed readings, and notes. The column `records` holds the number of records that differ in any
field, to the bit. It shows the effect of constants that only the other detectors, or only other
fields, depend on.

With --strokes N/M every run analyses strokes instead: N synthetic strokes of the guitar, a fraction
of it of each other set, and M mixtures of recorded strings, as `tuner-bench strum` does. The
figures are then those of scripts/ablated_strokes.py.

RESULTS.csv receives each row as soon as it is measured. A second call with the same file continues
there. When all rows exist, RESULTS.md receives a table with one line for each constant. --table
only makes that table again.

    --target NAME     changes the constants of this target (repeatable; default: PitchDetection and
                      SignalProcessing)
    --stage NAME      only the constants of this type, such as CombMatch (repeatable)
    --folder NAME     only the constants of files below this folder of the target (repeatable)
    --constant NAME   only this constant, such as CombMatch.holeCost (repeatable)
    --unmoved FILE    only the constants that moved no reading in the results FILE
    --factor F        the factor, instead of 0.8 and 1.2 (repeatable)
    --dataset SET     the recordings to analyse (repeatable; default: guitarsounds)
    --synthetic SETS  the synthetic sets, with commas between them, or none
                      (default: string,noise-white,noise-hum,legato,unvoiced)
    --strokes N/M     analyses N strokes and M mixtures of the --dataset instead
    --recordings DIR  the recordings for the column `records` (repeatable; default: none)
    --part I/N        every N-th synthetic sound, from the I-th (default: 1/13)
    --rate HZ         updates a second (default: 60)
    --results FILE    (default: .build/ablation/results.csv)
    --no-build        uses the build that .build/ablation already holds

Exit status: 0 done, 2 wrong usage, or the build or a run failed.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the folder of the next imports clean
import ablated_notes
import ablated_strokes
import replay
from ablated_sources import REPORT_LIMITS, ROOT, SCRATCH, constants, copy

# The time limit of a run in seconds. A changed constant may cause an endless loop.
TIMEOUT = 600

# The arguments of `tuner analyze` for the column `records`: readings of each detector, the smoothed
# readings, and notes, which include chords.
READINGS = [
    ["-t", "chromatic", *arguments] for arguments in (
        ["--frames", "--rate", "200"], ["--frames", "--rate", "60", "--smooth"],
        ["--frames", "--rate", "60", "--detector", "spectral"],
        ["--frames", "--rate", "60", "--detector", "yin"], [])]


def stop(line):
    """Ends with status 2."""
    print(f"ablation: {line}", file=sys.stderr)
    sys.exit(2)


def say(line):
    """Prints to standard error, so that standard output holds results only."""
    print(f"ablation: {line}", file=sys.stderr, flush=True)


def chosen(options):
    """The constants that the options name."""
    found = [constant for target in options.target for constant in constants(target)]
    if options.stage:
        found = [one for one in found if one.name.rsplit(".", 1)[0] in options.stage]
    if options.folder:
        found = [one for one in found if set(options.folder) & set(one.file.split("/")[2:-1])]
    if options.constant:
        unknown = set(options.constant) - {one.name for one in found}
        if unknown:
            stop(f"there is no constant {', '.join(sorted(unknown))}. See --list.")
        found = [one for one in found if one.name in options.constant]
    if options.unmoved:
        still = unmoved(read_results(options.unmoved))
        found = [one for one in found if one.name in still]
    if not found:
        stop("no constant is left. See --list.")
    return found


# MARK: - The build


def build(options):
    """Builds the programs of the copy, and returns their directory."""
    package = SCRATCH / "package"
    command = ["swift", "build", "--configuration", "release", "--package-path", package]
    if not options.no_build:
        try:
            copy(options.target)
        except LookupError as error:
            stop(error)
        for product in ["tuner-bench", *(["tuner"] if options.recordings else [])]:
            say(f"building {product} in {package.relative_to(ROOT)}")
            if subprocess.run([*command, "--product", product], stdout=sys.stderr).returncode != 0:
                stop(f"{product} did not build; the compiler's messages are above.")
    shown = subprocess.run([*command, "--show-bin-path"], stdout=subprocess.PIPE, text=True)
    return pathlib.Path(shown.stdout.strip())


# MARK: - Runs


def judgements(options):
    """The arguments of the bench, one list for each kind of sound."""
    if options.strokes:
        return [ablated_strokes.arguments(options)]
    found = []
    if options.dataset:
        found.append(["accuracy", *(word for one in options.dataset for word in ("--dataset", one))])
    if options.synthetic != "none":
        found.append(["synthetic", "--sets", options.synthetic, "--draws", "1", "--shard",
                      options.part])
    common = ["--rate", str(options.rate), "-j", str(options.jobs), "--quiet"]
    return [one + common for one in found]


def run(programs, options, changed=None):
    """The tracks of all sounds, or the results of all strokes, and the records of all recordings.

    `changed` names a constant and its factor. Returns `None` when a program failed.
    """
    limits = " ".join(f"{name}={value}" for table in REPORT_LIMITS.values()
                      for name, value in table.items())
    os.environ["HEADSTOCK_REPORT_LIMITS"] = limits
    os.environ["HEADSTOCK_SOUNDS"] = str(options.sounds)
    os.environ["HEADSTOCK_ABLATION"] = f"{changed[0]}={changed[1]}" if changed else ""
    tracks, records = [], []
    for arguments in judgements(options):
        report = pathlib.Path(options.sounds) / "report.json"
        try:
            done = subprocess.run(
                [programs / "tuner-bench", *arguments, "--json", report], timeout=TIMEOUT,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        except subprocess.TimeoutExpired:
            if not changed:
                stop(f"tuner-bench took more than {TIMEOUT} s: analyse less, see --part.")
            return None
        if done.returncode != 0:
            if not changed:
                stop(f"tuner-bench ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
            return None
        key = "results" if options.strokes else "tracks"
        tracks += json.loads(report.read_text())[key]
    for path in replay.recordings(options.recordings).values() if options.recordings else []:
        for arguments in [ablated_strokes.READING] if options.strokes else READINGS:
            done = subprocess.run(
                [programs / "tuner", "analyze", "--format", "ndjson", *arguments, "--", path],
                capture_output=True, text=True, timeout=TIMEOUT)
            if done.returncode not in (0, 1):
                if not changed:
                    stop(f"tuner ended with {done.returncode}: {done.stderr.strip()}")
                return None
            records.append(done.stdout.splitlines())
    return tracks, records


def differing(before, now):
    """The number of records that differ."""
    return sum(max(len(old), len(new)) - sum(a == b for a, b in zip(old, new))
               for old, new in zip(before, now, strict=True))


# MARK: - Results


def read_results(path):
    """The rows of a results file."""
    if not pathlib.Path(path).exists():
        return []
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def unmoved(rows):
    """The constants that moved no reading and no record at any factor."""
    names = dict.fromkeys(row["constant"] for row in rows if row["constant"])
    for row in rows:
        if row["moved"] != "0" or row["records"] not in ("", "0"):
            names.pop(row["constant"], None)
    return list(names)


def row_of(constant, factor, value, count, moved_count, numbers):
    """A row of the file: the figures of the unchanged build, or the change against them."""
    row = {"constant": constant, "factor": factor, "value": value, "readings": count,
           "moved": moved_count}
    for key, number in numbers.items():
        row[key] = number if isinstance(number, int) else f"{number:.4f}"
    return row


def measure(options):
    """Measures every row that the file lacks."""
    selected = [one for one in chosen(options) if not one.reason]
    programs = build(options)
    rows = read_results(options.results)
    done = {(row["constant"], row["factor"]) for row in rows}
    say("the unchanged build")
    with tempfile.TemporaryDirectory(dir=SCRATCH) as options.sounds:
        compare(options, programs, selected, rows, done)


def compare(options, programs, selected, rows, done):
    """Runs the unchanged build twice and every missing change once."""
    judge = ablated_strokes if options.strokes else ablated_notes
    before, records = run(programs, options)
    basis = judge.figures(before)
    total = judge.count(before)
    if (before, records) != run(programs, options):
        stop("two runs of the unchanged build differ, so nothing can be compared.")
    head = row_of("", "1", "", total, 0, basis)
    head["records"] = sum(map(len, records)) or ""
    if rows and {key: str(value) for key, value in head.items()} != rows[0]:
        stop(f"{options.results} was measured on other sounds or other sources. "
             "Name another file with --results.")
    options.results.parent.mkdir(parents=True, exist_ok=True)
    with open(options.results, "a", newline="") as file:
        writer = csv.DictWriter(file, judge.FIELDS)
        if not rows:
            writer.writeheader()
            writer.writerow(head)
        for index, constant in enumerate(selected, 1):
            for factor in options.factor or [0.8, 1.2]:
                if (constant.name, str(factor)) in done:
                    continue
                outcome = run(programs, options, (constant.name, factor))
                value = constant.changed(factor)
                if outcome is None:
                    row = {"constant": constant.name, "factor": factor, "value": value,
                           "readings": total, "moved": "failed"}
                else:
                    now = judge.figures(outcome[0])
                    row = row_of(
                        constant.name, factor, value, total, judge.moved(before, outcome[0]),
                        {key: now[key] - basis[key] for key in now})
                    row["records"] = differing(records, outcome[1]) if records else ""
                writer.writerow(row)
                file.flush()
            say(f"{index}/{len(selected)} {constant.name}")


def signed(text, digits):
    """A change with a true minus sign; 0 for none."""
    number = round(float(text), digits)
    return f"{number:+.{digits}f}".replace("-", "−") if number else "0"


def percent(moved, readings):
    """The share of the readings that moved, in percent; 0 for none, "<0.01" for very few."""
    text = f"{100 * moved / readings:.2f}"
    return "0" if moved == 0 else "<0.01" if text == "0.00" else text


def table(path):
    """The lines of the Markdown table, one for each constant with both changes."""
    rows = read_results(path)
    if not rows:
        stop(f"{path} holds no results.")
    basis, by_name = rows[0], {}
    judge = ablated_strokes if "honest" in basis else ablated_notes
    for row in rows[1:]:
        by_name.setdefault(row["constant"], []).append(row)
    yield judge.head(basis)
    yield ""
    yield judge.HEADS
    yield "|" + "---|" * (judge.HEADS.count("|") - 1)
    for name, pair in by_name.items():
        values = " / ".join(row["value"] for row in pair)
        shares = " / ".join(
            "failed" if row["moved"] == "failed"
            else percent(int(row["moved"]), int(row["readings"])) for row in pair)
        cells = [" / ".join("—" if row["moved"] == "failed" else signed(row[key], digits)
                            for row in pair) for key, digits in judge.COLUMNS]
        yield f"| `{name}` | {values} | {shares} | " + " | ".join(cells) + " |"


def parsed():
    """The options of the command line, checked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--target", action="append")
    parser.add_argument("--stage", action="append", default=[])
    parser.add_argument("--folder", action="append", default=[])
    parser.add_argument("--constant", action="append", default=[])
    parser.add_argument("--unmoved", type=pathlib.Path)
    parser.add_argument("--factor", action="append", type=float)
    parser.add_argument("--dataset", action="append")
    parser.add_argument("--synthetic", default="string,noise-white,noise-hum,legato,unvoiced")
    parser.add_argument("--strokes")
    parser.add_argument("--recordings", action="append", default=[])
    parser.add_argument("--part", default="1/13")
    parser.add_argument("--rate", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=pathlib.Path, default=SCRATCH / "results.csv")
    parser.add_argument("--no-build", action="store_true")
    options = parser.parse_args()
    options.target = options.target or ["PitchDetection", "SignalProcessing"]
    options.dataset = [one for one in options.dataset or ["guitarsounds"] if one != "none"]
    if options.strokes and not re.fullmatch(r"[1-9]\d*/\d+", options.strokes):
        stop("--strokes takes the numbers of strokes and of mixtures, such as 8/24.")
    for target in options.target:
        if not (ROOT / "Sources" / target).is_dir():
            stop(f"there is no target {target}.")
    return options


def main():
    options = parsed()
    if options.list:
        for one in chosen(options):
            print(f"{one.name}\t{one.value}\t{one.file}:{one.line}\t{one.reason}")
        return
    if not options.table:
        if not options.dataset and options.synthetic == "none" and not options.recordings:
            stop("nothing would be analysed: name a --dataset, --synthetic or --recordings.")
        measure(options)
    results = options.table or options.results
    text = "\n".join(table(results)) + "\n"
    results.with_suffix(".md").write_text(text)
    names = {row["constant"] for row in read_results(results)[1:]}
    still = unmoved(read_results(results))
    print(f"ablation: {len(names)} constants, {len(still)} moved no reading"
          + (": " + ", ".join(still) if still else ""))


if __name__ == "__main__":
    main()
