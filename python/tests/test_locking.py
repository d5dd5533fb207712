# SPDX-License-Identifier: MIT
"""Calls from several threads follow one another."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import soundfile

import headstock
from headstock import _tracking, archive
from headstock.cache import Cache

from conftest import pluck


def test_retune_reads_the_settings_in_its_turn(monkeypatch):
    # Two calls that read the settings before either writes them would lose a change.
    tracker = headstock.Tracker(48_000)
    made_config = _tracking.made_config
    is_locked = []

    def config(*arguments):
        is_locked.append(tracker._lock.locked())
        return made_config(*arguments)

    monkeypatch.setattr(_tracking, "made_config", config)
    tracker.retune(a4=436)
    assert is_locked == [True]


def test_threads_share_a_cache(tmp_path):
    names = [str(tmp_path / f"{number}.wav") for number in range(8)]
    for number, name in enumerate(names):
        soundfile.write(name, pluck(110 + number, 22_050, 0.3), 22_050)
    cache = Cache(tmp_path / "cache.sqlite")
    expected = [archive.rows(name).tobytes() for name in names]
    start = threading.Barrier(4)

    def found(number):
        start.wait()
        return [archive.rows(name, cache=cache).tobytes() for name in names]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(found, range(4))) == [expected] * 4
    assert cache.named + cache.copied + cache.missed == 32
    assert [archive.rows(name, cache=cache).tobytes() for name in names] == expected
    assert cache.named + cache.copied + cache.missed == 40 and cache.missed < 40


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_opens_the_cache_itself(tmp_path):
    name = str(tmp_path / "a.wav")
    soundfile.write(name, pluck(110, 22_050, 0.3), 22_050)
    cache = Cache(tmp_path / "cache.sqlite")
    rows = archive.rows(name, cache=cache)
    own = cache._database()
    child = os.fork()
    if child == 0:
        right = cache._database() is not own
        right = right and archive.rows(name, cache=cache).tobytes() == rows.tobytes()
        os._exit(0 if right else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert cache._database() is own


# An object of each kind lives until the interpreter ends, as one that a daemon thread uses.
_AT_THE_END = """
from headstock import Strum, Tracker, _interface
from headstock._library import library
from headstock._recordings import _Recording

for name in ("tracker", "strum", "recording"):
    said = f"{name} destroyed"
    setattr(library, f"headstock_{name}_destroy", lambda _, said=said: print(said, flush=True))
owners = [Tracker(48_000), Strum(48_000), _Recording(48_000, _interface.NOTES, {})]
del owners[0]
print("end", flush=True)
owners.append(Tracker(48_000))
"""


def test_the_end_of_the_interpreter_destroys_no_object():
    ended = subprocess.run(
        [sys.executable, "-c", _AT_THE_END], capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "tracker destroyed\nend\n"
