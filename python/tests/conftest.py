# SPDX-License-Identifier: MIT
"""Sounds made by formula, the program to compare with, and what happens to skipped tests."""

import os
import pathlib

import numpy as np
import pytest
import soundfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

_skipped = []


def pytest_runtest_logreport(report):
    """Notes a test that is skipped."""
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_collectreport(report):
    """Notes a file that is skipped."""
    if report.skipped:
        _skipped.append(report.nodeid)


def pytest_sessionfinish(session):
    """Fails for a skipped test where everything that a test needs is installed."""
    if _skipped and os.environ.get("HEADSTOCK_WITHOUT_SKIPS"):
        print(f"\nskipped, though HEADSTOCK_WITHOUT_SKIPS is set: {', '.join(_skipped)}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pluck(frequency, sr, seconds, level=0.3, inharmonicity=1e-4):
    """Returns a plucked string whose first partial is `frequency`, as Examples/C makes it."""
    time = np.arange(int(sr * seconds)) / sr
    fundamental = frequency / np.sqrt(1 + inharmonicity)
    sound = np.zeros_like(time)
    for partial in range(1, 13):
        hertz = partial * fundamental * np.sqrt(1 + inharmonicity * partial**2)
        if hertz > 0.45 * sr:
            break
        decay = np.exp(-0.6 * (1 + 0.3 * partial) * time)
        sound += level / partial * decay * np.sin(2 * np.pi * hertz * time + 0.7 * partial)
    return sound.astype(np.float32)


@pytest.fixture(scope="session")
def a2():
    """An A2 that is 7 cents flat, at 48 kHz."""
    return pluck(110 * 2 ** (-7 / 1200), 48_000, 3)


@pytest.fixture(scope="session")
def phrase():
    """Notes of several strings, silence, noise and samples that are no numbers, at 44.1 kHz."""
    sr = 44_100
    random = np.random.default_rng(35)
    parts = [np.zeros(sr // 4, np.float32)]
    for hertz in (82.6, 110.3, 146.1, 196.9, 247.4, 329.0):
        parts.append(pluck(hertz, sr, 0.8))
    parts.append((0.05 * random.standard_normal(sr // 2)).astype(np.float32))
    sound = np.concatenate(parts)
    sound += (1e-4 * random.standard_normal(len(sound))).astype(np.float32)
    return sound, sr


@pytest.fixture(scope="session")
def stroke():
    """One stroke over six strings, at 48 kHz; string n is n - 3 cents off."""
    sr = 48_000
    sound = np.zeros(2 * sr, np.float32)
    for index, midi in enumerate((40, 45, 50, 55, 59, 64)):
        start = sr // 4 + index * sr // 50
        hertz = 440 * 2 ** ((midi - 69 + (index - 2) / 100) / 12)
        sound[start:] += pluck(hertz, sr, 2, level=0.1)[: len(sound) - start]
    return sound, sr


@pytest.fixture()
def takes(tmp_path):
    """Six recordings, one of them unreadable."""
    names = []
    for number, hertz in enumerate((82.4, 110, 146.8, 196, 246.9)):
        names.append(str(tmp_path / f"{number}.wav"))
        soundfile.write(names[-1], pluck(hertz, 22_050, 0.8), 22_050, subtype="PCM_16")
    names.append(str(tmp_path / "bad.wav"))
    (tmp_path / "bad.wav").write_bytes(b"no")
    return names


@pytest.fixture(scope="session")
def tuner():
    """The command-line program: that of HEADSTOCK_TUNER, or of the build of this tree.

    The tests that need it fail without. An installed program may be that of another version.
    """
    found = os.environ.get("HEADSTOCK_TUNER") or ROOT / ".build/release/tuner"
    if not pathlib.Path(found).exists():
        if os.environ.get("HEADSTOCK_WITHOUT_TUNER"):
            pytest.skip("HEADSTOCK_WITHOUT_TUNER is set")
        pytest.fail("There is no tuner. Build it, or name it in HEADSTOCK_TUNER.")
    return str(found)


@pytest.fixture(scope="session")
def recordings():
    """Recorded strings, in the directory that `tuner-bench datasets fetch guitarsounds` prints."""
    directory = os.environ.get("HEADSTOCK_RECORDINGS")
    if not directory:
        pytest.skip("HEADSTOCK_RECORDINGS names no recordings.")
    found = sorted(pathlib.Path(directory).glob("Wood_*.wav"))
    assert found, f"There are no recordings in {directory}."
    return found
