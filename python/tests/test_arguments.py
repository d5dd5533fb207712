# SPDX-License-Identifier: MIT
"""Arguments that have no effect or no meaning are refused in one sentence."""

import re
import typing

import numpy as np
import pytest
import soundfile

import headstock
from headstock._config import PITCH_NAMES, Settings, plain_settings
from headstock._names import PitchSettings
from headstock.bench import Judgement

from conftest import pluck

OTHERS = {
    "string": 3, "fmin": 100.0, "fmax": 300.0, "tolerance": 1.0, "hysteresis": 2.0,
    "detector": "yin", "pitch": "period", "second_string": True, "candidates": True,
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_setting_without_effect_on_strokes_is_refused(name, stroke, tmp_path):
    soundfile.write(tmp_path / "a.wav", *stroke)
    one = {name: OTHERS[name]}
    with pytest.raises(TypeError, match=f"strokes does not use '{name}'. Give only: tuning"):
        headstock.strum(*stroke, **one)
    pytest.importorskip("pyarrow")
    from headstock import archive

    with pytest.raises(TypeError, match=f"strokes does not use '{name}'"):
        archive.analyze([str(tmp_path / "a.wav")], tmp_path / "a.parquet", "strokes", **one)
    with pytest.raises(TypeError, match=f"strings\\(\\) does not use '{name}'. Give only: a4"):
        headstock.strings(**one)


@pytest.mark.parametrize(
    "setting",
    [
        {"rate": 30.0}, {"tuning": "drop_d"}, {"a4": 442.0}, {"temperament": "just:D"},
        {"scale": "!\nfifths\n2\n!\n3/2\n2/1\n"}, {"offsets": {2: 3.0}}, {"capo": 1},
        {"clock_ppm": 500.0},
    ],
)
def test_a_setting_of_strokes_has_an_effect(setting, stroke):
    assert headstock.strum(*stroke, **setting).tobytes() != headstock.strum(*stroke).tobytes()
    if not {"rate", "clock_ppm", "tuning"} & set(setting):
        assert headstock.strings(**setting).tobytes() != headstock.strings().tobytes()


@pytest.mark.parametrize(
    "setting, error, text",
    [
        ({"scale": "pythagorean.scl"}, ValueError, "pathlib.Path"),
        ({"scale": "!\nwrong\n"}, headstock.ConfigurationError, "line"),
        ({"scale": "!\n\0\n"}, ValueError, "NUL"),
        ({"scale": 3}, TypeError, "int"),
        ({"keyboard_map": "!\n0\n"}, headstock.ConfigurationError, "belongs to a scale"),
        (
            {"scale": "!\nfifths\n2\n!\n3/2\n2/1\n", "temperament": "equal"},
            headstock.ConfigurationError,
            "takes the place of a temperament",
        ),
        ({"offsets": [1.0]}, TypeError, "list"),
        ({"offsets": {0: 1.0}}, ValueError, "no string 0"),
        ({"offsets": {7: 1.0}}, headstock.ConfigurationError, "7 offsets for 6 strings"),
        ({"offsets": {6: 101.0}}, headstock.ConfigurationError, "101"),
        ({"offsets": {6: float("nan")}}, headstock.ConfigurationError, "offset"),
    ],
)
def test_wrong_scales_and_offsets_are_refused(setting, error, text):
    with pytest.raises(error, match=text):
        headstock.strings(**setting)


def test_a_scala_file_may_be_in_latin_1(tmp_path):
    contents = "!\nAnd\u00e9\n2\n!\n3/2\n2/1\n"
    for encoding in ("utf-8", "utf-8-sig", "latin-1"):
        path = tmp_path / f"{encoding}.scl"
        path.write_bytes(contents.encode(encoding))
        assert headstock.strings(scale=path).tobytes() == headstock.strings(scale=contents).tobytes()


def test_a4_is_rounded_to_hundredths_before_its_range_is_checked():
    for given, counts in ((490.004, 490.0), (389.996, 390.0), (440.123, 440.12)):
        assert headstock.strings(a4=given).tobytes() == headstock.strings(a4=counts).tobytes()
    for given in (490.006, 389.994):
        with pytest.raises(headstock.ConfigurationError, match="390"):
            headstock.strings(a4=given)


def test_one_channel_is_mixed_as_it_is(tmp_path):
    soundfile.write(tmp_path / "a.wav", pluck(110, 22_050, 0.1), 22_050)
    samples, _ = soundfile.read(tmp_path / "a.wav")
    assert samples.ndim == 1
    expected = samples.astype(np.float32)
    for channel in (0, 1):
        assert np.array_equal(headstock.mix(samples, channel), expected)
    with pytest.raises(ValueError, match="no channel 2 among 1"):
        headstock.mix(samples, 2)
    with pytest.raises(ValueError, match=re.escape("(n, channels) or (n,), not ()")):
        headstock.mix(np.float32(0))
    for channel in (0, 1):
        with pytest.raises(ValueError, match="^The samples have no channels.$"):
            headstock.mix(np.zeros((5, 0), np.float32), channel)


def test_a_value_of_another_type_is_a_type_error():
    silence = np.zeros(100, np.float32)
    for sentence, call in {
        "A key is a whole number, not float.": lambda: headstock.note_name(60.5),
        "A state is a whole number, not float.": lambda: headstock.state_name(1.0),
        "A target is a frequency in hertz, not str.": lambda: headstock.strobe(
            silence, 48_000, "a", 100
        ),
        "A position is a whole number, not float.": lambda: headstock.strobe(
            silence, 48_000, 110.0, 1.5
        ),
    }.items():
        with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
            call()
    assert headstock.note_name(np.int64(60)) == "C4"
    assert headstock.state_name(np.uint8(0)) == headstock.state_name(0)
    assert headstock.strobe(silence, 48_000, np.float32(110), 100) is None


@pytest.mark.parametrize(
    "setting, text",
    [
        ({"a4": "442"}, "a4 is a number, not str."), ({"rate": "20"}, "rate is a number, not str."),
        ({"fmin": b"40"}, "fmin is a number, not bytes."),
        ({"tolerance": None}, "tolerance is a number, not NoneType."),
        ({"offsets": {1: "2"}}, "an offset is a number, not str."),
        ({"second_string": "no"}, "second_string is True or False, not str."),
        ({"second_string": 1}, "second_string is True or False, not int."),
    ],
)
def test_a_setting_of_another_type_is_a_type_error(setting, text):
    for call in (lambda: headstock.Tracker(48_000, **setting), lambda: plain_settings(setting)):
        with pytest.raises(TypeError, match=f"^{re.escape(text)}$"):
            call()


def test_an_analysis_is_equal_to_itself_only(tmp_path):
    soundfile.write(tmp_path / "a.wav", pluck(110, 22_050, 0.2), 22_050)
    one, other = (headstock.analyze(tmp_path / "a.wav") for _ in range(2))
    assert one == one and one != other and len({one, other}) == 2
    one, other = (Judgement("", {}) for _ in range(2))
    assert one == one and one != other and len({one, other}) == 2


def test_candidates_are_those_of_a_tracker(tmp_path):
    soundfile.write(tmp_path / "a.wav", pluck(110, 22_050, 0.2), 22_050)
    with pytest.raises(TypeError, match="does not use 'candidates'"):
        headstock.analyze(tmp_path / "a.wav", candidates=True)
    with pytest.raises(TypeError, match="does not use 'candidates'"):
        headstock.track(pluck(110, 22_050, 0.2), 22_050, candidates=True)
    pytest.importorskip("pyarrow")
    from headstock import archive

    with pytest.raises(TypeError, match="does not use 'candidates'"):
        archive.analyze([str(tmp_path / "a.wav")], tmp_path / "a.parquet", candidates=True)


def test_a_masked_sample_and_a_huge_one_count_as_silence(recwarn):
    sound = pluck(110, 22_050, 1).astype(np.float64)
    holes = sound.copy()
    holes[5000:5100] = np.nan
    expected = headstock.track(holes, 22_050).tobytes()
    huge = sound.copy()
    huge[5000:5100] = 1e300
    masked = np.ma.masked_array(sound, np.isnan(holes))
    for samples in (huge, masked, masked.astype(np.float32)):
        assert headstock.track(samples, 22_050).tobytes() == expected
        assert headstock.track(headstock.mix(samples), 22_050).tobytes() == expected
    assert len(recwarn) == 0


def test_a_name_of_a_tuning_is_a_tuning():
    for id, name in headstock.tunings().items():
        assert headstock.strings(name).tobytes() == headstock.strings(id).tobytes()


def test_the_types_of_strings_are_those_of_the_settings_that_it_uses():
    types = typing.get_type_hints(PitchSettings)
    assert set(types) == set(PITCH_NAMES)
    every = typing.get_type_hints(Settings)
    assert types == {name: every[name] for name in PITCH_NAMES}
