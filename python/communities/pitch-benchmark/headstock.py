# SPDX-License-Identifier: MIT
"""Headstock as an algorithm of pitch-benchmark, to be copied to algorithms/headstock.py."""

import headstock

from .base import ContinuousPitchAlgorithm

# An update uses no sample after its own time, so it describes the sound shortly before it: half of
# the engine's shortest window.
LOOK_BACK_SECONDS = 0.02


class HeadstockPitchAlgorithm(ContinuousPitchAlgorithm):
    """Headstock's engine, which reports first partials of plucked strings, 25 to 2500 Hz."""

    # Headstock analyses a stream in constant memory, so the audio is never cut into windows.
    CHUNK_SECONDS = None

    def _extract_raw_pitch_and_periodicity(self, audio):
        track = headstock.track(
            audio,
            self.sample_rate,
            rate=round(self.sample_rate / self.hop_size, 6),
            tuning="chromatic",
            fmin=min(max(self.fmin, 25.0), 2000.0),
            fmax=max(min(self.fmax, 2500.0), 50.0),
        )
        times = track["time_s"] - LOOK_BACK_SECONDS
        return times, track["frequency_hz"].copy(), track["confidence"].copy()
