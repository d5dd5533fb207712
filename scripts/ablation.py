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
of it of each other set, and M mixtures of recorded strings, as `tuner-bench strum` does. The figures
are then those of scripts/ablated_strokes.py.

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
import dataclasses
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the folder of the next imports clean
import ablated_strokes
import replay

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = ROOT / ".build" / "ablation"
ANSWER = 0.7
# The time limit of a run in seconds. A changed constant may cause an endless loop.
TIMEOUT = 600
FIELDS = ["constant", "factor", "value", "readings", "moved", "noise", "gross", "recall", "median",
          "p95", "lock", "records"]

# Constants that are no parameters, with the reason.
EXCLUDED = {
    r"\.(nepers|decibels|tenfold|centsPerNeper|squaredPi)$": "conversion of units",
    r"\.(decibelsPerOctave|nepersPerOctave|perNeper)$": "conversion of units",
    r"\.(\w*[cC]apacity|historyCount|blockCount)$": "size of a buffer",
    r"^AlignedBuffer\.": "place in memory",
    r"^GlidingLineShape\.(pointCount|sequenceCount)$|^SampleWeights\.": "layout of a table",
    r"^LineCluster\.width$|^PowerTransform\.turnsOfOneStart$": "layout of a table",
    r"\.(indexBits|chosen|longAgo)$|^CombMatch\.silence$": "mark in a list",
    r"^(WorstTracks|ItemTrack)\.": "limit of the report",
}
# `static let name = 0.3`, with a type or without, also as `Cents(6)` and `Float(-2.6)`.
DECLARATION = re.compile(
    r"^(?P<head>\s*(?:public |private |package )*static let (?P<name>\w+)(?:: (?P<type>\w+))? = )"
    r"(?:(?P<unit>[A-Z]\w+)\()?(?P<number>-?\d[\d_]*(?:\.[\d_]+)?(?:e-?\d+)?)(?(unit)\))(?P<tail>\s*(?://.*)?)$")
TYPE = re.compile(r"^(?P<indent>\s*)(?:public |private |package |final )*"
                  r"(?:struct|enum|class|extension) (?P<name>[\w.]+)")
# The function that replaces a number. It is generic, so an integer stays one.
FUNCTION = """// SPDX-License-Identifier: MIT

import Glibc

@inline(never)
func ablated<Value: BinaryFloatingPoint>(_ name: StaticString, _ value: Value) -> Value {
  factor(of: name).map { Value(Double(value) * $0) } ?? value
}

@inline(never)
func ablated(_ name: StaticString, _ value: Double) -> Double {
  factor(of: name).map { value * $0 } ?? value
}

@inline(never)
func ablated<Value: BinaryInteger>(_ name: StaticString, _ value: Value) -> Value {
  guard let factor = factor(of: name) else { return value }
  let changed = Value((Double(value) * factor).rounded())
  return changed != value ? changed : factor < 1 ? value - 1 : value + 1
}

private func factor(of name: StaticString) -> Double? {
  for variable in ["HEADSTOCK_ABLATION", "HEADSTOCK_REPORT_LIMITS"] {
    guard let text = getenv(variable) else { continue }
    for entry in String(cString: text).split(separator: " ") {
      let parts = entry.split(separator: "=")
      if parts.count == 2, parts[0] == name.description { return Double(parts[1]) }
    }
  }
  return nil
}
"""
# Stores the samples of synthetic sounds, so that only the first run renders them.
STORED_SOUNDS = """
internal import Acoustics

extension BenchItem {
  func storedInput(by settings: RunSettings) throws(ItemFault) -> ContestantInput {
    guard case .synthetic = source else { return try input(by: settings) }
    if let samples = storedSamples(name) {
      return ContestantInput(
        item: name, sampleRate: SampleRate(settings.sampleRate.hertz), samples: samples,
        updateRate: settings.updateRate)
    }
    let input = try input(by: settings)
    store(input.samples, name)
    return input
  }
}

func stored(_ name: String, _ make: () -> [Float]) -> [Float] {
  if let samples = storedSamples(name) { return samples }
  let samples = make()
  store(samples, name)
  return samples
}

private func path(_ name: String) -> String? {
  guard let folder = getenv("HEADSTOCK_SOUNDS") else { return nil }
  return String(cString: folder) + "/" + name.map { $0 == "/" ? "_" : String($0) }.joined()
}

private func storedSamples(_ name: String) -> [Float]? {
  guard let path = path(name), let file = fopen(path, "rb") else { return nil }
  fseek(file, 0, SEEK_END)
  let count = ftell(file) / 4
  rewind(file)
  let samples = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
    initialized = fread(buffer.baseAddress, 4, count, file)
  }
  fclose(file)
  return samples
}

private func store(_ samples: [Float], _ name: String) {
  guard let path = path(name), let file = fopen(path, "wb") else { return }
  samples.withUnsafeBufferPointer { _ = fwrite($0.baseAddress, 4, $0.count, file) }
  fclose(file)
}
"""
INPUT = ("Sources/Benchmarking/Runs/BenchRun.swift", "try item.input(by: settings)",
         "try item.storedInput(by: settings)")
# The arguments of `tuner analyze` for the column `records`: readings of each detector, the smoothed
# readings, and notes, which include chords.
READINGS = [
    ["-t", "chromatic", *arguments] for arguments in (
        ["--frames", "--rate", "200"], ["--frames", "--rate", "60", "--smooth"],
        ["--frames", "--rate", "60", "--detector", "spectral"],
        ["--frames", "--rate", "60", "--detector", "yin"], [])]
# The report of the bench keeps a few thinned tracks. Here it keeps every reading.
REPORT_LIMITS = {"Benchmarking": {"WorstTracks.perSet": 1e6, "ItemTrack.limit": 1e6}}


def stop(line):
    """Ends with status 2."""
    print(f"ablation: {line}", file=sys.stderr)
    sys.exit(2)


def say(line):
    """Prints to standard error, so that standard output holds results only."""
    print(f"ablation: {line}", file=sys.stderr, flush=True)


# MARK: - Constants


@dataclasses.dataclass
class Constant:
    """A number of a parameter table."""

    name: str
    value: str
    file: str
    line: int
    is_integer: bool

    @property
    def reason(self):
        """The reason for which it is not changed; empty for a parameter."""
        return next((reason for pattern, reason in EXCLUDED.items()
                     if re.search(pattern, self.name)), "")

    def changed(self, factor):
        """The changed value, as the copy computes it."""
        value = float(self.value.replace("_", ""))
        if not self.is_integer:
            return f"{value * factor:.6g}"
        changed = round(value * factor)
        return str(int(changed if changed != value else value + (1 if factor > 1 else -1)))


def constants(target):
    """The constants of a target, in the order of its files."""
    found = []
    for path in sorted((ROOT / "Sources" / target).rglob("*.swift")):
        stack = []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if opened := TYPE.match(line):
                while stack and stack[-1][0] >= len(opened["indent"]):
                    stack.pop()
                stack.append((len(opened["indent"]), opened["name"]))
            elif declared := DECLARATION.match(line):
                indent = len(line) - len(line.lstrip())
                owners = [name for depth, name in stack if depth < indent]
                written = declared["number"]
                is_integer = re.fullmatch(r"-?[0-9_]+", written) and not declared["unit"] \
                    and declared["type"] not in ("Float", "Double")
                found.append(Constant(
                    ".".join([*owners, declared["name"]]), written,
                    str(path.relative_to(ROOT)), number, bool(is_integer)))
    return found


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


# MARK: - The copy of the package


def write(path, text):
    """Writes a file only where it changes, so that the build stays incremental."""
    data = text if isinstance(text, bytes) else text.encode()
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def rewritten(text, by_line):
    """A source file whose numbers are calls."""
    lines = text.splitlines(keepends=True)
    for number, constant in by_line.items():
        found = DECLARATION.match(lines[number - 1].rstrip("\n"))
        call = f'ablated("{constant.name}", {found["number"]})'
        if found["unit"]:
            call = f"{found['unit']}({call})"
        lines[number - 1] = found["head"] + call + found["tail"] + "\n"
    return "".join(lines)


def copy(targets):
    """Makes or renews the copy of the package."""
    package = SCRATCH / "package"
    # The manifests of the sets are embedded in the program.
    copied = ["Package.swift", "Sources", "Tests", "Datasets"]
    listed = subprocess.run(["git", "ls-files", "-z", *copied], cwd=ROOT, check=True,
                            stdout=subprocess.PIPE).stdout.split(b"\0")
    edits = {}
    for target in [*targets, *REPORT_LIMITS]:
        for constant in constants(target):
            is_limit = constant.name in REPORT_LIMITS.get(target, {})
            if is_limit or (target in targets and not constant.reason):
                edits.setdefault(constant.file, {})[constant.line] = constant
        text = FUNCTION + (STORED_SOUNDS if target == "Benchmarking" else "")
        write(package / "Sources" / target / "Ablated.swift", text)
    kept = {package / "Sources" / target / "Ablated.swift" for target in [*targets, *REPORT_LIMITS]}
    for name in filter(None, map(bytes.decode, listed)):
        source = ROOT / name
        if not source.is_file():
            continue
        kept.add(package / name)
        data = source.read_bytes()
        if name in edits:
            data = rewritten(data.decode(), edits[name])
        for path, text, replacement in (INPUT, *ablated_strokes.EDITS):
            if name == path:
                data = data.decode() if isinstance(data, bytes) else data
                if data.count(text) != 1:
                    stop(f"{name} no longer contains: {text}")
                data = data.replace(text, replacement)
        write(package / name, data)
    for path in (package / "Sources").rglob("*.swift"):
        if path not in kept:
            path.unlink()


def build(options):
    """Builds the programs of the copy, and returns their directory."""
    package = SCRATCH / "package"
    command = ["swift", "build", "--configuration", "release", "--package-path", package]
    if not options.no_build:
        copy(options.target)
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


def cents(frequency, truth):
    """The distance from the truth in cents."""
    return 1200 * math.log2(frequency / truth)


def figures(tracks):
    """The figures of one run."""
    noise = quiet = gross = right = steady = 0
    errors, locks = [], []
    for track in tracks:
        begins, ends = track.get("steady_s") or (None, None)
        pluck, lock = track.get("pluck_s"), None
        for time, truth, reading, confidence in zip(
                track["time_s"], track["truth_hz"], track["frequency_hz"], track["confidence"]):
            is_answer = reading is not None and confidence is not None and confidence >= ANSWER
            if truth is None:
                quiet += pluck is None
                noise += pluck is None and is_answer
                continue
            error = abs(cents(reading, truth)) if is_answer else None
            if lock is None and error is not None and error <= 50 and pluck is not None \
                    and time >= pluck:
                lock = time - pluck
            if begins is None or not begins <= time <= ends:
                continue
            steady += 1
            if error is not None:
                gross += error > 50
                if error <= 50:
                    right += 1
                    errors.append(error)
        if lock is not None:
            locks.append(lock)
    errors.sort()
    return {
        "noise": noise,
        "gross": gross,
        "recall": 100 * right / steady if steady else 0.0,
        "median": statistics.median(errors) if errors else 0.0,
        "p95": errors[int(0.95 * (len(errors) - 1))] if errors else 0.0,
        "lock": 1000 * statistics.fmean(locks) if locks else 0.0,
    }


def differing(before, now):
    """The number of records that differ."""
    return sum(max(len(old), len(new)) - sum(a == b for a, b in zip(old, new))
               for old, new in zip(before, now, strict=True))


def moved(before, now):
    """The number of readings that differ."""
    count = 0
    for old, new in zip(before, now, strict=True):
        for key in ("item", "time_s"):
            if old[key] != new[key]:
                return max(sum(len(track["time_s"]) for track in before), 1)
        count += sum(a != b or c != d for a, b, c, d in zip(
            old["frequency_hz"], new["frequency_hz"], old["confidence"], new["confidence"]))
    return count


class Tracks:
    """The measures of readings of one string at a time."""

    fields, heads = FIELDS, "| constant | values | moved, % | noise | gross | recall, % | " \
        "median, ¢ | p95, ¢ | lock, ms |"
    columns = [("noise", 0), ("gross", 0), ("recall", 2), ("median", 3), ("p95", 3), ("lock", 1)]
    figures, moved = staticmethod(figures), staticmethod(moved)

    @staticmethod
    def count(tracks):
        """The number of readings."""
        return sum(len(track["time_s"]) for track in tracks)

    @staticmethod
    def head(basis):
        """The line above the table: the figures of the unchanged build."""
        return (f"Unchanged: {basis['readings']} readings, {basis['noise']} answers in noise, "
                f"{basis['gross']} gross errors, recall {float(basis['recall']):.2f} %, median "
                f"{float(basis['median']):.3f} cents, p95 {float(basis['p95']):.3f} cents, lock "
                f"{float(basis['lock']):.1f} ms.")


class Strokes:
    """The measures of strokes."""

    fields, heads = ablated_strokes.FIELDS, ablated_strokes.HEADS
    columns, head = ablated_strokes.COLUMNS, staticmethod(ablated_strokes.head)
    count, moved = staticmethod(ablated_strokes.count), staticmethod(ablated_strokes.moved)
    figures = staticmethod(ablated_strokes.figures)


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
    judge = Strokes if options.strokes else Tracks
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
        writer = csv.DictWriter(file, judge.fields)
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


def table(path):
    """The lines of the Markdown table, one for each constant with both changes."""
    rows = read_results(path)
    if not rows:
        stop(f"{path} holds no results.")
    basis, by_name = rows[0], {}
    judge = Strokes if "honest" in basis else Tracks
    for row in rows[1:]:
        by_name.setdefault(row["constant"], []).append(row)
    yield judge.head(basis)
    yield ""
    yield judge.heads
    yield "|" + "---|" * (judge.heads.count("|") - 1)
    for name, pair in by_name.items():
        values = " / ".join(row["value"] for row in pair)
        shares = " / ".join(
            "failed" if row["moved"] == "failed"
            else f"{100 * int(row['moved']) / int(row['readings']):.2f}".replace("0.00", "<0.01")
            if row["moved"] != "0" else "0" for row in pair)
        cells = [" / ".join("—" if row["moved"] == "failed" else signed(row[key], digits)
                            for row in pair) for key, digits in judge.columns]
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
