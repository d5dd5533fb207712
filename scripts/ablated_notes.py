# SPDX-License-Identifier: MIT
"""The figures of scripts/ablation.py for one string at a time: the tracks of `tuner-bench accuracy`
and `tuner-bench synthetic`, as numbers; imported, never run."""

import math
import statistics

ANSWER = 0.7
FIELDS = ["constant", "factor", "value", "readings", "moved", "noise", "gross", "recall", "median",
          "p95", "lock", "records"]
HEADS = "| constant | values | moved, % | noise | gross | recall, % | median, ¢ | p95, ¢ | lock, ms |"
# The columns after `moved`, with their digits.
COLUMNS = [("noise", 0), ("gross", 0), ("recall", 2), ("median", 3), ("p95", 3), ("lock", 1)]


def cents(frequency, truth):
    """The distance from the truth in cents."""
    return 1200 * math.log2(frequency / truth)


def figures(tracks):
    """The figures of one run."""
    noise = quiet = gross = right = steady = 0
    errors, locks = [], []
    for track in tracks:
        begins, ends = track.get("steady_s") or (None, None)
        pluck, lock = track.get("pluck_s"), None
        for time, truth, reading, confidence in zip(
                track["time_s"], track["truth_hz"], track["frequency_hz"], track["confidence"]):
            is_answer = reading is not None and confidence is not None and confidence >= ANSWER
            if truth is None:
                quiet += pluck is None
                noise += pluck is None and is_answer
                continue
            error = abs(cents(reading, truth)) if is_answer else None
            if lock is None and error is not None and error <= 50 and pluck is not None \
                    and time >= pluck:
                lock = time - pluck
            if begins is None or not begins <= time <= ends:
                continue
            steady += 1
            if error is not None:
                gross += error > 50
                if error <= 50:
                    right += 1
                    errors.append(error)
        if lock is not None:
            locks.append(lock)
    errors.sort()
    return {
        "noise": noise,
        "gross": gross,
        "recall": 100 * right / steady if steady else 0.0,
        "median": statistics.median(errors) if errors else 0.0,
        "p95": errors[int(0.95 * (len(errors) - 1))] if errors else 0.0,
        "lock": 1000 * statistics.fmean(locks) if locks else 0.0,
    }


def moved(before, now):
    """The number of readings that differ."""
    count = 0
    for old, new in zip(before, now, strict=True):
        for key in ("item", "time_s"):
            if old[key] != new[key]:
                return max(sum(len(track["time_s"]) for track in before), 1)
        count += sum(a != b or c != d for a, b, c, d in zip(
            old["frequency_hz"], new["frequency_hz"], old["confidence"], new["confidence"]))
    return count


def count(tracks):
    """The number of readings."""
    return sum(len(track["time_s"]) for track in tracks)


def head(basis):
    """The line above the table: the figures of the unchanged build."""
    return (f"Unchanged: {basis['readings']} readings, {basis['noise']} answers in noise, "
            f"{basis['gross']} gross errors, recall {float(basis['recall']):.2f} %, median "
            f"{float(basis['median']):.3f} cents, p95 {float(basis['p95']):.3f} cents, lock "
            f"{float(basis['lock']):.1f} ms.")
