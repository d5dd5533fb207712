#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Degrades recordings, and measures the share of readings that stay correct.

    python3 -m venv .build/marks && .build/marks/bin/pip install soundfile==0.13.1 scipy==1.14.1
    .build/marks/bin/python scripts/conditions.py CORPUS [--condition NAME]… [--every N]
        [--bench PATH] [--detector NAME] [--rate HZ] [--keep DIRECTORY]
    .build/marks/bin/python scripts/conditions.py CORPUS --noise […]

CORPUS is a directory with a manifest.csv, as `tuner-bench accuracy` reads it. The script takes its
single notes of trust A and B, or every Nth of them, and applies each condition to them.
`tuner-bench accuracy` scores the result at 60 updates a second, or at HZ. Each row shows one
condition: the readings within 50 cents, the readings at 0.7 or more, the gross errors, and the
number of notes without any answer.

A recording begins 20 ms before its note. In a condition whose name ends in "before", 0.6 s of the
disturbance alone come first. A level in dB is the ratio of the power of the note's steady part to
that of the disturbance.

  clean        unchanged
  quiet        40 dB quieter
  clipped      clipped at a sixth of the highest peak
  pink10       pink noise, 10 dB
  hum15, hum25 mains hum at 15 or 25 dB: 50 Hz and 60 Hz alternately, with odd multiples up to the
               11th
               and amplitudes of 1/n
  buzz15, buzz25  the same with all multiples up to the 24th, as a single-coil pickup receives it
               near a dimmer
  hum15-before, buzz15-before  the same, and the disturbance begins before the note
  room         the reverberation of a room (0.6 s), as strong as the direct sound
  narrow       a sample rate of 16 kHz
  thin         a small loudspeaker: a high-pass of 12 dB an octave at 250 Hz
  slower, faster  played at 3/4 and 6/5 of the speed

--noise takes the recordings of noise, with the highest peak of each near full scale, and plays them
at speeds from 2/3 to 3/2, which gives different noise of the same kind. Each row shows one speed:
the updates, those at 0.7 or more, and those below 0.3.

Exit status: 0 done, 2 wrong usage or unusable input.
"""

import argparse
import csv
import fractions
import json
import pathlib
import subprocess
import sys
import tempfile

if sys.argv[1:2] in (["-h"], ["--help"]):  # also without the packages
    print(__doc__.strip())
    sys.exit(0)

try:
    import numpy as np
    import scipy.signal
    import soundfile
except ImportError as error:
    print(f"conditions.py: the package {error.name} is missing. Install it for this Python: "
          f"pip install {error.name}", file=sys.stderr)
    sys.exit(2)

LEAD, LEAD_BEFORE, SEED = 0.02, 0.6, 1
TIMES = ("onset_s", "steady_t0_s", "steady_t1_s")
PITCHES = ("f1_hz", "partial1_hz", "period_hz", "ref_f0_hz")
SPEEDS = [fractions.Fraction(text) for text in (
    "2/3 3/4 4/5 6/7 8/9 12/13 1 17/16 9/8 6/5 5/4 4/3 3/2".split())]


def stop(line):
    """Ends with status 2: the input can't be used."""
    print(f"conditions: {line}", file=sys.stderr)
    sys.exit(2)


# MARK: - Disturbances


def lines(index, count, rate, random, numbers):
    """The lines of mains hum at the harmonics `numbers`, with amplitudes of 1/n.

    The mains have 50 Hz for even recordings and 60 Hz for odd ones.
    """
    turns = 2 * np.pi * (50, 60)[index % 2] * np.arange(count) / rate
    return sum(np.sin(n * turns + random.uniform(0, 2 * np.pi)) / n for n in numbers)


def hum(index, count, rate, random):
    return lines(index, count, rate, random, range(1, 12, 2))


def buzz(index, count, rate, random):
    return lines(index, count, rate, random, range(1, 25))


def pink(_, count, rate, random):
    spectrum = np.fft.rfft(random.standard_normal(count))
    frequencies = np.fft.rfftfreq(count, 1 / rate)
    return np.fft.irfft(spectrum / np.sqrt(np.maximum(frequencies, 20)), count)


def added(disturbance, decibels):
    """A condition that adds `disturbance`, `decibels` below the steady part."""

    def make(values, rate, index, random, steady, before):
        noise = disturbance(index, before + len(values), rate, random)
        power = np.mean(values[steady] ** 2) / np.mean(noise**2)
        noise *= np.sqrt(power) * 10 ** (-decibels / 20)
        return np.concatenate([np.zeros(before), values]) + noise, rate

    return make


def changed(change):
    """A condition that changes the samples: `change(values, rate, random)`."""
    return lambda values, rate, index, random, steady, before: change(values, rate, random)


def clip(values, rate, _):
    highest = np.abs(values).max() / 6
    return np.clip(values, -highest, highest), rate


def reverberate(values, rate, random):
    seconds = np.arange(int(0.9 * rate)) / rate
    tail = random.standard_normal(len(seconds)) * 10 ** (-3 * seconds / 0.6)
    wet = scipy.signal.fftconvolve(values, tail)[: len(values)]
    return values + wet * np.sqrt(np.mean(values**2) / np.mean(wet**2)), rate


def narrow(values, rate, _):
    divisor = np.gcd(rate, 16000)
    return scipy.signal.resample_poly(values, 16000 // divisor, rate // divisor), 16000


def thin(values, rate, _):
    return scipy.signal.sosfilt(
        scipy.signal.butter(2, 250, "highpass", fs=rate, output="sos"), values), rate


def played(values, speed):
    """`values` at another speed: pitches are multiplied by `speed`, times divided by it."""
    return scipy.signal.resample_poly(values, speed.denominator, speed.numerator)


CONDITIONS = {
    "clean": changed(lambda values, rate, _: (values, rate)),
    "quiet": changed(lambda values, rate, _: (0.01 * values, rate)),
    "clipped": changed(clip),
    "pink10": added(pink, 10),
    "hum25": added(hum, 25),
    "hum15": added(hum, 15),
    "hum15-before": added(hum, 15),
    "buzz25": added(buzz, 25),
    "buzz15": added(buzz, 15),
    "buzz15-before": added(buzz, 15),
    "room": changed(reverberate),
    "narrow": changed(narrow),
    "thin": changed(thin),
    "slower": changed(lambda values, rate, _: (played(values, SPEED["slower"]), rate)),
    "faster": changed(lambda values, rate, _: (played(values, SPEED["faster"]), rate)),
}
SPEED = {"slower": fractions.Fraction(3, 4), "faster": fractions.Fraction(6, 5)}


# MARK: - Recordings


def listed(corpus, kind, grades):
    """The rows of the manifest of one kind and trust, and its columns."""
    try:
        with (corpus / "manifest.csv").open(newline="") as file:
            reader = csv.DictReader(file)
            rows = [row for row in reader if row["kind"] == kind and row["trust"] in grades]
            columns = reader.fieldnames
    except (OSError, KeyError) as error:
        stop(f"no manifest of recordings in {corpus}: {error}")
    if not rows:
        stop(f"no {kind} in {corpus}.")
    return rows, columns


def write_manifest(rows, columns, directory):
    with (directory / "manifest.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)


def mono(path):
    """The mean of a recording's channels, and its rate."""
    values, rate = soundfile.read(path, always_2d=True)
    return values.mean(axis=1), rate


def write(rows, columns, corpus, name, directory):
    """Writes the recordings of one condition, and their manifest."""
    random = np.random.default_rng(SEED)
    written = []
    for index, row in enumerate(rows):
        values, rate = mono(corpus / row["path"])
        start = max(0, int((float(row["onset_s"] or 0) - LEAD) * rate))
        values = values[start:]
        before = int(LEAD_BEFORE * rate) if name.endswith("before") else 0
        times = {key: float(row[key]) - start / rate for key in TIMES if row[key]}
        steady = slice(*(max(0, int(times[key] * rate)) for key in TIMES[1:]))
        made, made_rate = CONDITIONS[name](values, rate, index, random, steady, before)
        made = made * min(1, 0.98 / np.abs(made).max())
        path = f"{index:04}.wav"
        soundfile.write(directory / path, made, made_rate, subtype="FLOAT")
        speed = float(SPEED.get(name, 1))
        moved = {key: max(0.0, value + before / rate) / speed for key, value in times.items()}
        tuned = {key: float(row[key]) * speed for key in PITCHES if row[key]}
        if speed != 1 and row["nominal_midi"]:
            tuned["nominal_midi"] = round(float(row["nominal_midi"]) + 12 * np.log2(speed))
        written.append(
            row | moved | tuned
            | {"path": path, "sample_rate": made_rate, "duration_s": len(made) / made_rate})
    write_manifest(written, columns, directory)


def write_noise(rows, columns, corpus, speed, directory):
    """Writes the recordings of noise at one speed, and their manifest."""
    written = []
    for index, row in enumerate(rows):
        values, rate = mono(corpus / row["path"])
        made = played(values, speed)
        made = made * (0.95 / np.abs(made).max())
        path = f"{index:04}.wav"
        soundfile.write(directory / path, made, rate, subtype="FLOAT")
        written.append(row | {"path": path, "duration_s": len(made) / rate})
    write_manifest(written, columns, directory)


# MARK: - Scoring


def scores(directory, options):
    """The results of `tuner-bench accuracy` for each recording of a directory."""
    report = directory / "report.json"
    command = [options.bench, "accuracy", "--quiet", "--rate", options.rate]
    command += ["--dataset", directory, "--json", report]
    command += ["--detector", options.detector] if options.detector else []
    done = subprocess.run(command, stdout=subprocess.DEVNULL)
    if done.returncode != 0:
        stop(f"tuner-bench ended with {done.returncode}.")
    for result in json.loads(report.read_text())["results"]:
        scored = result["outcome"].get("scored")
        if scored is None:
            stop(f"{result['item']} was not scored.")
        yield scored["_0"]


def score(directory, options):
    """The shares of readings within 50 cents, answered and gross, and the notes without an
    answer."""
    hits, answered, gross, total, readings, silent = 0, 0, 0, 0, 0, 0
    for scored in scores(directory, options):
        pitch = scored["pitch"]
        within = pitch["rawPitchAccuracy"]
        place = within["tolerance_cents"].index(50)
        hits += within["values"][place]["hits"]
        total += within["values"][place]["total"]
        answered += pitch["answered"]["hits"]
        readings += pitch["answered"]["total"]
        gross += pitch["gross"]["hits"]
        silent += pitch["answered"]["hits"] == 0
    return hits / total, answered / readings, gross / max(1, answered), silent


def score_noise(directory, options):
    """The numbers of updates of noise, of answers among them, and of those below 0.3."""
    noise = [scored["noise"] for scored in scores(directory, options)]
    total = sum(one["tentativeAlarms"]["total"] for one in noise)
    alarms, tentative = (
        sum(one[kind]["hits"] for one in noise) for kind in ("falseAlarms", "tentativeAlarms"))
    return total, alarms, total - tentative


def measure_notes(options, scratch):
    rows, columns = listed(options.corpus, "single-note", list("AB"))
    rows = rows[::max(1, options.every)]
    print(f"{len(rows)} notes  within 50 c  at 0.7 or more   gross  never answered", flush=True)
    for name in options.condition or CONDITIONS:
        directory = (options.keep or scratch) / name
        directory.mkdir(parents=True, exist_ok=True)
        write(rows, columns, options.corpus, name, directory)
        near, answered, gross, silent = score(directory, options)
        print(
            f"{name:14}   {near:8.2%}        {answered:8.2%}  {gross:6.2%}  {silent:14}",
            flush=True)


def measure_noise(options, scratch):
    rows, columns = listed(options.corpus, "noise", ["", *"ABC"])
    rows = rows[::max(1, options.every)]
    print(f"{len(rows)} of noise  updates  at 0.7 or more  below 0.3", flush=True)
    sums = np.zeros(3)
    for speed in SPEEDS:
        directory = (options.keep or scratch) / f"noise-{speed.numerator}-{speed.denominator}"
        directory.mkdir(parents=True, exist_ok=True)
        write_noise(rows, columns, options.corpus, speed, directory)
        counts = np.array(score_noise(directory, options))
        sums += counts
        show_noise(f"× {float(speed):.3f}", counts)
    show_noise("all", sums)


def show_noise(name, counts):
    total, alarms, quiet = counts
    print(f"{name:11}  {total:7.0f}  {alarms / total:14.3%}  {quiet / total:9.3%}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--condition", action="append", choices=CONDITIONS)
    parser.add_argument("--noise", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--bench", default="tuner-bench")
    parser.add_argument("--detector")
    parser.add_argument("--rate", default="60")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        (measure_noise if options.noise else measure_notes)(options, pathlib.Path(scratch))
    return 0


if __name__ == "__main__":
    sys.exit(main())
