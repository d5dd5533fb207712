# SPDX-License-Identifier: MIT
"""Recordings that were cut off or damaged."""

import re
import subprocess
import warnings

import numpy as np
import pyarrow.parquet as pq
import pytest
import soundfile

import headstock
from headstock import archive

from conftest import pluck

SR = 44_100


def cut(path, share=0.5):
    """Keeps the first part of a file."""
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])


@pytest.fixture()
def made(tmp_path):
    """Writes a sound of 6 s in a format."""

    def make(name, **options):
        soundfile.write(tmp_path / name, pluck(110, SR, 6), SR, **options)
        return tmp_path / name

    return make


def test_no_note_is_invented_behind_the_end_of_an_mp3_file(made, tuner):
    path = made("take.mp3")
    cut(path)
    with pytest.warns(RuntimeWarning, match=f"take.mp3: .*promises {6 * SR} samples"):
        analysis = headstock.analyze(path)
    command = [tuner, "analyze", "-q", "-f", "csv", str(path)]
    said = subprocess.run(command, capture_output=True, text=True).stdout
    assert len(analysis.notes) == len(said.splitlines()) - 1 == 1
    assert 2.5 < analysis.duration < 3
    assert len(analysis.track) == int(analysis.duration * 20)


@pytest.mark.parametrize("name", ["take.wav", "take.aiff"])
@pytest.mark.parametrize("subtype", ["PCM_16", "PCM_24", "FLOAT"])
def test_a_cut_in_plain_samples_is_reported(made, name, subtype):
    path = made(name, subtype=subtype)
    cut(path)
    with pytest.warns(RuntimeWarning, match=f"{name}: .*promises {6 * SR} samples, and 13"):
        assert 2.9 < headstock.analyze(path).duration < 3


def test_a_cut_in_packed_samples_and_in_pages_is_reported(made):
    path = made("take.wav", subtype="MS_ADPCM")
    cut(path)
    with pytest.warns(RuntimeWarning, match=r"promises \d+ bytes, and \d+ are there"):
        headstock.analyze(path)
    path = made("take.ogg")
    cut(path)
    with pytest.warns(RuntimeWarning, match="its last page is missing"):
        assert headstock.analyze(path).duration < 5


@pytest.mark.parametrize(
    "name, subtype",
    [
        ("take.wav", "PCM_16"),
        ("take.wav", "MS_ADPCM"),
        ("take.rf64", "FLOAT"),
        ("take.aiff", "PCM_24"),
        ("take.flac", "PCM_16"),
        ("take.ogg", "VORBIS"),
        ("take.mp3", "MPEG_LAYER_III"),
    ],
)
def test_a_whole_file_gives_no_warning(made, name, subtype):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert abs(headstock.analyze(made(name, subtype=subtype)).duration - 6) < 0.05


@pytest.mark.parametrize("length", [0x7FFFF000, 0xFFFFFFFF])
def test_a_file_of_a_program_that_streams_is_not_called_cut_off(made, length, recwarn):
    path = made("take.wav")
    wave = bytearray(path.read_bytes())
    wave[4:8] = wave[40:44] = length.to_bytes(4, "little")
    path.write_bytes(wave)
    assert headstock.analyze(path).duration == 6
    assert len(recwarn) == 0


@pytest.mark.parametrize("name", ["take.wav", "take.aiff", "take.flac", "take.ogg", "take.mp3"])
def test_a_cut_file_is_a_warning_and_its_samples_count_as_for_the_program(made, tuner, name):
    path = made(name)
    cut(path)
    with pytest.warns(RuntimeWarning, match=f"{name}: the file (is|may be) cut off: .* are there"):
        analysis = headstock.analyze(path)
    command = [tuner, "analyze", "-f", "csv", str(path)]
    program = subprocess.run(command, capture_output=True, text=True)
    assert program.returncode == 0
    assert f"{path}: the file is cut off: " in program.stderr
    assert len(analysis.notes) == len(program.stdout.splitlines()) - 1 == 1
    with open(path, "rb") as file, pytest.warns(RuntimeWarning, match="the stream: the file "):
        assert headstock.analyze(file).duration == analysis.duration


@pytest.mark.parametrize("share", [0.1, 0.3, 0.9, 0.9999])
def test_the_samples_of_a_cut_flac_file_are_those_before_the_cut(made, share):
    path = made("take.flac", subtype="PCM_24")
    whole = headstock.analyze(path)
    cut(path, share)
    with pytest.warns(RuntimeWarning, match=rf"promises {6 * SR} samples, and \d+ are there"):
        analysis = headstock.analyze(path)
    assert 6 * share - 1 < analysis.duration < 6
    assert np.array_equal(
        analysis.track["frequency_hz"],
        whole.track["frequency_hz"][: len(analysis.track)],
        equal_nan=True,
    )


def test_a_flac_file_of_unknown_length_is_read_to_its_end(made, recwarn):
    path = made("take.flac")
    data = bytearray(path.read_bytes())
    # The header ends with 36 bits of the length before 16 bytes of a checksum (RFC 9639, 8.2).
    data[21] &= 0xF0
    data[22:26] = bytes(4)
    path.write_bytes(data)
    assert headstock.analyze(path).duration == 6
    assert len(recwarn) == 0
    cut(path)
    with pytest.raises(OSError, match=r"take.flac cannot be read: it is damaged after \d+ samples"):
        headstock.analyze(path)


@pytest.mark.parametrize("lost", [0, 5000])
def test_damage_inside_a_flac_file_is_an_error_that_names_its_place(made, tmp_path, lost):
    whole, broken = made("whole.wav"), made("broken.flac")
    data = bytearray(broken.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 400] = np.random.default_rng(1).bytes(400)
    del data[middle + 400 : middle + 400 + lost]
    broken.write_bytes(data)
    text = r"cannot be read: it is damaged after (\d+) samples"
    with pytest.raises(OSError, match=f"broken.flac {text}") as found:
        headstock.analyze(broken)
    assert 2 * SR < int(re.search(text, str(found.value))[1]) < 4 * SR
    with pytest.raises(OSError, match=f"the stream {text}"), open(broken, "rb") as file:
        headstock.analyze(file)
    names = [str(broken), str(whole)]
    outcome = archive.analyze(names, tmp_path / "notes.parquet")
    assert outcome.recordings == 1 and [name for name, _ in outcome.failed] == names[:1]
    assert set(pq.read_table(outcome.file)["file"].to_pylist()) == set(names[1:])


def test_a_damaged_file_gives_results_or_an_error_of_reading(made):
    random = np.random.default_rng(7)
    for name in ("take.mp3", "take.flac", "take.ogg"):
        path = made(name)
        data = np.frombuffer(path.read_bytes(), np.uint8).copy()
        places = random.integers(len(data) // 3, len(data), 200)
        data[places] = random.integers(0, 256, len(places))
        path.write_bytes(data.tobytes())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                assert headstock.analyze(path).duration < 7
            except OSError:
                pass
