# SPDX-License-Identifier: MIT
"""Live strokes: their numbers, onsets and settled readings, and gaps."""

import numpy as np
import pytest
import soundfile

import headstock

from test_program import records


def _play(strum, samples, sr):
    """Appends samples with 20 updates a second."""
    for start in range(0, len(samples), sr // 20):
        strum.append(samples[start : start + sr // 20])
        strum.update()


def test_a_stroke_has_a_number_an_onset_and_one_reading_of_each_string(stroke):
    samples, sr = stroke
    strum = headstock.Strum(sr)
    assert (strum.position, strum.stroke, strum.onset, strum.settled()) == (0, 0, None, None)
    _play(strum, samples, sr)
    _play(strum, np.zeros(sr, np.float32), sr)
    assert strum.position == len(samples) + sr and strum.stroke == 1
    rows, expected = strum.settled(), headstock.strum(samples, sr)
    assert rows is not None and rows.dtype == headstock.READING
    assert list(rows["string"]) == list(expected["string"])
    assert list(rows["state"]) == list(expected["state"])
    assert np.allclose(rows["cents"], expected["cents"], atol=0.5, equal_nan=True)
    assert abs(strum.onset - expected["start"][0]) <= sr // 100
    # The numbers of a string that does not sound are unknown, live and in a recording.
    assert list(np.isnan(rows["confidence"])) == list(np.isnan(rows["frequency_hz"]))


def test_a_gap_ends_a_stroke(stroke):
    samples, sr = stroke
    strum = headstock.Strum(sr)
    _play(strum, samples, sr)
    strum.skip(10 * sr)
    assert strum.position == len(samples) + 10 * sr
    assert (strum.stroke, strum.onset, strum.settled()) == (1, None, None)
    assert set(strum.update()["state"]) == {headstock.STRING_STATES.index("unclear")}
    _play(strum, samples, sr)
    assert strum.stroke == 2 and strum.onset > len(samples) + 10 * sr
    strum.reset()
    assert (strum.position, strum.stroke, strum.onset) == (0, 0, None)
    for count in (-1, (1 << 40) + 1):
        with pytest.raises(ValueError, match="out of range"):
            strum.skip(count)


def test_strings_that_ring_on_after_a_gap_are_another_stroke(stroke):
    samples, sr = stroke
    strum = headstock.Strum(sr)
    _play(strum, samples[:sr], sr)
    before = strum.update()
    # Blocks that are lost one after another are one gap.
    strum.skip(sr // 10)
    strum.skip(sr // 10)
    _play(strum, samples[sr + sr // 5 :], sr)
    after = strum.update()
    assert strum.stroke == 2 and abs(strum.onset - sr - sr // 5) <= sr // 100
    sounding = before["state"] == headstock.STRING_STATES.index("sounding")
    assert np.count_nonzero(sounding) >= 2
    assert list(after["state"][sounding]) == list(before["state"][sounding])
    assert np.allclose(after["cents"][sounding], before["cents"][sounding], atol=0.5)


def test_noise_after_a_gap_is_no_stroke():
    sr = 48_000
    hiss = np.random.default_rng(5).normal(0, 0.01, 3 * sr).astype(np.float32)
    strum = headstock.Strum(sr)
    _play(strum, hiss[:sr], sr)
    strum.skip(sr // 5)
    _play(strum, hiss[sr:], sr)
    assert strum.stroke == 0 and strum.onset is None


def test_live_readings_without_a_frequency_have_no_confidence(stroke):
    samples, sr = stroke
    strum = headstock.Strum(sr, tuning="seven_string")
    for start in range(0, len(samples), sr // 20):
        strum.append(samples[start : start + sr // 20])
        rows = strum.update()
        assert list(np.isnan(rows["confidence"])) == list(np.isnan(rows["frequency_hz"]))
        silent = rows[rows["state"] == headstock.STRING_STATES.index("silent")]
        for column in ("frequency_hz", "cents", "sigma_cents", "inharmonicity", "fitted_hz"):
            assert np.isnan(silent[column]).all()


def test_updates_are_those_of_the_program(tuner, stroke, tmp_path):
    samples, sr = stroke
    soundfile.write(tmp_path / "a.wav", samples, sr, subtype="FLOAT")
    lines = records(tuner, tmp_path / "a.wav", "--strum", "--frames")
    lines = [line for line in lines if "state" in line]
    strum = headstock.Strum(sr)
    columns = ("frequency_hz", "cents", "sigma_cents", "confidence")
    compared = 0
    for start in range(0, len(samples), sr // 20):
        strum.append(samples[start : start + sr // 20])
        for row in strum.update():
            line = lines[compared]
            compared += 1
            assert headstock.STRING_STATES[row["state"]] == line["state"]
            for column in columns:
                known = line.get(column)
                assert np.isnan(row[column]) if known is None else row[column] == known
    assert compared == len(lines) == 240
