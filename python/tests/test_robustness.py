# SPDX-License-Identifier: MIT
"""No configuration and no samples end the process: random ones, and values at every edge."""

import ctypes
import random

import numpy as np
import pytest

from headstock import _interface
from headstock._library import library
from headstock._results import CANDIDATE, NOTE, READING, RESULT, STROKE

NAN, INFINITY = float("nan"), float("inf")
DOUBLES = [0.0, -0.0, 1.0, -1.0, NAN, INFINITY, -INFINITY, 1e-320, 1e308, 440.0, 440.004, 20.0]
DOUBLES += [59.94, 999.999999, 1000.0, 1000.0000001, 0.5, 25.0, 2500.0, 1400.0, -20000.0, 19999.0]
TEXTS = [None, b"", b"standard", b"chromatic", b"twelve_string", b"violin", b"ukulele", b"\xff"]
TEXTS += [b"E2 A2 D3 G3 B3 E4", b"E0 E1 E2 E3", b"C9 C9 C9 C9", b"G3/G4 C4 E4 A4", b"////", b"{"]
TEXTS += [b"E2,A2,,D3 ,", b"E-9 A2 D3 G3", b"E99999999999999999999 A D G", b"[" * 5000, b":"]
TEXTS += [b"equal", b"equal:0", b"equal:19", b"equal:1200", b"just:D", b"just:", b"pythagorean:Gb"]
TEXTS += [b"engine", b"yin", b"spectral", b"partial", b"period", b'{"schema":"tuner.tuning/1"}']
TEXTS += [b"!\na\n2\n!\n3/2\n2/1\n", b"!\na\n1\n!\n0/0\n", b"0\n0\n127\n60\n69\n440\n0\n"]
RATES = [0, 1, 7999, 8000, 11025, 44_100, 48_000, 192_000, 192_001, 2**32 - 1]
WHOLE = [0, 1, -1, 5, 6, 12, 13, 2**31 - 1, -(2**31)]
SIZES = [0, 8, 112, 121, 128, 2**64 - 1]


def made_config(choose):
    config = _interface.Config()
    library.headstock_config_init(ctypes.byref(config), ctypes.sizeof(config))
    for name, kind in _interface.Config._fields_:
        if name == "size":
            if choose.random() < 0.02:
                config.size = choose.choice(SIZES)
        elif choose.random() < 0.08:
            if kind is ctypes.c_double:
                setattr(config, name, choose.choice(DOUBLES))
            elif kind is ctypes.c_char_p:
                setattr(config, name, choose.choice(TEXTS))
            elif name == "offsets_cents":
                values = [choose.choice(DOUBLES) for _ in range(12)]
                config.offsets_cents = (ctypes.c_double * 12)(*values)
            elif name == "offset_count":
                # The program's array has so many values.
                config.offset_count = choose.randrange(13) if config.offsets_cents else 1
            elif name == "options":
                config.options = choose.choice([0, 1, 2, 3, 4, 2**31])
            elif name != "sample_rate_hz":
                setattr(config, name, choose.choice(WHOLE))
    valid = [rate for rate in RATES if 8000 <= rate <= 192_000]
    config.sample_rate_hz = choose.choice(RATES if choose.random() < 0.1 else valid)
    return config


def made_samples(choose, numbers):
    count = choose.choice([0, 1, 100, 5000, 30_000])
    scale = choose.choice([0, 1e-40, 1e-3, 0.3, 1, 1e20])
    samples = (numbers.standard_normal(count) * scale).astype(np.float32)
    if count and choose.random() < 0.4:
        wrong = np.array([np.nan, np.inf, -np.inf, 3e38, 1e-45], np.float32)
        samples[numbers.integers(0, count, 5)] = numbers.choice(wrong, 5)
    if choose.random() < 0.5:
        turns = choose.choice([0.0005, 0.0017, 0.01, 0.06]) * np.arange(count)
        samples += (0.3 * np.sin(2 * np.pi * turns)).astype(np.float32)
    return samples


def track(config, samples, choose):
    pointer, used, count = ctypes.c_void_p(), ctypes.c_size_t(0), ctypes.c_size_t(0)
    if library.headstock_tracker_create(ctypes.byref(config), ctypes.byref(pointer)) != 0:
        assert pointer.value is None and library.headstock_error_text()
        return 0
    for _ in range(3):
        used.value, status = 0, 1
        rows = np.empty(50, RESULT)
        while status == 1:
            status = library.headstock_tracker_process(
                pointer,
                samples.ctypes.data,
                len(samples),
                ctypes.byref(used),
                rows.ctypes.data,
                RESULT.itemsize,
                50,
                ctypes.byref(count),
            )
        assert status == 0 and used.value == len(samples)
        if choose.random() < 0.3:
            library.headstock_tracker_skip(pointer, choose.choice([0, 1, 1000, 100_000]))
        if choose.random() < 0.2:
            library.headstock_tracker_reset(pointer)
        if choose.random() < 0.2:
            library.headstock_tracker_retune(pointer, ctypes.byref(config))
        rows = np.empty(100, CANDIDATE)
        library.headstock_tracker_candidates(
            pointer, rows.ctypes.data, CANDIDATE.itemsize, 100, ctypes.byref(count)
        )
    library.headstock_tracker_destroy(pointer)
    return 1


def strum(config, samples):
    pointer, row = ctypes.c_void_p(), np.empty(1, READING)
    if library.headstock_strum_create(ctypes.byref(config), ctypes.byref(pointer)) != 0:
        assert pointer.value is None
        return
    for _ in range(2):
        assert library.headstock_strum_append(pointer, samples.ctypes.data, len(samples)) == 0
        assert library.headstock_strum_update(pointer) == 0
        for index in range(13):
            library.headstock_strum_reading(pointer, index, row.ctypes.data, READING.itemsize)
    library.headstock_strum_destroy(pointer)


def record(config, samples, choose):
    pointer, count = ctypes.c_void_p(), ctypes.c_size_t(0)
    kind = choose.choice([0, 1, 2, 3, -5])
    made = library.headstock_recording_create(ctypes.byref(config), kind, ctypes.byref(pointer))
    if made != 0:
        assert pointer.value is None
        return
    library.headstock_recording_append(pointer, samples.ctypes.data, len(samples))
    library.headstock_recording_skip(pointer, choose.choice([0, 0, 5, 50_000]))
    library.headstock_recording_append(pointer, samples.ctypes.data, len(samples))
    assert library.headstock_recording_finish(pointer) == 0
    for take, dtype in (("results", RESULT), ("notes", NOTE), ("strokes", STROKE)):
        rows = np.empty(100, dtype)
        function = getattr(library, f"headstock_recording_{take}")
        function(pointer, rows.ctypes.data, dtype.itemsize, 100, ctypes.byref(count))
    library.headstock_recording_destroy(pointer)


@pytest.mark.parametrize("seed", range(2))
def test_random_configurations_and_samples_end_in_a_status(seed):
    choose, numbers = random.Random(seed), np.random.default_rng(seed)
    made = 0
    for _ in range(25):
        config, samples = made_config(choose), made_samples(choose, numbers)
        made += track(config, samples, choose)
        strum(config, samples)
        record(config, samples, choose)
    # Enough of them are valid for the samples to matter.
    assert made >= 5
