#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what vamp-simple-host printed with the records of `tuner analyze`.

Usage: compare_vamp.py DIRECTORY

The directory holds pitch.txt, cents.txt, sigma.txt, confidence.txt, strobe.txt, notes.txt,
frames.csv, notes.csv and notes.mid, and of a recording at another sample rate fine-strobe.txt and
fine-frames.csv. The host prints six significant digits and pads the last block with silence, so
readings after the end of the recording are left out.
"""

import csv
import itertools
import pathlib
import re
import sys


def layer(path):
    """Returns the times, and the values at each."""
    values = {}
    for line in path.read_text().splitlines():
        match = re.match(r"\s*([\d.]+)(?:, ([\d.]+))?: (.*)$", line)
        if match:
            values[round(float(match[1]), 6)] = match[3].split()
    return values


def records(path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def velocities(path):
    """Returns the velocities of the notes in a MIDI file of `tuner analyze`, as text.

    Such a file has one track, and every event has its own status byte.
    """
    data = path.read_bytes()
    place = data.index(b"MTrk") + 8

    def number():
        nonlocal place
        value = 0
        while True:
            value, place = value << 7 | data[place] & 0x7F, place + 1
            if data[place - 1] < 0x80:
                return value

    found = []
    while place < len(data):
        number()  # the time since the event before
        status = data[place]
        if status == 0xFF:
            place += 2
            length = number()
            place += length
            continue
        if status & 0xF0 == 0x90:
            found.append(str(data[place + 2]))
        place += 2 if status & 0xE0 == 0xC0 else 3
    return found


def compare_strobe(place, prefix=""):
    """Compares the updates that have a phase with those that have a deviation."""
    phases = layer(place / f"{prefix}strobe.txt")
    frames = records(place / f"{prefix}frames.csv")
    times = {bool(frame["cents"]): set() for frame in frames}
    for frame in frames:
        times[bool(frame["cents"])].add(round(float(frame["time_s"]), 6))
    if len(times.get(True, ())) < 20:
        sys.exit(f"{prefix}frames.csv has too few deviations.")
    if missing := times[True] - set(phases):
        sys.exit(f"The plugin has no phase at {min(missing)} s ({len(missing)} in all).")
    if wrong := times.get(False, set()) & set(phases):
        sys.exit(f"The plugin has a phase without a deviation at {min(wrong)} s.")


def main(directory):
    place = pathlib.Path(directory)
    compared = 0
    frames = records(place / "frames.csv")
    columns = {"pitch": "frequency_hz", "cents": "cents", "sigma": "sigma_cents"}
    columns["confidence"] = "confidence"
    for name, column in columns.items():
        heard = layer(place / f"{name}.txt")
        for frame in frames:
            time, text = round(float(frame["time_s"]), 6), frame[column]
            if not text:
                if time in heard:
                    sys.exit(f"{name} at {time} s: the plugin has {heard[time]}, tuner none")
                continue
            if time not in heard:
                sys.exit(f"{name} at {time} s: the plugin has none, tuner {text}")
            if abs(float(heard[time][0]) - float(text)) > 1e-5 * abs(float(text)) + 1e-9:
                sys.exit(f"{name} at {time} s: {heard[time][0]}, not {text}")
            compared += 1
    notes = [note for note in records(place / "notes.csv") if note["frequency_hz"]]
    heard = layer(place / "notes.txt")
    if len(notes) < 2:
        sys.exit(f"There are {len(notes)} notes to compare.")
    if all(note["cents"] for note in notes):
        sys.exit("There is no note without a target.")
    played = velocities(place / "notes.mid")
    if len(played) != len(notes):
        sys.exit(f"notes.mid has {len(played)} notes, notes.csv {len(notes)}.")
    for note, velocity in zip(notes, played):
        time = round(float(note["start_s"]), 6)
        if time not in heard:
            sys.exit(f"The plugin has no note at {time} s: {sorted(heard)}")
        values = (note["frequency_hz"], velocity, note["sigma_cents"], note["cents"])
        known = list(itertools.takewhile(bool, values))
        *values, name = heard[time]
        if len(values) != len(known):
            sys.exit(f"At {time} s the plugin's note has {values}, not {known}")
        for value, text in zip(values, known):
            if not abs(float(value) - float(text)) <= 1e-5 * abs(float(text)) + 1e-9:
                sys.exit(f"At {time} s the plugin's note has {value}, not {text}")
        if name != note["note"]:
            sys.exit(f"At {time} s the plugin's note is {name}, not {note['note']}")
        compared += 1
    compare_strobe(place)
    compare_strobe(place, "fine-")
    if compared < 100:
        sys.exit(f"Only {compared} values were compared.")
    print(f"plugins: {compared} values of the Vamp plugin are those of tuner analyze")


if __name__ == "__main__":
    main(sys.argv[1])
