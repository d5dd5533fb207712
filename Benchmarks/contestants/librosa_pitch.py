# SPDX-License-Identifier: MIT
"""librosa as a contestant: librosa_pitch.py yin|pyin FILE.wav

Prints time,frequency,confidence. Frames are not centred, so the time is the position of a frame's
last sample. yin has no voicing, so every frame is an answer. pyin uses the whole file (Viterbi),
unlike a live tuner. Its confidence is the voiced probability.
"""

import sys

import librosa
import numpy
import versions

WINDOW = 4096


def main():
    method, path = sys.argv[1:]
    samples, rate = librosa.load(path, sr=None)
    hop = rate // 200
    options = {
        "fmin": 28.0,
        "fmax": 1400.0,
        "sr": rate,
        "frame_length": WINDOW,
        "hop_length": hop,
        "center": False,
    }
    # A silent frame comes first, so that times start with the sound, as in a live tuner.
    samples = numpy.concatenate([numpy.zeros(WINDOW - hop, samples.dtype), samples])
    if method == "yin":
        frequencies = librosa.yin(samples, **options)
        voiced = numpy.ones(len(frequencies))
    else:
        frequencies, _, voiced = librosa.pyin(samples, fill_na=0.0, **options)
    for index, (frequency, confidence) in enumerate(zip(frequencies, voiced)):
        print(f"{(index + 1) * hop / rate:.9f},{frequency:.6f},{min(1.0, confidence):.6f}")


versions.print_if_asked(librosa=librosa.__version__, numpy=numpy.__version__)
main()
