#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Marks the notes of recorded phrases by an independent rule, and scores transcriptions of them.

    python3 -m venv .build/marks && .build/marks/bin/pip install mir_eval==0.8.2 soundfile==0.13.1
    .build/marks/bin/python scripts/transcription.py mark CORPUS MARKED
    .build/marks/bin/python scripts/transcription.py score MARKED [--tuner PATH] [--rate N]…

  mark   reads CORPUS/manifest.csv and writes MARKED for `tuner-bench accuracy --dataset MARKED`:
         the manifest of the phrases, a link to the recordings, and the notes of each as JAMS
  score  runs `tuner analyze` on the marked recordings, and prints the figures of
         mir_eval.transcription (onset within 50 ms, pitch within 50 cents, without offsets), each
         missed note and each extra note

The rule uses the recording only, and shares no code and no method with the engine:

* A stroke is a peak of the spectral flux, the sum of rising magnitudes over 46 ms in steps of 3 ms.
  The peak exceeds a tenth of the recording's highest and five times the median of the half second
  before it, and the energy rises by 6 dB there. The onset is the first millisecond within 40 ms of
  the peak whose energy reaches 4 % of the highest there.
* The pitch is that of YIN (de Cheveigné & Kawahara 2002, doi:10.1121/1.1458024; threshold 0.15)
  every 10 ms, as long as the level is within 40 dB of the highest since the stroke. A new note
  begins between two strokes when the pitch stays more than 50 cents away for 80 ms. The ratio of
  the two pitches must not be a whole number, because YIN moves to an octave and back while the
  partials of a note decay.
* A note ends at the next note, or at its last pitch. The pitch of the note comes from its first 0.3
  s: the median of the pitches near the most frequent one. A stroke with less than 80 ms of pitch
  after it is not a note.

Exit status: 0 done; 1 `score` found an F-measure below 0.95 or a median onset error above 15 ms;
2 wrong usage or unusable input.
"""

import argparse
import csv
import io
import json
import pathlib
import subprocess
import sys

if sys.argv[1:2] in (["-h"], ["--help"]):  # also without the packages
    print(__doc__.strip())
    sys.exit(0)

try:
    import mir_eval
    import numpy as np
    import soundfile
except ImportError as error:
    print(f"transcription.py: the package {error.name} is missing. Install it for this Python: "
          f"pip install {error.name}", file=sys.stderr)
    sys.exit(2)

FLUX_WINDOW, FLUX_HOP, FLUX_SHARE, FLUX_RATIO = 0.046, 0.003, 0.1, 5.0
RISE, FOOT, REACH = 4.0, 0.04, 0.04
PITCH_HOP, PITCH_WINDOW, THRESHOLD = 0.01, 0.05, 0.15
LOWEST, HIGHEST = 28.0, 1400.0
LEAST, NEAR, QUIETEST, ATTACK = 0.08, 50.0, 1e-4, 0.3
GOAL, LATEST = 0.95, 0.015


def stop(line):
    """Ends with status 2: the input can't be used."""
    print(f"transcription: {line}", file=sys.stderr)
    sys.exit(2)


def samples(path):
    """The recording as one channel, and its rate."""
    values, rate = soundfile.read(path, always_2d=True)
    return values.mean(axis=1), rate


def strokes(values, rate):
    """The times of the strokes, in seconds."""
    size, hop = int(FLUX_WINDOW * rate), int(FLUX_HOP * rate)
    padded = np.concatenate([np.zeros(2 * size), values])
    starts = np.arange(0, len(padded) - size, hop)
    window = np.hanning(size)
    magnitudes = np.array([np.abs(np.fft.rfft(window * padded[s : s + size])) for s in starts])
    flux = np.maximum(0, np.diff(magnitudes, axis=0)).sum(axis=1)
    half = int(0.5 / FLUX_HOP)
    local = np.array([np.median(flux[max(0, i - half) : i + 1]) for i in range(len(flux))])
    energy = np.concatenate([[0], np.cumsum(values**2)])

    def power(start, end):
        start, end = (int(np.clip(t * rate, 0, len(values))) for t in (start, end))
        return (energy[end] - energy[start]) / max(1, end - start)

    found = []
    near = int(0.05 / FLUX_HOP)
    for i in range(len(flux)):
        if flux[i] < FLUX_SHARE * flux.max() or flux[i] < FLUX_RATIO * local[i]:
            continue
        if flux[i] < flux[max(0, i - near) : i + near + 1].max():
            continue
        # The middle of frame i + 1, in which the magnitudes rose, without the padding.
        middle = ((i + 1) * hop - 1.5 * size) / rate
        if power(middle, middle + 0.05) < RISE * power(middle - 0.1, middle - 0.05):
            continue
        found.append(foot(values, rate, middle))
    return found


def foot(values, rate, around):
    """The start of the waveform's rise near a time, in seconds."""
    step = max(1, rate // 1000)
    start = max(0, int((around - REACH) * rate))
    stretch = values[start : int((around + REACH) * rate)]
    blocks = np.add.reduceat(stretch**2, np.arange(0, len(stretch), step))
    place = int(np.argmax(blocks >= FOOT * blocks.max()))
    return (start + place * step) / rate


def pitches(values, rate):
    """The pitches by YIN every 10 ms: times of the middles, hertz (0 for none), powers."""
    longest = int(rate / LOWEST)
    window = int(PITCH_WINDOW * rate)
    size = 1 << int(np.ceil(np.log2(2 * window + longest)))
    hop = int(PITCH_HOP * rate)
    padded = np.concatenate([values, np.zeros(window + longest)])
    times, found, powers = [], [], []
    for start in range(0, len(values), hop):
        a = padded[start : start + window]
        b = padded[start : start + window + longest]
        products = np.fft.irfft(np.conj(np.fft.rfft(a, size)) * np.fft.rfft(b, size), size)
        squares = np.concatenate([[0], np.cumsum(b**2)])
        lags = np.arange(longest)
        energies = squares[lags + window] - squares[lags]
        difference = np.maximum(0, energies[0] + energies - 2 * products[:longest])
        normal = np.ones(longest)
        total = np.cumsum(difference[1:])
        normal[1:] = difference[1:] * lags[1:] / np.maximum(total, 1e-20)
        times.append((start + window / 2) / rate)
        found.append(dip(normal, rate) if energies[0] > 1e-9 * window else 0.0)
        powers.append(energies[0])
    return np.array(times), np.array(found), np.array(powers)


def dip(normal, rate):
    """The pitch of the first dip below the threshold; 0 for none."""
    lag = int(rate / HIGHEST)
    below = np.flatnonzero(normal[lag:-1] < THRESHOLD)
    if len(below) == 0:
        return 0.0
    lag += int(below[0])
    while lag + 1 < len(normal) - 1 and normal[lag + 1] < normal[lag]:
        lag += 1
    left, middle, right = normal[lag - 1 : lag + 2]
    curve = left - 2 * middle + right
    return rate / (lag + (0.5 * (left - right) / curve if curve > 0 else 0.0))


def cents(a, b):
    """The interval from b up to a."""
    return 1200 * np.log2(a / b)


def is_ring(a, b):
    """Returns true when two pitches have a whole ratio: they may be partials of one note."""
    ratio = max(a, b) / min(a, b)
    return round(ratio) <= 6 and abs(cents(ratio, round(ratio))) <= NEAR


def common(hertz):
    """The most frequent pitch, as the median of the pitches near it."""
    distances = np.abs(cents(hertz[:, None], hertz[None, :]))
    fullest = int(np.argmax((distances <= NEAR).sum(axis=1)))
    return float(np.median(hertz[distances[fullest] <= NEAR]))


def split(hertz):
    """The stretches of constant pitch, as lists of indices."""
    stretches, inside, outside = [], [], []
    for place in np.flatnonzero(hertz > 0):
        if not inside or is_ring(hertz[place], common(hertz[inside])):
            inside, outside = inside + [place], []
            continue
        if outside and abs(cents(hertz[place], common(hertz[outside]))) > NEAR:
            outside = []
        outside.append(place)
        if len(outside) * PITCH_HOP >= LEAST:
            stretches, inside, outside = stretches + [inside], outside, []
    return [s for s in stretches + [inside] if len(s) * PITCH_HOP >= LEAST]


def notes(values, rate):
    """The notes of a recording: (onset, end, hertz)."""
    times, hertz, powers = pitches(values, rate)
    bounds = strokes(values, rate)
    found = []
    for start, end in zip(bounds, bounds[1:] + [len(values) / rate]):
        # A window that contains the next stroke does not count for this one.
        here = np.flatnonzero((times >= start) & (times + PITCH_WINDOW / 2 <= end))
        if len(here) == 0:
            continue
        loud = powers[here] >= QUIETEST * powers[here].max()
        for number, stretch in enumerate(split(np.where(loud, hertz[here], 0))):
            places = here[stretch]
            onset = start if number == 0 else times[places[0]] - PITCH_WINDOW / 2
            last = times[places[-1]] + PITCH_HOP
            attack = places[times[places] <= onset + ATTACK]
            near = np.abs(cents(hertz[places], common(hertz[attack]))) <= NEAR
            found.append((onset, min(end, last), float(np.median(hertz[places][near]))))
    return found


def jams(found, duration):
    """A JAMS document of notes."""
    data = [
        {"time": a, "duration": b - a, "value": 69 + 12 * np.log2(f / 440), "confidence": None}
        for a, b, f in found
    ]
    metadata = {"data_source": "scripts/transcription.py", "annotation_rules": __doc__}
    return {
        "annotations": [
            {"namespace": "note_midi", "data": data, "annotation_metadata": metadata,
             "sandbox": {}, "time": 0, "duration": duration}
        ],
        "file_metadata": {"duration": duration, "jams_version": "0.3.5", "identifiers": {}},
        "sandbox": {},
    }


def mark(corpus, marked):
    """Writes the manifest and the notes of the phrases of a corpus."""
    manifest = corpus / "manifest.csv"
    if not manifest.is_file():
        stop(f"{corpus}: there is no manifest.csv")
    table = list(csv.DictReader(io.StringIO(manifest.read_text(encoding="utf-8"))))
    phrases = [row for row in table if row["kind"] == "phrase"]
    if not phrases:
        stop(f"{corpus}: its manifest has no phrase")
    (marked / "notes").mkdir(parents=True, exist_ok=True)
    for number, row in enumerate(phrases):
        values, rate = samples(corpus / row["path"])
        found = notes(values, rate)
        row["annotation"] = f"notes/{number}.jams"
        document = jams(found, len(values) / rate)
        (marked / row["annotation"]).write_text(json.dumps(document, indent=1), encoding="utf-8")
        print(f"{row['path']}: {len(found)} notes")
        top = marked / row["path"].split("/")[0]
        if not top.exists():
            top.symlink_to((corpus / top.name).resolve())
    with open(marked / "manifest.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(table[0]))
        writer.writeheader()
        writer.writerows(phrases)


def marks(path):
    """The notes of a JAMS document."""
    data = json.loads(path.read_text(encoding="utf-8"))["annotations"][0]["data"]
    return [
        (note["time"], note["time"] + note["duration"], 440 * 2 ** ((note["value"] - 69) / 12))
        for note in data
    ]


def heard(tuner, path, rate):
    """The notes that `tuner analyze` reports."""
    command = [tuner, "analyze", "-f", "csv", "--rate", str(rate), str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        stop(f"{' '.join(command)} ended with {done.returncode}")
    rows = csv.DictReader(io.StringIO(done.stdout))
    return [
        (float(row["start_s"]), float(row["end_s"]), float(row["frequency_hz"] or 1))
        for row in rows
    ]


def score(marked, tuner, rates):
    """Prints the figures; returns true if all are within their limits."""
    with open(marked / "manifest.csv", encoding="utf-8") as file:
        phrases = list(csv.DictReader(file))
    reached = True
    for rate in rates:
        total, errors = np.zeros(3), []
        for row in phrases:
            reference = marks(marked / row["annotation"])
            estimate = heard(tuner, marked / row["path"], rate)
            pairs = match(reference, estimate)
            total += len(pairs), len(reference), len(estimate)
            errors += [abs(reference[a][0] - estimate[b][0]) for a, b in pairs]
            tell(rate, row["path"], reference, estimate, pairs)
        f = 2 * total[0] / (total[1] + total[2])
        median = float(np.median(errors))
        print(
            f"{rate} updates a second: F {f:.4f}, {int(total[0])} of {int(total[1])} notes, "
            f"{int(total[2])} heard, onset error {1000 * median:.1f} ms (median), "
            f"{1000 * np.percentile(errors, 95):.1f} ms (p95)")
        reached = reached and f >= GOAL and median <= LATEST
    return reached


def match(reference, estimate):
    """The pairs of notes that mir_eval matches."""
    if not reference or not estimate:
        return []
    (ri, rp), (ei, ep) = (arrays(x) for x in (reference, estimate))
    return mir_eval.transcription.match_notes(ri, rp, ei, ep, offset_ratio=None)


def arrays(found):
    """The arguments of mir_eval: intervals and pitches."""
    intervals = np.array([(a, max(b, a + 1e-3)) for a, b, _ in found])
    return intervals, np.array([f for _, _, f in found])


def tell(rate, path, reference, estimate, pairs):
    """Prints the notes without a pair."""
    for kind, all_notes, paired in (
        ("missed", reference, {a for a, _ in pairs}),
        ("made up", estimate, {b for _, b in pairs}),
    ):
        for index, (onset, end, hertz) in enumerate(all_notes):
            if index not in paired:
                print(f"{rate} {path}: {kind} {onset:.3f}–{end:.3f} s, {hertz:.1f} Hz")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    marking = commands.add_parser("mark")
    marking.add_argument("corpus", type=pathlib.Path)
    marking.add_argument("marked", type=pathlib.Path)
    scoring = commands.add_parser("score")
    scoring.add_argument("marked", type=pathlib.Path)
    scoring.add_argument("--tuner", default="tuner")
    scoring.add_argument("--rate", type=int, action="append")
    options = parser.parse_args()
    if options.command == "mark":
        mark(options.corpus, options.marked)
        return 0
    return 0 if score(options.marked, options.tuner, options.rate or [20, 60]) else 1


if __name__ == "__main__":
    sys.exit(main())
