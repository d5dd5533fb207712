# SPDX-License-Identifier: MIT
"""Judges SWIPE from the package libf0 beside headstock's engine.

Usage: python judge_swipe.py RESULT.json     (needs: pip install libf0, and tuner-bench on the PATH)
"""

import sys

import libf0
import numpy as np

import headstock.bench

# SWIPE has windows of two periods on either side of a time, so an update uses up to two periods of
# the lowest pitch after its own time.
LOWEST = 60.0


def swipe(samples, sr):
    hertz, times, strength = libf0.swipe_slim(
        samples.astype(float), Fs=sr, H=sr // 100, F_min=LOWEST, F_max=1400.0
    )
    # Its strength is not a probability. Every positive strength counts as an answer, as with
    # SWIPE's own threshold.
    return times + 2 / LOWEST, hertz, np.where(strength > 0, 1.0, 0.0)


if __name__ == "__main__":
    judgement = headstock.bench.judge(
        swipe, "swipe", dataset="guitarsounds", time_limit=600, result=sys.argv[1]
    )
    print(judgement.text)
