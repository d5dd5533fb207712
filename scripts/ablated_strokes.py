# SPDX-License-Identifier: MIT
"""The figures of scripts/ablation.py for strokes: a run of `tuner-bench strum`, as numbers.

Each row of the results holds the change of

  moved      outcomes whose state differs, or whose cents or sigma differ by 0.0001 or more
  strokes    reported strokes that nobody played, and played strokes that were not reported
  wrong      reported strings that are off by more than 25 cents
  silent     strings that are reported although they do not sound
  answered   sounding strings that are reported, as a share of all of them
  median     median of the error of the reported strings, in cents
  p95        95th percentile of the same error
  honest     share of the errors within two sigma

Outcomes are the answers 0.15 to 1 s after the last string. The answers from 0.5 s on count for the
figures.
"""

import json
import statistics

FIELDS = ["constant", "factor", "value", "readings", "moved", "strokes", "wrong", "silent",
          "answered", "median", "p95", "honest", "records"]
HEADS = "| constant | values | moved, % | strokes | wrong | silent | answered, % | median, ¢ | " \
    "p95, ¢ | in 2 σ, % |"
# The columns after `moved`, with their digits.
COLUMNS = [("strokes", 0), ("wrong", 0), ("silent", 0), ("answered", 2), ("median", 4), ("p95", 3),
           ("honest", 2)]
# The arguments of `tuner analyze` for the column `records`.
READING = ["--strum", "--frames"]
FIRST = 0.5
WRONG = 25
# The copy of the package compares no other contestants, which no constant changes. It stores the
# samples of strokes and of resampled notes, so that only the first run renders them.
STROKES = "Sources/Benchmarking/Strum/"
EDITS = [
    (STROKES + "StrumBench.swift",
     "StrumEngineContestant(), HarmonicProductContestant(), BandPassContestant(),",
     "StrumEngineContestant(),"),
    (STROKES + "StrumInput.swift", "signal?.render(at: StrumTrial.rate) ?? []",
     "stored(item) { signal?.render(at: StrumTrial.rate) ?? [] }"),
    (STROKES + "Mixtures/StrumTrial+Mixture.swift",
     "return resampler.resample(faded, from: start, step: step, count: count)",
     r'return stored("\(name) \(target.value) \(rate)") {'
     " resampler.resample(faded, from: start, step: step, count: count) }"),
]


def arguments(options):
    """The arguments of the bench."""
    strokes, mixtures = options.strokes.split("/")
    sets = [word for one in options.dataset for word in ("--dataset", one)]
    return ["strum", "--strokes", strokes, "--mixtures", mixtures, *sets, "--quiet"]


def outcomes(report):
    """The results of a report, each with its outcomes."""
    return json.loads(report)["results"]


def count(results):
    """The number of outcomes."""
    return sum(len(one["outcomes"]) for one in results)


def moved(before, now):
    """The number of outcomes that differ."""
    changed = 0
    for old, new in zip(before, now, strict=True):
        for one, other in zip(old["outcomes"], new["outcomes"], strict=True):
            first, second = one["answer"], other["answer"]
            changed += first["state"] != second["state"] or any(
                (first.get(key) is None) != (second.get(key) is None)
                or abs((first.get(key) or 0) - (second.get(key) or 0)) >= 1e-4
                for key in ("cents", "sigma"))
    return changed


def figures(results):
    """The figures of one run."""
    wrong = silent = sounding = answered = honest = 0
    errors = []
    for result in results:
        for one in result["outcomes"]:
            if one["seconds"] < FIRST:
                continue
            answer, truth = one["answer"], one.get("truth")
            is_reported = answer["state"] == "sounding" and answer.get("cents") is not None
            sounding += truth is not None
            if not is_reported:
                continue
            if truth is None:
                silent += 1
                continue
            error = abs(answer["cents"] - truth)
            answered += 1
            wrong += error > WRONG
            honest += error <= 2 * answer["sigma"]
            errors.append(error)
    errors.sort()
    return {
        "strokes": sum(abs(one["strokes"]["reported"] - one["strokes"]["played"])
                       for one in results if one.get("strokes")),
        "wrong": wrong,
        "silent": silent,
        "answered": 100 * answered / sounding if sounding else 0.0,
        "median": statistics.median(errors) if errors else 0.0,
        "p95": errors[int(0.95 * (len(errors) - 1))] if errors else 0.0,
        "honest": 100 * honest / answered if answered else 0.0,
    }


def head(basis):
    """The line above the table: the figures of the unchanged build."""
    return (f"Unchanged: {basis['readings']} outcomes, {basis['strokes']} strokes too many or "
            f"missing, {basis['wrong']} wrong, {basis['silent']} silent reported, "
            f"{float(basis['answered']):.2f} % answered, median {float(basis['median']):.4f} cents, "
            f"p95 {float(basis['p95']):.3f} cents, {float(basis['honest']):.2f} % in 2 sigma.")
