# SPDX-License-Identifier: MIT
"""Writes the files of a release for Tests/Formats, for formats.py."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import wave
import zipfile
from array import array

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMATS = ROOT / "Tests/Formats"
# Each with a value that no program has by default.
SETTINGS = {
    "selectedTuningID": "mine", "themeMode": "dark", "enableHapticFeedback": False,
    "noiseGateThreshold": 0.4, "frequencyUpdateRate": 40, "a4": 442, "temperament": "just:D",
    "notation": "german", "tolerance": 7, "hysteresis": 1.5, "confirmationHold": 0.5,
    "feedback": "chime", "stringOffsets": "6=-2,3=+1.5", "leftHanded": True, "keyOfAnotherProgram": {"kept": True},
}
RECORDS = {  # the name of the kept file: how `tuner analyze` writes it, and of which sound
    "notes.ndjson": ("scale", ["-f", "ndjson"]), "frames.ndjson": ("scale", ["-f", "ndjson", "--frames"]),
    "notes.csv": ("scale", ["-f", "csv"]), "frames.csv": ("scale", ["-f", "csv", "--frames"]),
    "analysis.json": ("scale", ["-f", "json"]),
    "strokes.ndjson": ("stroke", ["-f", "ndjson", "--strum"]),
    "strum-frames.ndjson": ("stroke", ["-f", "ndjson", "--strum", "--frames"]),
    "strokes.csv": ("stroke", ["-f", "csv", "--strum"]),
    "strum-frames.csv": ("stroke", ["-f", "csv", "--strum", "--frames"]),
    "strum.json": ("stroke", ["-f", "json", "--strum"]),
}
KEPT_LINES = 12  # of records; later ones have the same keys


def stop(status, text):
    print(f"formats.py: {text}", file=sys.stderr)
    sys.exit(status)


class Place:
    """An empty home directory, and PROGRAM in it."""

    def __init__(self, program, directory):
        self.program, self.path = program, pathlib.Path(directory)
        self.settings = self.path / "config/tuner"
        self.practice = self.path / "data/headstock/practice"
        self.hosts = self.path / "hosts"
        for each in (self.settings / "tunings", self.practice / "journal", self.path / "run"):
            each.mkdir(parents=True)
            each.chmod(0o700)
        self.hosts.write_text("127.0.0.1 localhost\n")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": directory, "TZ": "UTC", "LC_ALL": "C.UTF-8",
            "XDG_CONFIG_HOME": f"{directory}/config", "XDG_DATA_HOME": f"{directory}/data",
            "XDG_RUNTIME_DIR": f"{directory}/run",
        }

    def run(self, *words, status=0):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True,
                              cwd=self.path, env=self.environment, check=False)
        if done.returncode != status:
            stop(1, f"tuner {' '.join(map(str, words))} ends with {done.returncode}: {done.stderr}")
        return done

    def tell(self, *words):
        return json.loads(self.run(*words).stdout)

    def sounds(self):
        """Writes scale.wav, one string after another, and stroke.wav, all of them at once."""
        rate = ["--sample-rate", 16000]
        self.run("tone", "-t", "standard", "--a4", 440, "--temperament", "equal", "--seconds", 1,
                 *rate, "-o", "scale.wav")
        sums = [0] * 48000
        for index, note in enumerate(["E2", "A2", "D3", "G3", "B3", "E4"]):
            self.run("tone", note, "--level", -20, "--seconds", 2, "--a4", 440, "--temperament",
                     "equal", *rate, "-o", f"{note}.wav")
            with wave.open(str(self.path / f"{note}.wav")) as file:
                width, samples = file.getsampwidth(), file.readframes(file.getnframes())
            if width != 2:
                samples = b"".join(samples[i + width - 2:i + width]
                                   for i in range(0, len(samples), width))
            for place, value in enumerate(array("h", samples)):
                sums[8000 + index * 300 + place] += value
        with wave.open(str(self.path / "stroke.wav"), "wb") as file:
            file.setparams((1, 2, 16000, 0, "NONE", ""))
            file.writeframes(array("h", sums).tobytes())

    def records(self, name):
        sound, options = RECORDS[name]
        return self.run("analyze", "-q", *options, f"{sound}.wav").stdout

    def report(self):
        """The description of a session that used the measured clock."""
        self.run("live", "-d", "null", "--calibrated", "--seconds", 1, "-q", "--no-practice")
        self.run("report", "-o", "report.zip")
        with zipfile.ZipFile(self.path / "report.zip") as archive:
            return archive.read("session.json").decode()


# MARK: - Writing


def write(program, version):
    target = FORMATS / version
    shutil.rmtree(target, ignore_errors=True)
    (target / "batch").mkdir(parents=True)
    with tempfile.TemporaryDirectory() as directory:
        place = Place(program, directory)
        place.sounds()
        for name in RECORDS:
            text = place.records(name)
            if not name.endswith(".json"):
                text = "".join(text.splitlines(keepends=True)[:KEPT_LINES])
            (target / name).write_text(text)
        place.run("analyze", "-q", "--batch", "batch", "scale.wav", "stroke.wav")
        for path in (place.path / "batch").glob("*.ndjson"):
            shutil.copy(path, target / "batch")
        tuning = place.tell("tunings", "export", "dadgad") | {"id": "mine", "name": "Mine"}
        (place.path / "mine.json").write_text(json.dumps(tuning))
        place.run("tunings", "add", "mine.json")
        shutil.copy(place.settings / "tunings/mine.json", target / "tuning.json")
        # The program writes the file again, with all that is in it.
        (place.settings / "settings.json").write_text(json.dumps(
            {"schema": "tuner.settings/1"} | SETTINGS | {"selectedTuningID": "standard"}))
        place.run("tunings", "select", "mine")
        shutil.copy(place.settings / "settings.json", target)
        place.run("gate", "setup", "--yes", "--target", "youtube.com", "--target", "app:steam",
                  "--on-block", '["/bin/true","x"]', "--goal", "practice=20m", "--lease", 600,
                  "--hosts-file", place.hosts)
        gate = (place.practice / "gate.json").read_text()
        (target / "gate.json").write_text(gate.replace(str(place.hosts), "@HOSTS@"))
        place.run("analyze", "-q", "--practice", "scale.wav")
        journal = "".join(path.read_text() for path in (place.practice / "journal").glob("*.jsonl"))
        (target / "journal.jsonl").write_text(journal)
        place.run("calibrate", "-d", "null", "--seconds", 10, "--save", "-q")
        clocks = json.loads((place.settings / "clocks.json").read_text())
        # The device without a clock runs as fast as it is read; a card does not.
        clocks["clocks"]["null@48000"] |= {"ppm": 12.5, "sigma_ppm": 0.5}
        for path in (place.settings / "clocks.json", target / "clocks.json"):
            path.write_text(json.dumps(clocks, indent=2, sort_keys=True) + "\n")
        (target / "session.json").write_text(place.report())
