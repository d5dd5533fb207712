# SPDX-License-Identifier: MIT
"""Names of recordings, lists of them, and settings from NumPy."""

import json
import os
import pathlib
import subprocess

import numpy as np
import pyarrow.parquet as pq
import pytest
import soundfile

import headstock
from headstock import archive
from headstock.cache import Cache

from conftest import pluck


@pytest.fixture()
def take(tmp_path):
    path = tmp_path / "take.wav"
    soundfile.write(path, pluck(110, 22_050, 0.8), 22_050, subtype="PCM_16")
    return path


@pytest.mark.parametrize(
    "written, text",
    [
        (b"B\xe9la", "B\U0010fee9la"),
        (b"a\xe2\x82", "a\U0010fee2\U0010fe82"),
        ("\U0010fee9".encode(), "\U0010fef4\U0010fe8f\U0010febb\U0010fea9"),
        ("Béla".encode(), "Béla"),
    ],
)
def test_a_name_that_is_no_utf8_is_a_name(take, tuner, tmp_path, written, text):
    name = os.fsdecode(os.fsencode(tmp_path) + b"/" + written + b".wav")
    os.rename(take, name)
    assert len(headstock.analyze(name).notes) == 1
    cache = Cache(tmp_path / "cache.sqlite")
    file = tmp_path / "a.parquet"
    absent = name + ".wav"
    outcome = archive.analyze([name, absent], file, cache=cache)
    assert outcome.recordings == 1 and [one for one, _ in outcome.failed] == [absent]
    assert archive.analyze([name, absent], file, cache=cache).skipped
    assert pq.read_table(file)["file"].to_pylist() == [f"{tmp_path}/{text}.wav"]
    archive.rows(name, cache=cache)
    assert (cache.named, cache.missed) == (1, 1)
    # The program chooses the same shard and writes the same name.
    (tmp_path / "list").write_bytes(os.fsencode(name) + b"\n")
    for number in (1, 2, 3):
        command = [tuner, "analyze", "-q", "-f", "ndjson", "--files-from", str(tmp_path / "list")]
        said = subprocess.run([*command, "--shard", f"{number}/3"], capture_output=True).stdout
        assert (text in said.decode()) == (archive.shards([name], 3)[number - 1] == [name])


@pytest.mark.parametrize("name", ["a::b.wav", "zip::take.wav"])
def test_a_file_with_two_colons_is_a_file(take, tmp_path, monkeypatch, name):
    path = tmp_path / name
    os.rename(take, path)
    monkeypatch.chdir(tmp_path)
    for one in (path, str(path), name):
        assert len(headstock.analyze(one).notes) == 1
    assert archive.analyze([path, name], tmp_path / "a.parquet").recordings == 2
    os.unlink(path)
    with pytest.raises(FileNotFoundError):
        headstock.analyze(path)


@pytest.mark.parametrize("make", [str, os.fsencode, pathlib.Path])
def test_one_path_is_no_list(take, tmp_path, make):
    for call in (
        lambda: archive.analyze(make(take), tmp_path / "a.parquet"),
        lambda: archive.shards(make(take), 2),
    ):
        with pytest.raises(TypeError, match=r"a list of paths, not \w+\. Write \[path\]\."):
            call()
    assert os.listdir(tmp_path) == ["take.wav"]


def test_a_list_of_path_objects_is_a_list_of_names(take, tmp_path):
    outcome = archive.analyze([take], tmp_path / "a.parquet")
    assert (outcome.recordings, outcome.failed) == (1, ())
    assert pq.read_table(outcome.file)["file"].to_pylist() == [str(take)]
    assert archive.analyze([str(take)], tmp_path / "a.parquet").skipped
    assert archive.digest(take) == archive.digest(str(take))
    assert archive.shards([take], 1) == [[str(take)]]


def test_numbers_of_numpy_are_settings_of_an_archive(take, tmp_path):
    file, cache = tmp_path / "a.parquet", Cache(tmp_path / "cache.sqlite")
    settings = {"capo": np.int64(2), "a4": np.float32(440), "second_string": np.bool_(True)}
    assert archive.analyze([take], file, cache=cache, **settings).recordings == 1
    plain = {"capo": 2, "a4": 440.0, "second_string": True}
    assert json.loads(pq.read_schema(file).metadata[b"settings"]) == plain
    assert archive.analyze([take], file, cache=cache, capo=2, a4=440, second_string=True).skipped
    archive.rows(take, cache=cache, **plain)
    assert (cache.named, cache.missed) == (1, 1)


@pytest.mark.parametrize("wrong", [None, 3, b"take.wav", [1]])
def test_what_is_no_recording_is_a_type_error(wrong):
    with pytest.raises(TypeError, match="a path, a URL or an open binary file, not "):
        headstock.analyze(wrong)


def test_there_is_at_least_one_partition(take, tmp_path):
    import headstock.dask

    for count in (-1, 0):
        with pytest.raises(ValueError, match=f"There are {count} partitions. Give 1 or more."):
            headstock.dask.analyze([take], tmp_path / "out", partitions=count)
    with pytest.raises(TypeError, match="a list of paths"):
        headstock.dask.analyze(str(take), tmp_path / "out")
    assert len(headstock.dask.analyze([take], tmp_path / "out").compute()) == 1


def test_a_path_with_a_nul_is_refused_in_one_sentence(take, tmp_path):
    path = f"{take}\0.wav"
    cache = Cache(tmp_path / "cache.sqlite")
    for call in (
        lambda: headstock.analyze(path),
        lambda: headstock.analyze(f"zip://{path}::a.zip"),
        lambda: archive.rows(path),
        lambda: archive.rows(path, cache=cache),
        lambda: archive.analyze([take], f"{tmp_path}/a\0.parquet"),
        lambda: Cache(path),
    ):
        with pytest.raises(headstock.ConfigurationError, match=r"^The path '.*' has a NUL charac"):
            call()
    outcome = archive.analyze([path, take], tmp_path / "a.parquet", cache=cache)
    assert outcome.recordings == 1 and [name for name, _ in outcome.failed] == [path]
    assert archive.analyze([path, take], tmp_path / "a.parquet", cache=cache).skipped
