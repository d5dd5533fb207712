#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes recordings worse, and measures what an engine still hears of them.

    python3 -m venv .build/marks && .build/marks/bin/pip install soundfile==0.13.1 scipy==1.14.1
    .build/marks/bin/python scripts/conditions.py CORPUS [--condition NAME]… [--every N]
        [--bench PATH] [--detector NAME] [--keep DIRECTORY]

CORPUS is a directory with a manifest.csv, as `tuner-bench accuracy` reads it. Of its single notes of
trust A and B, or of every Nth, each condition is made and scored by `tuner-bench accuracy` at 60
updates a second. A row a condition: readings within 50 cents, readings at 0.7 or more, gross errors,
and the notes that were never answered.

The recordings begin 20 ms before the note, so that nothing is heard before it, but for the conditions
that end in "before": there 0.6 s of the disturbance alone lead in. Levels are against the mean power of
the note's steady part.

  clean        as they are
  quiet        40 dB quieter
  clipped      clipped at a sixth of the highest peak
  pink10       pink noise, 10 dB
  hum15, hum25 50 or 60 Hz in turn, and its odd multiples to the 11th by 1/n, 15 or 25 dB
  buzz15, buzz25  all multiples to the 24th by 1/n: the pickup of a single coil beside a dimmer
  hum15-before, buzz15-before  the same, heard before the note
  room         with the tail of a room of 0.6 s at the level of the direct sound
  narrow       at 16 kHz
  thin         through a loudspeaker: 12 dB an octave below 250 Hz

Exit status: 0 done, 2 wrong usage or unusable input.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import scipy.signal
import soundfile

LEAD, LEAD_BEFORE, SEED = 0.02, 0.6, 1
TIMES = ("onset_s", "steady_t0_s", "steady_t1_s")


def stop(line):
    """Ends because of what was given."""
    print(f"conditions: {line}", file=sys.stderr)
    sys.exit(2)


# MARK: - Disturbances


def lines(index, count, rate, random, numbers):
    """The lines of mains hum at `numbers`, falling by 1/n: 50 Hz for even recordings, 60 for odd."""
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
    """A condition: `disturbance` so many decibels under the steady part."""

    def make(values, rate, index, random, steady, before):
        noise = disturbance(index, before + len(values), rate, random)
        power = np.mean(values[steady] ** 2) / np.mean(noise**2)
        noise *= np.sqrt(power) * 10 ** (-decibels / 20)
        return np.concatenate([np.zeros(before), values]) + noise, rate

    return make


def changed(change):
    """A condition that changes the recording alone: `change` of its values, its rate and a generator."""
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
}


# MARK: - Recordings


def notes(corpus, every):
    """The rows of the manifest that are scored, and its columns."""
    try:
        with (corpus / "manifest.csv").open(newline="") as file:
            reader = csv.DictReader(file)
            rows = [row for row in reader if row["kind"] == "single-note" and row["trust"] in "AB"]
            columns = reader.fieldnames
    except (OSError, KeyError) as error:
        stop(f"no manifest of single notes in {corpus}: {error}")
    if not rows:
        stop(f"no single notes of trust A or B in {corpus}.")
    return rows[::every], columns


def write(rows, columns, corpus, name, directory):
    """Writes the recordings of one condition, and their manifest."""
    random = np.random.default_rng(SEED)
    written = []
    for index, row in enumerate(rows):
        values, rate = soundfile.read(corpus / row["path"], always_2d=True)
        values = values.mean(axis=1)
        start = max(0, int((float(row["onset_s"] or 0) - LEAD) * rate))
        values = values[start:]
        before = int(LEAD_BEFORE * rate) if name.endswith("before") else 0
        times = {key: float(row[key]) - start / rate for key in TIMES if row[key]}
        steady = slice(*(max(0, int(times[key] * rate)) for key in TIMES[1:]))
        made, made_rate = CONDITIONS[name](values, rate, index, random, steady, before)
        made = made * min(1, 0.98 / np.abs(made).max())
        path = f"{index:04}.wav"
        soundfile.write(directory / path, made, made_rate, subtype="FLOAT")
        moved = {key: max(0.0, value + before / rate) for key, value in times.items()}
        written.append(
            row | moved
            | {"path": path, "sample_rate": made_rate, "duration_s": len(made) / made_rate})
    with (directory / "manifest.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(written)


# MARK: - Scoring


def score(directory, bench, detector):
    """The shares of readings within 50 cents, answered and gross, and the notes without an answer."""
    report = directory / "report.json"
    command = [bench, "accuracy", "--quiet", "--rate", "60", "--dataset", directory]
    command += ["--json", report] + (["--detector", detector] if detector else [])
    done = subprocess.run(command, stdout=subprocess.DEVNULL)
    if done.returncode != 0:
        stop(f"tuner-bench ended with {done.returncode}.")
    hits, answered, gross, total, readings, silent = 0, 0, 0, 0, 0, 0
    for result in json.loads(report.read_text())["results"]:
        scored = result["outcome"].get("scored")
        if scored is None:
            stop(f"{result['item']} was not scored.")
        pitch = scored["_0"]["pitch"]
        within = pitch["rawPitchAccuracy"]
        place = within["tolerance_cents"].index(50)
        hits += within["values"][place]["hits"]
        total += within["values"][place]["total"]
        answered += pitch["answered"]["hits"]
        readings += pitch["answered"]["total"]
        gross += pitch["gross"]["hits"]
        silent += pitch["answered"]["hits"] == 0
    return hits / total, answered / readings, gross / max(1, answered), silent


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--condition", action="append", choices=CONDITIONS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--bench", default="tuner-bench")
    parser.add_argument("--detector")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    rows, columns = notes(options.corpus, max(1, options.every))
    print(f"{len(rows)} notes  within 50 c  at 0.7 or more   gross  never answered", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.condition or CONDITIONS:
            directory = (options.keep or pathlib.Path(scratch)) / name
            directory.mkdir(parents=True, exist_ok=True)
            write(rows, columns, options.corpus, name, directory)
            near, answered, gross, silent = score(directory, options.bench, options.detector)
            print(
                f"{name:14}   {near:8.2%}        {answered:8.2%}  {gross:6.2%}  {silent:14}",
                flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
