# SPDX-License-Identifier: MIT
"""essentia as a contestant: essentia_pitch.py FILE.wav

PitchYinFFT on windows of 4096 samples. Prints time,frequency,confidence; the time is the position
of a window's last sample.
"""

import sys

import essentia
import numpy
import soundfile
import versions

essentia.log.infoActive = False
essentia.log.warningActive = False
import essentia.standard as es  # noqa: E402

WINDOW = 4096


def main():
    samples, rate = soundfile.read(sys.argv[1], dtype="float32")
    hop = rate // 200
    samples = numpy.concatenate([numpy.zeros(WINDOW - hop, "float32"), samples])
    window = es.Windowing(type="hann", zeroPadding=0)
    spectrum = es.Spectrum(size=WINDOW)
    pitch = es.PitchYinFFT(
        frameSize=WINDOW, sampleRate=rate, minFrequency=28, maxFrequency=1400
    )
    for start in range(0, len(samples) - WINDOW + 1, hop):
        frequency, confidence = pitch(spectrum(window(samples[start : start + WINDOW])))
        time = (start + hop) / rate
        print(f"{time:.9f},{frequency:.6f},{min(1.0, max(0.0, confidence)):.6f}")


versions.print_if_asked(essentia=essentia.__version__, numpy=numpy.__version__)
main()
