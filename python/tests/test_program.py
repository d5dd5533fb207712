# SPDX-License-Identifier: MIT
"""The readings are those of the program `tuner`, bit for bit."""

import json
import subprocess

import numpy as np
import pytest
import soundfile

import headstock


def records(tuner, path, *flags):
    """Returns the ndjson records of `tuner analyze`."""
    answer = subprocess.run(
        [tuner, "analyze", "--format", "ndjson", *flags, str(path)], capture_output=True, text=True
    )
    assert answer.returncode in (0, 1), answer.stderr
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    return [line for line in lines if line.get("type", "frame") not in ("header", "end")]


def frames(tuner, path, *flags):
    return [line for line in records(tuner, path, "--frames", *flags) if "time_s" in line]


def target_text(row, names):
    """Returns a target as the program writes it."""
    if row["string"]:
        return f"{row['string']}:{names[int(row['string'])]}"
    return headstock.note_name(int(row["target_midi"])) if row["target_midi"] >= 0 else None


def same(number, value):
    """True where an unknown number is null, or both are the same number to the last bit."""
    return np.isnan(value) if number is None else number == value


def compare(rows, lines, names):
    assert len(rows) == len(lines) > 10
    for row, line in zip(rows, lines):
        for key in (
            "time_s",
            "frequency_hz",
            "confidence",
            "sigma_cents",
            "cents",
            "level_dbfs",
            "inharmonicity",
        ):
            assert same(line[key], row[key]), (key, line, row)
        assert (line["midi"] if line["midi"] is not None else -1) == row["midi"]
        assert line["target"] == target_text(row, names)
        assert line["state"] == headstock.STATES[row["state"]]


@pytest.fixture
def file(tmp_path, phrase):
    path = tmp_path / "phrase.wav"
    soundfile.write(path, phrase[0], phrase[1], subtype="FLOAT")
    return path


SETTINGS = [
    ({}, []),
    ({"tuning": "chromatic"}, ["-t", "chromatic"]),
    ({"tuning": "D2 A2 D3 G3 A3 D4", "a4": 442.5}, ["-t", "D2 A2 D3 G3 A3 D4", "--a4", "442.5"]),
    ({"rate": 59.94, "capo": 2}, ["--rate", "59.94", "--capo", "2"]),
    ({"temperament": "just:D", "tolerance": 3.0}, ["--temperament", "just:D", "--tolerance", "3"]),
    ({"detector": "yin"}, ["--detector", "yin"]),
    ({"pitch": "period", "clock_ppm": 120.0}, ["--pitch", "period", "--clock-ppm", "120"]),
    ({"string": 5, "hysteresis": 1.0}, ["--string", "5", "--hysteresis", "1"]),
    ({"fmin": 70.0, "fmax": 400.0}, ["--min-hz", "70", "--max-hz", "400"]),
]


@pytest.mark.parametrize("settings, flags", SETTINGS)
def test_track_is_the_programs(tuner, file, phrase, settings, flags):
    lines = frames(tuner, file, *flags)
    rows = headstock.track(*phrase, **{"rate": 20, **settings})
    tuned = {key: settings[key] for key in ("tuning", "capo") if key in settings}
    names = {int(row["number"]): row["name"].decode() for row in headstock.strings(**tuned)}
    compare(rows, lines, names)


SCALE = "! fifths.scl\nfifths\n5\n!\n9/8\n4/3\n3/2\n16/9\n2/1\n"
KEYS = "12\n0\n127\n60\n69\n442.0\n5\n0\nx\n1\nx\n1\n2\nx\n3\nx\n3\nx\n4\n"


def test_a_scale_and_offsets_are_the_programs(tuner, file, phrase, tmp_path):
    scale, keys = tmp_path / "fifths.scl", tmp_path / "keys.kbm"
    scale.write_text(SCALE)
    keys.write_text(KEYS)
    flags = ["--temperament", str(scale), "--keyboard-map", str(keys), "--offsets", "6=-2,3=1.5"]
    lines = frames(tuner, file, *flags)
    names = {int(row["number"]): row["name"].decode() for row in headstock.strings()}
    plain = headstock.track(*phrase, rate=20)
    for given in ({"scale": scale, "keyboard_map": keys}, {"scale": SCALE, "keyboard_map": KEYS}):
        rows = headstock.track(*phrase, rate=20, offsets={3: 1.5, 6: -2}, **given)
        compare(rows, lines, names)
        assert not np.array_equal(rows["cents"], plain["cents"], equal_nan=True)


def test_analyze_is_the_programs(tuner, file):
    lines = records(tuner, file)
    analysis = headstock.analyze(file)
    compare(
        analysis.track,
        frames(tuner, file),
        {int(row["number"]): row["name"].decode() for row in headstock.strings()},
    )
    notes = [line for line in lines if "start_s" in line]
    assert len(notes) == len(analysis.notes) >= 5
    for row, line in zip(analysis.notes, notes):
        for key in ("start_s", "end_s", "frequency_hz", "cents", "sigma_cents", "confidence"):
            assert same(line[key], row[key]), (key, line, row)
        for key in ("inharmonicity", "onset_level_dbfs", "glide_cents", "vibrato_hz"):
            assert same(line[key], row[key]), (key, line, row)


def test_smoothed_analysis_is_the_programs(tuner, file):
    names = {int(row["number"]): row["name"].decode() for row in headstock.strings()}
    compare(headstock.analyze(file, smooth=True).track, frames(tuner, file, "--smooth"), names)


def test_stereo_is_the_programs(tuner, tmp_path, phrase):
    sound, sr = phrase
    path = tmp_path / "stereo.wav"
    soundfile.write(path, np.stack([sound, sound[::-1] * 0.5], axis=1), sr, subtype="FLOAT")
    names = {int(row["number"]): row["name"].decode() for row in headstock.strings()}
    compare(headstock.analyze(path).track, frames(tuner, path), names)
    compare(headstock.analyze(path, channel=2).track, frames(tuner, path, "--channel", "2"), names)


def test_strum_is_the_programs(tuner, tmp_path, stroke):
    path = tmp_path / "stroke.wav"
    soundfile.write(path, *stroke, subtype="FLOAT")
    lines = [line for line in records(tuner, path, "--strum") if "stroke" in line]
    rows = headstock.strum(*stroke)
    assert len(rows) == len(lines) == 6
    for row, line in zip(rows, lines):
        assert line["string"] == row["string"] and line["stroke"] == row["stroke"]
        assert line["state"] == headstock.STRING_STATES[row["state"]]
        for key in ("start_s", "end_s", "target_hz", "frequency_hz", "cents", "sigma_cents"):
            assert same(line[key], row[key]), (key, line, row)


def test_recorded_strings_are_the_programs(tuner, recordings):
    names = {int(row["number"]): row["name"].decode() for row in headstock.strings()}
    for path in recordings[:3]:
        compare(headstock.analyze(path).track, frames(tuner, path), names)
