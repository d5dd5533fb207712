# SPDX-License-Identifier: MIT
"""The readings are those of the program `tuner`, bit for bit."""

import io
import json
import struct
import subprocess

import numpy as np
import pytest
import soundfile

import headstock
from headstock._recordings import strokes_of


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


#: The lost samples of a recording; the second gap is longer than a block of the analysis.
GAPS = ((60_000, 25_000), (110_000, 70_000))


def with_gaps(path, gaps, size=None):
    """Writes silence and the chunk `hgap` for the gaps into a WAV file of 32-bit floats."""
    wave = path.read_bytes()
    place = wave.index(b"data")
    sound = np.frombuffer(wave[place + 8 :], "<f4").copy()
    body = struct.pack("<IIQ", 1, len(gaps), 0)
    for start, length in gaps:
        sound[start : start + length] = 0
        body += struct.pack("<QQ", start, length)
    # A recording of the program reserves room for more gaps.
    body = body.ljust(size or len(body), b"\0")
    chunk = b"hgap" + struct.pack("<I", len(body)) + body
    wave = wave[:place] + chunk + wave[place : place + 8] + sound.tobytes()
    path.write_bytes(wave[:4] + struct.pack("<I", len(wave) - 8) + wave[8:])


class Pipe(io.BytesIO):
    """A stream that can't seek."""

    def seekable(self):
        return False


@pytest.mark.parametrize("smooth, flags", [(False, []), (True, ["--smooth"])])
def test_lost_samples_are_the_programs(tuner, file, smooth, flags):
    with_gaps(file, ())
    silent = headstock.analyze(file, smooth=smooth).track
    with_gaps(file, GAPS, 1 << 16)
    names = {int(row["number"]): row["name"].decode() for row in headstock.strings()}
    lines = frames(tuner, file, *flags)
    notes = [line for line in records(tuner, file, *flags) if "start_s" in line]
    for path in (file, open(file, "rb"), Pipe(file.read_bytes())):
        analysis = headstock.analyze(path, smooth=smooth)
        compare(analysis.track, lines, names)
        assert analysis.notes["start_s"].tolist() == [line["start_s"] for line in notes]
        assert analysis.notes["end_s"].tolist() == [line["end_s"] for line in notes]
        assert analysis.track.tobytes() != silent.tobytes()
        assert len(analysis.track) == len(silent)


@pytest.mark.parametrize("subtype", ["PCM_16", "ULAW"])
def test_lost_samples_of_any_encoding_are_skipped_in_a_pipe(tmp_path, phrase, subtype):
    path = tmp_path / "take.wav"
    soundfile.write(path, *phrase, subtype=subtype)
    wave = path.read_bytes()
    place = wave.index(b"fmt ")
    body = struct.pack("<IIQQQ", 1, 1, 0, 60_000, 25_000)
    # One byte more than the list, and one that fills the chunk up.
    chunk = b"hgap" + struct.pack("<I", len(body) + 1) + body + b"\0\0"
    path.write_bytes(wave[:place] + chunk + wave[place:])
    track = headstock.analyze(path).track
    lost = (track["position"] > 60_000) & (track["position"] <= 85_000)
    assert lost.sum() > 5 and np.isnan(track["frequency_hz"][lost]).all()
    assert headstock.analyze(Pipe(path.read_bytes())).track.tobytes() == track.tobytes()
    assert headstock.analyze(Pipe(wave)).track.tobytes() != track.tobytes()


def test_strokes_beside_lost_samples_are_the_programs(tuner, tmp_path, stroke):
    path = tmp_path / "stroke.wav"
    soundfile.write(path, *stroke, subtype="FLOAT")
    whole = strokes_of(path)
    with_gaps(path, ((40_000, 6_000),))
    lines = [line for line in records(tuner, path, "--strum") if "stroke" in line]
    rows = strokes_of(path)
    assert rows.tobytes() != whole.tobytes() and len(rows) == len(lines) > 0
    for row, line in zip(rows, lines):
        for key in ("start_s", "end_s", "frequency_hz", "cents", "sigma_cents"):
            assert same(line[key], row[key]), (key, line, row)


@pytest.mark.parametrize(
    "gaps, size, reason",
    [
        (((5_000, 100), (5_050, 100)), None, "gaps that overlap, touch or have no length"),
        (((5_000, 100), (5_100, 100)), None, "gaps that overlap, touch or have no length"),
        (((5_000, 0),), None, "gaps that overlap, touch or have no length"),
        (((5_000, 100), (6_000, 100)), 40, "a list of 2 gaps without room for them"),
    ],
)
def test_a_damaged_list_of_lost_samples_is_a_warning_as_of_the_program(
    tuner, file, gaps, size, reason
):
    with_gaps(file, gaps)
    if size is not None:
        wave = file.read_bytes()
        place = wave.index(b"hgap") + 4
        cut = wave[:place] + struct.pack("<I", size) + wave[place + 4 : place + 4 + size]
        file.write_bytes(cut + wave[wave.index(b"data") :])
    said = subprocess.run([tuner, "analyze", str(file)], capture_output=True, text=True).stderr
    text = f"the header can't be checked ({reason}), so lost samples may be unknown"
    assert text in said
    for path in (file, Pipe(file.read_bytes())):
        with pytest.warns(RuntimeWarning) as caught:
            headstock.analyze(path)
        assert text in str(caught[0].message) and caught[0].filename == __file__


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
