# SPDX-License-Identifier: MIT
"""Headstock as a tracker of pitch-benchmark: goes to algorithms/headstock.py."""

import headstock

from .base import ContinuousPitchAlgorithm

# An update uses no sample after its own time, so it describes the sound shortly before it: half of the
# engine's shortest window.
LOOK_BACK_SECONDS = 0.02


class HeadstockPitchAlgorithm(ContinuousPitchAlgorithm):
    """The engine of headstock: first partials of plucked strings, 25 to 2500 Hz."""

    # A stream is analysed in constant memory, so the audio is never cut into windows.
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
