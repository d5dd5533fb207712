#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/formats.py [write] PROGRAM

Tests that PROGRAM, a `tuner`, reads the files that each release wrote. Tests/Formats/VERSION
contains them: settings, tunings, measured clocks, the practice gate and its journal, a batch with
its journal, the description of a report, and records as ndjson, JSON and CSV. No sound is kept.

Every value of an earlier release must be understood, and every key and column of its records must
still be written today, with the same type ([stability](docs/stability.md)).

`write` makes the files of PROGRAM's own version; scripts/release.sh does it for each release.

Exit status: 0 all files are understood, 1 one is not, 2 wrong usage or PROGRAM can't be run.
"""

import csv
import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.dont_write_bytecode = True  # keeps the folder of the next imports clean
from format_files import FORMATS, RECORDS, ROOT, Place, stop, write
from journal_checksum import crc32c


class Reading:
    """The comparison of one release with the program of today."""

    def __init__(self, place, source):
        self.place, self.source, self.count, self.wrong = place, source, 0, 0

    def expect(self, what, found, expected):
        self.count += 1
        if found != expected:
            self.wrong += 1
            print(f"formats: {self.source.name}: {what} is {found!r} and not {expected!r}",
                  file=sys.stderr)

    def settings(self):
        for name in ("settings.json", "clocks.json"):
            shutil.copy(self.source / name, self.place.settings)
        shutil.copy(self.source / "tuning.json", self.place.settings / "tunings/mine.json")
        stored = json.loads((self.source / "settings.json").read_text())
        done = self.place.run("live", "--print-config")
        self.expect("the complaint about settings", done.stderr, "")
        lines = [line.split() for line in done.stdout.splitlines()]
        shown = {words[0]: words[1] for words in lines if len(words) == 3}
        for name, key in (("tuning", "selectedTuningID"), ("a4", "a4"), ("rate", "frequencyUpdateRate"),
                          ("temperament", "temperament"), ("notation", "notation"),
                          ("tolerance", "tolerance"), ("hysteresis", "hysteresis"),
                          ("offsets", "stringOffsets")):
            # A release knows the settings of its time.
            if key in stored:
                self.expect(f"the setting {name}", shown.get(name), str(stored[key]))
        self.place.run("tunings", "select", "standard")
        now = json.loads((self.place.settings / "settings.json").read_text())
        self.expect("what a program writes back", now, stored | {"selectedTuningID": "standard"})
        listed = self.place.tell("tunings", "list", "--format", "json")["tunings"]
        own = [each["notes"] for each in listed if each["origin"] != "built-in"]
        self.expect("the player's tuning", own, ["D2 A2 D3 G3 A3 D4"])

    def report(self):
        description = json.loads(self.place.report())
        arguments = description["arguments"]
        ppm = arguments[arguments.index("--clock-ppm") + 1] if "--clock-ppm" in arguments else None
        self.expect("the correction by the measured clock", ppm and float(ppm), 12.5)
        # An earlier description, with a sound of today, makes a test of a report.
        with zipfile.ZipFile(self.place.path / "earlier.zip", "w") as archive:
            archive.write(self.source / "session.json", "session.json")
            archive.write(self.place.path / "scale.wav", "audio.wav")
        done = subprocess.run(
            [sys.executable, ROOT / "scripts/report-to-test.py", "earlier.zip", "earlier", "--tuner",
             self.place.program, "--reports", ".", "--cases", "cases"],
            cwd=self.place.path, capture_output=True, text=True, check=False)
        self.expect("the status of report-to-test.py", (done.returncode, done.stderr), (0, ""))

    def gate(self):
        text = (self.source / "gate.json").read_text().replace("@HOSTS@", str(self.place.hosts))
        (self.place.practice / "gate.json").write_text(text)
        (self.place.practice / "gate.json").chmod(0o600)
        status = self.place.tell("gate", "status", "--format", "json")
        self.expect("the hosts file", status["hosts_file"], str(self.place.hosts))
        self.expect("the set-up", status["setup_step"], "done")
        self.expect("the goals", [(each["metric"], each["target"]) for each in status["goals"]],
                    [("practiceMinutes", 20)])
        targets = self.place.tell("gate", "targets", "list", "--format", "json")["targets"]
        self.expect("the targets", targets, ["domain:youtube.com", "app:steam"])

    def journal(self):
        """Moves the lines to today, because older days may be too old to be listed."""
        today = datetime.datetime.now(datetime.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        lines, notes, played = [], 0, 0
        for line in (self.source / "journal.jsonl").read_text().splitlines():
            body, _, seal = line.rpartition(',"crc":"')
            self.expect("the checksum of a line of the journal", crc32c(body.encode()) + '"}', seal)
            record = json.loads(line)
            notes, played = notes + record["notes"], played + record["practice_ms"]
            body = body.replace(str(record["start_ms"]),
                                str(int(today.timestamp() * 1000) + 10000 * len(lines)))
            lines.append(f'{body},"crc":"{crc32c(body.encode())}"}}\n')
        path = self.place.practice / f"journal/{today.date()}.jsonl"
        path.write_text("".join(lines))
        path.chmod(0o600)
        log = self.place.tell("practice", "log", "--format", "json")
        self.expect("the damaged lines of the journal", log["damaged_lines"], 0)
        days = [each for each in log["days"] if each["date"] == str(today.date())]
        self.expect("the notes of the journal", [each["notes"] for each in days], [notes])
        self.expect("the practice of the journal",
                    [round(each["practice_min"] * 60000) for each in days], [played])

    def batch(self):
        shutil.copytree(self.source / "batch", self.place.path / "batch")
        merged = self.place.run("merge", "batch", "-q").stdout.splitlines()
        files = [json.loads(line).get("file") for line in merged if '"schema"' in line]
        self.expect("the recordings of the batch", sorted(files), ["scale.wav", "stroke.wav"])
        parts = "".join(path.read_text() for path in (self.source / "batch").glob("*-of-*.ndjson")
                        if path.name.count(".") == 1)
        self.expect("the records of the batch", sorted(merged), sorted(parts.splitlines()))

    def records(self):
        for name in RECORDS:
            earlier = (self.source / name).read_text()
            lost = keys(name, earlier) - keys(name, self.place.records(name))
            self.expect(f"what {name} has lost", sorted(lost), [])


def keys(name, text):
    """The keys and types of records, or the columns of CSV."""
    if name.endswith(".csv"):
        # New columns come last, so that readers may count.
        return {f"column {number} {title}"
                for number, title in enumerate(next(csv.reader(text.splitlines())), 1)}
    found = set()

    def collect(value, path):
        if isinstance(value, dict):
            for key, inner in value.items():
                collect(inner, f"{path}.{key}")
        elif isinstance(value, list):
            for inner in value:
                collect(inner, f"{path}[]")
        else:
            kind = {bool: "truth", int: "number", float: "number", str: "text"}.get(type(value))
            found.add(f"{path}: {kind}" if kind else path)
        if path == ".schema":
            found.add(f"schema {value}")

    for line in [text] if name.endswith(".json") else text.splitlines():
        collect(json.loads(line), "")
    # A key that was null in every record is there if it has any value now.
    return found | {each.partition(": ")[0] for each in found}


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    writes = arguments[:1] == ["write"]
    if len(arguments) != 1 + writes:
        stop(2, "name one program. See: scripts/formats.py --help")
    program = os.path.abspath(arguments[-1])
    try:
        version = subprocess.run([program, "--version"], check=True, capture_output=True,
                                 text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        stop(2, str(error))
    if writes:
        write(program, version)
        return 0
    releases = sorted(each for each in FORMATS.iterdir() if each.is_dir())
    if not releases:
        stop(2, f"there are no files in {FORMATS}")
    wrong = 0
    for source in releases:
        with tempfile.TemporaryDirectory() as directory:
            reading = Reading(Place(program, directory), source)
            reading.place.sounds()
            for part in (reading.records, reading.batch, reading.settings, reading.report,
                         reading.gate, reading.journal):
                part()
            print(f"formats: tuner {version} reads what {source.name} wrote: {reading.count} "
                  f"comparisons, {reading.wrong} failed", file=sys.stderr)
            wrong += reading.wrong
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
