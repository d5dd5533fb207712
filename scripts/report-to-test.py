#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a test case from a report of `tuner report`.

    scripts/report-to-test.py REPORT.zip NAME [--tuner PROGRAM] [--reports DIRECTORY]

The sound is stored as DIRECTORY/SHA256.wav, outside this repository, because it is private. The
test case is Tests/Reports/NAME.json: the checksum, the arguments, and one line with time, note and
cents for each reading of the current tuner. A session with --strum gives a line with time, string,
state and cents for each string and update. Then:

  1. Correct the wrong lines, for which the report was made. Remove a line if the truth is unknown.
  2. Run HEADSTOCK_REPORTS=DIRECTORY swift test --filter ReportTests; it fails on the corrected
     lines.
  3. Correct the tuner until the test passes, and commit NAME.json with the change.

docs/reports.md explains reports.

  --tuner PROGRAM        analyses the report; .build/debug/tuner by default
  --reports DIRECTORY    stores the sounds; $HEADSTOCK_REPORTS by default

Exit status: 0 the test case is written, 2 the report can't be used.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "Tests" / "Reports"
# The size limit of a report: 30 s at 192 kHz, with a reserve.
LARGEST = 64 << 20


def stop(message):
    print(f"report-to-test.py: {message}", file=sys.stderr)
    sys.exit(2)


def member(archive, name):
    try:
        size = archive.getinfo(name).file_size
    except KeyError:
        stop(f"there is no {name} in it. Is it a report of tuner report?")
    if size > LARGEST:
        stop(f"{name} is over {LARGEST} bytes")
    return archive.read(name)


def readings(tuner, arguments, audio):
    """The readings, each as seconds, note or None, cents or None.

    A reading of a stroke has the string and its state instead of the note.
    """
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "audio.wav"
        path.write_bytes(audio)
        command = [tuner, "analyze", "--frames", "--format", "ndjson", "-q", *arguments, str(path)]
        # Ignores the settings of the user, so that only those of the report apply.
        environment = {k: v for k, v in os.environ.items() if not k.startswith("TUNER_")}
        environment["XDG_CONFIG_HOME"] = scratch
        try:
            run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        except OSError as error:
            stop(f"{tuner}: {error.strerror}. Build it: swift build --product tuner")
    if run.returncode not in (0, 1):
        stop(run.stderr.strip())
    for line in run.stdout.splitlines()[1:]:
        frame = json.loads(line)
        if "string" in frame:
            cents = None if frame["cents"] is None else round(frame["cents"], 2)
            yield [frame["time_s"], frame["string"], frame["state"], cents]
            continue
        silent = frame["state"] == "silent" or frame["note"] is None
        note = None if silent else f"{frame['note']}{frame['octave']}"
        cents = None if silent or frame["cents"] is None else round(frame["cents"], 2)
        yield [frame["time_s"], note, cents]


def parsed():
    """The options of the command line, checked; None if they ask for help."""
    parser = argparse.ArgumentParser(
        usage=__doc__.split("\n\n")[1].strip(), description=__doc__, add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("report", nargs="?")
    parser.add_argument("name", nargs="?")
    parser.add_argument("--tuner", default=str(ROOT / ".build" / "debug" / "tuner"))
    parser.add_argument("--reports", default=os.environ.get("HEADSTOCK_REPORTS"))
    parser.add_argument("--cases", default=str(CASES), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.help:
        return None
    if not options.report or not options.name:
        stop("give a report and a name for the case; see --help")
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", options.name):
        stop(f"{options.name}: a name is small letters, digits and hyphens")
    if not options.reports:
        stop("say where sounds are kept: --reports DIRECTORY, or HEADSTOCK_REPORTS")
    return options


def contents(report):
    """The sound of a report, and the arguments of its session."""
    try:
        with zipfile.ZipFile(report) as archive:
            audio = member(archive, "audio.wav")
            session = json.loads(member(archive, "session.json"))
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        stop(f"{report}: {error}")
    arguments = session.get("arguments")
    known = isinstance(arguments, list) and all(isinstance(a, str) for a in arguments)
    if session.get("schema") != "tuner.session/1" or not known:
        stop(f"{report}: session.json is not of this version")
    if session.get("not_carried"):
        missing = ", ".join(session["not_carried"])
        print(f"report-to-test.py: left out, as their files are the player's: {missing}", file=sys.stderr)
    changes = session.get("changes") or []
    if changes:
        names = ", ".join(change["name"] for change in changes)
        last = max(change["last_change_s"] for change in changes)
        text = f"settings changed during the session, the last at {last:.3f} s: {names}"
        print(f"report-to-test.py: {text}. The arguments are those of the end", file=sys.stderr)
    return audio, arguments


def main():
    options = parsed()
    if options is None:
        print(__doc__.strip())
        return
    case = pathlib.Path(options.cases) / f"{options.name}.json"
    if case.exists():
        stop(f"{case.name} is there already. Choose another name")
    audio, arguments = contents(options.report)
    checksum = hashlib.sha256(audio).hexdigest()
    rows = list(readings(options.tuner, arguments, audio))
    store = pathlib.Path(options.reports)
    store.mkdir(parents=True, exist_ok=True)
    (store / f"{checksum}.wav").write_bytes(audio)
    case.parent.mkdir(parents=True, exist_ok=True)
    head = {"schema": "headstock.report-case/1", "audio": checksum, "arguments": arguments}
    lines = ",\n".join("    " + json.dumps(row) for row in rows)
    body = json.dumps(head, indent=2)[:-2] + ',\n  "readings": [\n' + lines + "\n  ]\n}\n"
    case.write_text(body)
    print(case)


main()
