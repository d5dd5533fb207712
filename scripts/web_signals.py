# SPDX-License-Identifier: MIT
"""The sounds for the checks of the web page, as 16-bit WAV files; imported, never run."""

import cmath
import math
import struct
import wave

RATE = 48_000
HUM = 50.0
GUITAR = (40, 45, 50, 55, 59, 64)  # the keys of the open strings


def write_pluck(path, frequency, seconds=10.0, hum=0.0, times=1):
    """Writes decaying notes of 12 partials, and a hum, as a WAV file with 16 bits."""
    partials = [n for n in range(1, 13) if n * frequency < RATE / 2]
    frames = bytearray()
    for index in range(int(seconds * RATE)):
        at = index / RATE
        value = sum(
            math.exp(-at * (0.3 + 0.15 * n)) / n * math.sin(2 * math.pi * n * frequency * at)
            for n in partials
        )
        value += hum * math.sin(2 * math.pi * HUM * at)
        frames += struct.pack("<h", round(9000 * value))
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(bytes(frames) * times)


def write_glide(path, key, cents, seconds=(2.5, 1.0, 6.0)):
    """Writes a ringing note that keeps the first deviation, glides, and keeps the second.

    `seconds` are the lengths of the three parts.
    """
    first, second = cents
    steady, gliding, _ = seconds
    frames = bytearray()
    phase = 0.0
    for index in range(int(sum(seconds) * RATE)):
        at = index / RATE
        share = min(1, max(0, (at - steady) / gliding))
        deviation = first + (second - first) * share
        phase += 2 * math.pi * 440 * 2 ** ((key - 69) / 12 + deviation / 1200) / RATE
        value = sum(math.sin(n * phase) / n for n in range(1, 9))
        frames += struct.pack("<h", round(7000 * math.exp(-0.1 * at) * value))
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(bytes(frames))


def write_stroke(path, detunings, rate=RATE, seconds=4.0, silence=0.0, times=1):
    """Writes a stroke over six stiff strings, from low to high, 0.3 s after the start.

    A string with None is not struck. The stroke ends after `seconds`, and silence follows. All of it
    sounds `times` times.
    """
    count = int(seconds * rate)
    mix = [0.0] * count
    for index, (key, cents) in enumerate(zip(GUITAR, detunings)):
        if cents is None:
            continue
        frequency = 440 * 2 ** ((key - 69) / 12 + cents / 1200)
        first = int((0.3 + 0.02 * index) * rate)
        for n in range(1, 13):
            partial = n * frequency * math.sqrt((1 + 5e-5 * n * n) / (1 + 5e-5))
            step = cmath.exp(complex(-(0.5 + 0.25 * n), 2 * math.pi * partial) / rate)
            value = cmath.rect(1500 / n, n * n)
            for place in range(first, count):
                mix[place] += value.imag
                value *= step
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        frames = struct.pack(f"<{count}h", *(round(sample) for sample in mix))
        file.writeframes((frames + bytes(2 * int(silence * rate))) * times)


def join(path, parts):
    """Writes the sounds of several files one after the other."""
    with wave.open(str(path), "wb") as file:
        for index, part in enumerate(parts):
            with wave.open(str(part), "rb") as sound:
                if index == 0:
                    file.setparams(sound.getparams())
                file.writeframes(sound.readframes(sound.getnframes()))


def write_melody(path, notes, rate=RATE, seconds=0.8):
    """Writes notes one after the other: key and cents each."""
    frames = bytearray()
    for key, cents in notes:
        frequency = 440 * 2 ** ((key - 69) / 12 + cents / 1200)
        for index in range(int(seconds * rate)):
            at = index / rate
            value = sum(
                math.exp(-(0.8 + 0.4 * n) * at) / n * math.sin(2 * math.pi * n * frequency * at)
                for n in range(1, 9)
            )
            frames += struct.pack("<h", round(7000 * value * min(1, 100 * (seconds - at))))
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(bytes(frames))
