# SPDX-License-Identifier: MIT
"""The cache of results."""

import os
import shutil
import sqlite3

import pyarrow.parquet as pq
import pytest
import soundfile

from headstock import NOTE, archive
from headstock.cache import Cache, CacheError

from conftest import pluck


def test_a_damaged_cache_is_named(takes, tmp_path):
    path = tmp_path / "cache.sqlite"
    path.write_bytes(b"no data base at all" * 100)
    with pytest.raises(CacheError, match="cache.sqlite is damaged, or no cache"):
        archive.analyze(takes[:1], tmp_path / "rows.parquet", cache=path)
    with pytest.raises(CacheError, match="cannot be used"):
        archive.rows(takes[0], cache=Cache(tmp_path))
    path.unlink()
    expected = archive.rows(takes[0], cache=Cache(path))
    database = sqlite3.connect(path)
    database.execute("UPDATE results SET rows = x'0102'")
    database.commit()
    database.close()
    with pytest.raises(CacheError, match="cut off"):
        archive.rows(takes[0], cache=Cache(path))
    path.unlink()
    assert archive.rows(takes[0], cache=Cache(path)).tobytes() == expected.tobytes()


def test_a_cache_needs_no_recording_the_second_time(takes, tmp_path, monkeypatch):
    cache = Cache(tmp_path / "cache.sqlite")
    first = archive.analyze(takes, tmp_path / "1.parquet", cache=cache)
    # The unreadable one has a content too, and no result.
    assert (cache.named, cache.copied, cache.missed) == (0, 0, 6)
    # Nothing is opened from here on: names, sizes and times are enough.
    monkeypatch.setattr("headstock.cache.opened", None)
    monkeypatch.setattr("headstock.archive.analyze_recording", None)
    second = archive.analyze(takes[:5], tmp_path / "2.parquet", cache=cache)
    assert cache.named == 5
    assert second.rows == first.rows
    assert pq.read_table(tmp_path / "2.parquet").equals(pq.read_table(tmp_path / "1.parquet"))


def test_a_cache_knows_a_copy_and_notices_change(takes, tmp_path):
    cache = Cache(tmp_path / "cache.sqlite")
    archive.rows(takes[0], cache=cache)
    os.rename(takes[0], takes[0] + ".wav")
    archive.rows(takes[0] + ".wav", cache=cache)
    assert (cache.copied, cache.missed) == (1, 1)
    archive.rows(takes[0] + ".wav", cache=cache, a4=442)
    assert cache.missed == 2
    soundfile.write(takes[0] + ".wav", pluck(300, 22_050, 0.7), 22_050)
    changed = archive.rows(takes[0] + ".wav", cache=cache)
    assert cache.missed == 3
    assert abs(changed["frequency_hz"][0] - 300) < 1


def test_a_cache_has_no_results_of_another_version(takes, tmp_path, monkeypatch):
    cache = Cache(tmp_path / "cache.sqlite")
    archive.rows(takes[0], cache=cache)
    monkeypatch.setattr("headstock._interface.VERSION", "0.0.0-another")
    archive.rows(takes[0], cache=cache)
    assert (cache.named, cache.copied, cache.missed) == (0, 0, 2)
    archive.rows(takes[0], cache=cache)
    assert (cache.named, cache.missed) == (1, 2)


def test_the_result_of_a_recording_that_changes_meanwhile_is_not_kept(takes, tmp_path):
    cache = Cache(tmp_path / "cache.sqlite")
    copy = tmp_path / "copy.wav"
    shutil.copy(takes[0], copy)

    def measure():
        """Another program replaces the recording while it is analysed."""
        soundfile.write(takes[0], pluck(300, 22_050, 0.7), 22_050)
        return archive.rows(takes[0])

    changed = cache.rows(takes[0], "notes {}", NOTE, measure)
    assert abs(changed["frequency_hz"][0] - 300) < 1
    # The copy has the content from before the change, whose result is another one.
    kept = cache.rows(copy, "notes {}", NOTE, lambda: archive.rows(copy))
    assert abs(kept["frequency_hz"][0] - 82.4) < 1
    assert (cache.copied, cache.missed) == (0, 2)
