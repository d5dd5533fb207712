# SPDX-License-Identifier: MIT
"""The files for other projects do what the interfaces of those projects ask."""

import importlib.util
import pathlib
import sys
import types

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "communities"


def test_is_a_tracker_of_pitch_benchmark(a2, monkeypatch):
    # The part of pitch-benchmark's base class that the file uses: sizes in, three arrays out.
    class ContinuousPitchAlgorithm:
        def __init__(self, sample_rate, hop_size, fmin, fmax):
            self.sample_rate, self.hop_size = sample_rate, hop_size
            self.fmin, self.fmax = fmin, fmax

    base = types.ModuleType("algorithms.base")
    base.ContinuousPitchAlgorithm = ContinuousPitchAlgorithm
    monkeypatch.setitem(sys.modules, "algorithms", types.ModuleType("algorithms"))
    monkeypatch.setitem(sys.modules, "algorithms.base", base)
    specification = importlib.util.spec_from_file_location(
        "algorithms.headstock", FOLDER / "pitch-benchmark/headstock.py"
    )
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    sound = a2[::3].copy()  # 16 kHz, the rate of that benchmark
    tracker = module.HeadstockPitchAlgorithm(16_000, 256, 46.875, 2093.75)
    times, pitch, periodicity = tracker._extract_raw_pitch_and_periodicity(sound)
    assert times.shape == pitch.shape == periodicity.shape
    assert (np.diff(times) > 0).all() and abs(np.diff(times).mean() - 0.016) < 1e-6
    known = np.isfinite(pitch) & (periodicity > 0.7)
    assert known.mean() > 0.9
    assert np.abs(1200 * np.log2(pitch[known] / 110) + 7).max() < 2.5
