#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the expected values of EvaluationTests with mir_eval, NumPy and SciPy.

    python3 -m venv .build/golden && .build/golden/bin/pip install mir_eval==0.8.2
    .build/golden/bin/python scripts/golden-mir-eval.py Tests/EvaluationTests/Resources

All inputs come from one seed, so a second run writes the same bytes.
"""

import json
import sys
import warnings
from pathlib import Path

if {"-h", "--help"} & set(sys.argv[1:]):
    sys.exit(print(__doc__))


def stop(line):
    """Ends with status 2: wrong usage or a missing package."""
    print(f"golden-mir-eval.py: {line} See: scripts/golden-mir-eval.py --help", file=sys.stderr)
    sys.exit(2)


if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
    stop("give the directory of the result.")
try:
    import mir_eval
    import numpy as np
    import scipy.stats
except ImportError as error:
    stop(f"the package {error.name} is missing.")

SEED = 20261121
TOLERANCES = [50.0, 10.0, 5.0, 1.0, 0.1]
warnings.simplefilter("ignore")


def numbers(values, decimals=6):
    return [round(float(v), decimals) for v in values]


def melody_scores(ref_v, ref_c, est_v, est_c):
    m = mir_eval.melody
    return {
        "voicing_recall": float(m.voicing_recall(ref_v, est_v)),
        "voicing_false_alarm": float(m.voicing_false_alarm(ref_v, est_v)),
        "raw_pitch_accuracy": [
            float(m.raw_pitch_accuracy(ref_v, ref_c, est_v, est_c, t)) for t in TOLERANCES
        ],
        "raw_chroma_accuracy": [
            float(m.raw_chroma_accuracy(ref_v, ref_c, est_v, est_c, t)) for t in TOLERANCES
        ],
        "overall_accuracy": [
            float(m.overall_accuracy(ref_v, ref_c, est_v, est_c, t)) for t in TOLERANCES
        ],
    }


def melody_case(name, ref, est, reward=None, voicing=None, hop=None):
    """The case of a melody; `ref` and `est` are (times, frequencies).

    The frequency 0 means unvoiced, and a negative one means unvoiced with a guess.
    """
    ref_t, ref_f = (np.array(numbers(x)) for x in ref)
    est_t, est_f = (np.array(numbers(x)) for x in est)
    reward = None if reward is None else np.array(numbers(reward))
    voicing = None if voicing is None else np.array(numbers(voicing))
    aligned = mir_eval.melody.to_cent_voicing(
        ref_t, ref_f, est_t, est_f,
        est_voicing=None if voicing is None else voicing.copy(),
        ref_reward=None if reward is None else reward.copy(),
        hop=hop,
    )
    optional = lambda x: None if x is None else [float(v) for v in x]
    return {
        "name": name,
        "reference": {"times": optional(ref_t), "frequencies": optional(ref_f), "voicing": optional(reward)},
        "estimate": {"times": optional(est_t), "frequencies": optional(est_f), "voicing": optional(voicing)},
        "hop": hop,
        "frames": len(aligned[0]),
        "expected": melody_scores(*aligned),
    }


def phrase(rng, hop, seconds, start=0.0):
    """Notes with vibrato and rests between 80 and 700 Hz."""
    times = start + hop * np.arange(int(seconds / hop))
    freqs = np.zeros(len(times))
    t = start
    while t < start + seconds:
        length = rng.uniform(0.1, 0.5)
        inside = (times >= t) & (times < t + length)
        if rng.random() < 0.75:
            f0 = 80 * 2 ** rng.uniform(0, 3)
            freqs[inside] = f0 * 2 ** (rng.uniform(0, 20) * np.sin(30 * times[inside]) / 1200)
        t += length
    return times, freqs


def detuned(rng, freqs, cents):
    return freqs * 2 ** (rng.normal(0, cents, len(freqs)) / 1200)


def sampled(times, freqs, at):
    return freqs[np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(times) - 1)]


def melody_cases(rng):
    """All cases; their order determines the random numbers of each."""
    yield from erroneous_cases(rng)
    yield from unequal_cases(rng)
    yield from voicing_cases(rng)
    yield from reward_cases(rng)


def erroneous_cases(rng):
    """Errors of pitch, of hops and of time."""
    yield melody_case("perfect", *([phrase(rng, 0.01, 1.5)] * 2))
    for cents in (0.05, 0.7, 3, 8, 40, 300):
        t, f = phrase(rng, 0.01, 1.5)
        yield melody_case(f"normal errors of {cents} cents", (t, f), (t, detuned(rng, f, cents)))
    for ratio in (0.25, 0.5, 2, 3, 4):
        t, f = phrase(rng, 0.01, 1.2)
        yield melody_case(f"everything times {ratio}", (t, f), (t, detuned(rng, f * ratio, 6)))
    for hop in (0.005, 0.0058, 0.0107, 0.02, 0.05, 0.25):
        t, f = phrase(rng, 0.01, 1.6)
        at = hop * np.arange(int(1.6 / hop))
        yield melody_case(f"estimate hop {hop}", (t, f), (at, detuned(rng, sampled(t, f, at), 5)))
    for late in (0.003, 0.01, 0.1):
        t, f = phrase(rng, 0.01, 1.5)
        yield melody_case(f"late by {late}", (t, f), (t + late, f))
    for hop in (0.01, 0.013):
        t, f = phrase(rng, 0.0058, 1.2)
        at = 0.0107 * np.arange(130)
        yield melody_case(
            f"both to hop {hop}", (t, f), (at, detuned(rng, sampled(t, f, at), 10)), hop=hop)


def unequal_cases(rng):
    """Series of unequal lengths, and series that are voiced throughout or not at all."""
    t, f = phrase(rng, 0.01, 1.5)
    yield melody_case("estimate ends early", (t, f), (t[:60], f[:60]))
    yield melody_case("reference ends early", (t[:60], f[:60]), (t, detuned(rng, f, 4)))
    yield melody_case("ends early at a hop", (t, f), (t[:60], f[:60]), hop=0.02)
    yield melody_case("goes on at a hop", (t[:60], f[:60]), (t, f), hop=0.02)
    yield melody_case("estimate starts late", (t, f), (t[40:], f[40:]))
    yield melody_case("reference starts late", (t[40:], f[40:]), (t, detuned(rng, f, 4)))
    yield melody_case("all unvoiced reference", (t, 0 * f), (t, f))
    yield melody_case("all unvoiced estimate", (t, f), (t, 0 * f))
    yield melody_case("both unvoiced", (t, 0 * f), (t, 0 * f))
    yield melody_case("always voiced", (t, f), (t, np.where(f > 0, f, 220.0)))
    yield melody_case("all voiced reference", (t, 220 + 0 * f), (t, detuned(rng, 220 + 0 * f, 20)))
    yield melody_case("one frame", ([0.0], [220.0]), ([0.0], [221.0]))
    yield melody_case("one frame against many", ([0.0], [220.0]), (t, f))
    yield melody_case("many against one frame", (t, f), ([0.0], [220.0]))


def voicing_cases(rng):
    """Guesses without voice, irregular times, and voicing that is given."""
    for case in range(4):
        t, f = phrase(rng, 0.01, 1.5)
        guess = np.where(f > 0, detuned(rng, f, 10), 150.0)
        sign = np.where(rng.random(len(t)) < 0.3, -1, 1)
        yield melody_case(f"unvoiced guesses {case}", (t, f), (t, guess * sign))
    for case in range(4):
        t, f = phrase(rng, 0.01, 1.5)
        at = np.sort(rng.uniform(0, 1.5, 170))
        g = np.where(rng.random(170) < 0.1, 0, detuned(rng, sampled(t, f, at), 8))
        yield melody_case(f"irregular times {case}", (t, f), (at, g))
    for case in range(4):
        t, f = phrase(rng, 0.01, 1.5)
        at = (0.0077 if case % 2 else 0.01) * np.arange(150)
        g = detuned(rng, np.maximum(sampled(t, f, at), 60), 12)
        yield melody_case(f"confidence as voicing {case}", (t, f), (at, g), voicing=rng.random(150))
    for case in range(3):
        t, f = phrase(rng, 0.01, 1.5)
        yield melody_case(
            f"binary voicing given {case}", (t, f), (t * 1.003, np.maximum(f, 99)),
            voicing=(rng.random(len(t)) < 0.6).astype(float))


def reward_cases(rng):
    """References with a reward for each time."""
    for case in range(3):
        t, f = phrase(rng, 0.01, 1.5)
        yield melody_case(
            f"reward {case}", (t, f), (t, detuned(rng, f, 30)), reward=rng.random(len(t)))
    for case in range(3):
        t, f = phrase(rng, 0.01, 1.5)
        yield melody_case(
            f"reward, confidence and hop {case}", (t, f), (t * 1.01 + 0.004, detuned(rng, f, 30)),
            reward=rng.random(len(t)), voicing=rng.random(len(t)), hop=0.0125)


def aligned_cases(rng):
    for count in (0, 1, 2, 50, 200):
        for kind in ("binary", "continuous", "silent reference", "silent estimate"):
            ref_v, est_v = rng.random(count), rng.random(count)
            if kind != "continuous":
                ref_v, est_v = np.round(ref_v), np.round(est_v)
            if kind == "silent reference":
                ref_v = 0 * ref_v
            if kind == "silent estimate":
                est_v = 0 * est_v
            ref_c = rng.uniform(3000, 7000, count)
            est_c = ref_c + rng.choice([0, 0.05, 0.5, 3, 7, 30, 80, 1200, -1200, 2370], count)
            est_c[rng.random(count) < 0.1] = 0
            ref_c[ref_v == 0] = 0
            arrays = [np.array(numbers(x)) for x in (ref_v, ref_c, est_v, est_c)]
            yield {
                "name": f"{kind}, {count} frames",
                "ref_voicing": numbers(arrays[0]), "ref_cent": numbers(arrays[1]),
                "est_voicing": numbers(arrays[2]), "est_cent": numbers(arrays[3]),
                "expected": melody_scores(*arrays),
            }


def transcription_case(name, ref, est):
    t = mir_eval.transcription
    ref = np.array([numbers(r, 5) for r in ref]).reshape(-1, 3)
    est = np.array([numbers(r, 5) for r in est]).reshape(-1, 3)
    ri, rp, ei, ep = ref[:, :2], ref[:, 2], est[:, :2], est[:, 2]
    score = lambda *values: [float(v) for v in values[:3]]
    return {
        "name": name, "reference": ref.tolist(), "estimate": est.tolist(),
        "onset": score(*t.onset_precision_recall_f1(ri, ei)),
        "onset_pitch": score(*t.precision_recall_f1_overlap(ri, rp, ei, ep, offset_ratio=None)),
        "onset_pitch_offset": score(*t.precision_recall_f1_overlap(ri, rp, ei, ep)),
        "onset_strict": score(*t.onset_precision_recall_f1(ri, ei, strict=True)),
        "tight": score(*t.precision_recall_f1_overlap(
            ri, rp, ei, ep, onset_tolerance=0.02, pitch_tolerance=10.0, offset_ratio=0.1,
            offset_min_tolerance=0.03)),
    }


def notes(rng, count, spacing=0.3):
    on = np.cumsum(rng.uniform(0.3, 1.7, count) * spacing)
    return np.stack([on, on + rng.uniform(0.05, 1.5, count) * spacing,
                     80 * 2 ** (rng.integers(0, 37, count) / 12)], axis=1)


def transcription_cases(rng):
    base = notes(rng, 20)
    yield transcription_case("nothing against nothing", [], [])
    yield transcription_case("nothing heard", base, [])
    yield transcription_case("nothing there", [], base)
    yield transcription_case("perfect", base, base)
    yield transcription_case("octave up", base, base * [1, 1, 2])
    yield transcription_case("exactly 50 ms late", base, base + [0.05, 0.05, 0])
    yield transcription_case("51 ms late", base, base + [0.051, 0.051, 0])
    yield transcription_case("in reverse order", base, base[::-1])
    yield transcription_case("every note twice", base, np.repeat(base, 2, axis=0))
    yield transcription_case("far too long", base, base + [0, 0.5, 0])
    for case in range(12):
        ref = notes(rng, int(rng.integers(5, 60)), rng.choice([0.02, 0.06, 0.3]))
        est = ref[rng.random(len(ref)) < 0.9].copy()
        est[:, 0] = np.maximum(0, est[:, 0] + rng.normal(0, 0.03, len(est)))
        est[:, 1] = np.maximum(est[:, 0] + 0.01, est[:, 1] + rng.normal(0, 0.06, len(est)))
        est[:, 2] *= 2 ** (rng.normal(0, 30, len(est)) / 1200)
        extra = notes(rng, 5)
        yield transcription_case(f"jittered {case}", ref, rng.permutation(np.vstack([est, extra])))
    for case in range(6):
        # Many notes lie within one tolerance of each other, so greedy matching is not enough.
        ref, est = notes(rng, 40, 0.03), notes(rng, 40, 0.03)
        ref[:, 2], est[:, 2] = 110, 110 * 2 ** (rng.uniform(-70, 70, 40) / 1200)
        yield transcription_case(f"crowded {case}", ref, est)


def statistics_cases(rng):
    quantiles = [(0, 1), (1, 2), (1, 4), (7, 100), (95, 100), (99, 100), (999, 1000), (1, 1)]
    for count in (1, 2, 3, 10, 100, 997):
        values = np.array(numbers(rng.standard_cauchy(count)))
        if count == 100:
            values = np.round(values)
        yield {
            "values": values.tolist(), "quantiles": [list(q) for q in quantiles],
            "linear": [float(np.percentile(values, 100 * n / d)) for n, d in quantiles],
            "mean": float(np.mean(values)), "deviation": float(np.std(values)),
            "rms": float(np.sqrt(np.mean(values**2))),
        }


def spearman_cases(rng):
    for count in (2, 5, 50, 400):
        for levels in (None, 4):
            x = rng.normal(0, 1, count)
            y = x + rng.normal(0, 1, count)
            if levels:
                x, y = np.round(x * levels / 4), np.round(y * levels / 4)
            x, y = np.array(numbers(x)), np.array(numbers(y))
            rho = scipy.stats.spearmanr(x, y).statistic
            yield {"x": x.tolist(), "y": y.tolist(), "rho": None if np.isnan(rho) else float(rho)}


def bound_cases(rng):
    """The bound of a harmonic tone, from the inverse of its whole Fisher information matrix."""
    for count, omega, partials in ((2048, 0.05, 1), (4096, 0.02, 6), (4096, 0.1, 12), (8192, 0.03, 3)):
        amplitudes = rng.uniform(0.2, 1, partials)
        phases = rng.uniform(0, 2 * np.pi, partials)
        deviation = 0.1
        t = np.arange(count)
        n = np.arange(1, partials + 1)[:, None]
        angle = n * omega * t + phases[:, None]
        columns = [(-amplitudes[:, None] * n * t * np.sin(angle)).sum(0)]
        columns += list(np.cos(angle)) + list(-amplitudes[:, None] * np.sin(angle))
        jacobian = np.stack(columns, axis=1)
        jacobian /= (scale := np.linalg.norm(jacobian, axis=0))
        covariance = np.linalg.inv(jacobian.T @ jacobian / deviation**2)
        error = np.sqrt(covariance[0, 0]) / scale[0]
        yield {
            "samples": count, "omega": omega, "amplitudes": amplitudes.tolist(),
            "noise_deviation": deviation, "cents": float(1200 / np.log(2) * error / omega),
        }


def write(path, **content):
    header = {"made_by": f"mir_eval {mir_eval.__version__}, NumPy {np.__version__}, "
                         f"SciPy {scipy.__version__}, seed {SEED}"}
    rows = {key: list(value) for key, value in content.items()}
    body = ",\n".join(
        json.dumps(key) + ": [\n" + ",\n".join(json.dumps(r, allow_nan=False) for r in value) + "\n]"
        for key, value in rows.items())
    path.write_text(json.dumps(header)[:-1] + ",\n" + body + "\n}\n")
    print(path.name, {key: len(value) for key, value in rows.items()}, path.stat().st_size, "bytes")


def main():
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    streams = iter(np.random.default_rng(SEED).spawn(6))
    write(out / "melody.json", melody=melody_cases(next(streams)), aligned=aligned_cases(next(streams)))
    write(out / "transcription.json", transcription=transcription_cases(next(streams)))
    write(out / "statistics.json", statistics=statistics_cases(next(streams)),
          spearman=spearman_cases(next(streams)), bound=bound_cases(next(streams)))


if __name__ == "__main__":
    main()
