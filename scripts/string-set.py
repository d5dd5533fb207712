#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a set of recorded strings in the layout that python/communities describes.

Usage: scripts/string-set.py SET DIRECTORY

SET is a folder of Datasets whose recordings are plucked strings with a measured first partial, such
as guitarsounds. Fetch its sound first: tuner-bench datasets fetch SET. DIRECTORY then holds audio/,
f0/, metadata.csv and guitar_strings_index_1.0.json, the index that mirdata reads.

Exit status: 0 written, 2 wrong usage or the sound is missing.
"""

import csv
import hashlib
import json
import os
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEP = 0.01  # s, of the annotation


def sound_of(set_name, file):
    """Returns the path of a fetched recording; None without one."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    found = sorted((cache / "headstock").glob(f"**/{set_name}*/**/{file}"))
    return found[0] if found else None


def annotation(recording):
    """Returns rows of time, frequency and voicing; 0 Hz where the frequency is not known."""
    rows = []
    count = int(recording["duration_s"] / STEP)
    for index in range(count):
        time = index * STEP
        is_voiced = time >= recording["onset_s"]
        is_known = recording["steady_start_s"] <= time <= recording["steady_end_s"]
        frequency = recording["partial1_hz"] if is_known else 0
        rows.append((f"{time:.3f}", f"{frequency:.4f}", int(is_voiced)))
    return rows


def checksum(path):
    return hashlib.md5(path.read_bytes()).hexdigest()


def write_track(output, track, source, recording):
    """Writes the sound and the annotation of a track, and returns its entry of the index."""
    audio, f0 = output / "audio" / f"{track}.wav", output / "f0" / f"{track}.csv"
    shutil.copyfile(source, audio)
    with open(f0, "w", newline="") as labels:
        csv.writer(labels, lineterminator="\n").writerows(annotation(recording))
    return {
        "audio": [f"audio/{track}.wav", checksum(audio)],
        "f0": [f"f0/{track}.csv", checksum(f0)],
    }


def main(words):
    if len(words) != 2 or words[0].startswith("-"):
        print(__doc__.strip())
        return 0 if words in (["-h"], ["--help"]) else 2
    set_name, output = words[0], pathlib.Path(words[1])
    manifest = ROOT / "Datasets" / set_name / "manifest.json"
    if not manifest.is_file():
        print(f"string-set.py: there is no set {set_name!r} in Datasets.", file=sys.stderr)
        return 2
    recordings = json.loads(manifest.read_text())["recordings"]
    recordings = [one for one in recordings if one.get("partial1_hz") is not None]
    for folder in ("audio", "f0"):
        (output / folder).mkdir(parents=True, exist_ok=True)
    index = {"version": "1.0", "tracks": {}}
    with open(output / "metadata.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["track_id", "instrument", "string", "fret", "midi", "partial1_hz"])
        for recording in recordings:
            source = sound_of(set_name, recording["file"])
            if source is None:
                print(
                    f"string-set.py: {recording['file']} is missing. Run: tuner-bench datasets "
                    f"fetch {set_name}",
                    file=sys.stderr,
                )
                return 2
            track = pathlib.Path(recording["file"]).stem
            index["tracks"][track] = write_track(output, track, source, recording)
            keys = ("instrument", "string", "fret", "midi", "partial1_hz")
            table.writerow([track, *(recording[key] for key in keys)])
    metadata = output / "metadata.csv"
    index["metadata"] = {"metadata": ["metadata.csv", checksum(metadata)]}
    text = json.dumps(index, indent=2, sort_keys=True) + "\n"
    (output / "guitar_strings_index_1.0.json").write_text(text)
    print(output)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
