#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures an update of the WebAssembly module against the same update of the program.

Usage: scripts/web-cost.py TUNER [--module FILE] [--strum] [--check]

Both analyse plucked strings at 48 kHz: Node.js, which has Chromium's compiler of WebAssembly, runs
the module, and TUNER runs `analyze --frames`. The cost of an update is the difference of the
processor times for 70 s and for 10 s, so that the start of neither counts; the best of several
rounds in turn. It also prints how long single updates of the module take, by the clock.

  --module FILE   the module, .build/web/headstock.wasm by default (scripts/web-module.sh)
  --strum         measures an update of every string, over strokes: `analyze --strum --frames`
  --check         fails unless the module takes at most 3 times as long, and less than 5 ms

Exit status: 0 measured, 1 --check failed, 2 wrong usage.
"""

import argparse
import array
import math
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import wave

ROOT = pathlib.Path(__file__).resolve().parent.parent
RATE, SHORT, LONG, ROUNDS = 48_000, 10, 70, 3
UPDATES = 20 * (LONG - SHORT)  # at the standard rate of 20 Hz
LARGEST_RATIO, LONGEST_MS = 3, 5
KEYS = (40, 45, 50, 55, 59, 64)

# Runs the module over a WAV file with one channel of 16 bits as the page does, 128 samples at once.
LISTEN = """
import { readFileSync } from 'node:fs';
const [module, target, recording, isTimed] = process.argv.slice(1);
const engine = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(module)), {}).exports;
const name = new TextEncoder().encode('target' + target);
new Uint8Array(engine.memory.buffer, engine.headstock_web_text()).set(name);
if (engine.headstock_web_set_text(6, target.length) !== 0) process.exit(1);
if (engine.headstock_web_prepare(48000) !== 0) process.exit(1);
const times = [];
const chunk = new Float32Array(engine.memory.buffer, engine.headstock_web_samples(), 8192);
const bytes = readFileSync(recording).subarray(44);
const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
for (let start = 0; start + 128 <= samples.length; start += 128) {
  for (let index = 0; index < 128; index++) chunk[index] = samples[start + index] / 32768;
  const began = isTimed ? performance.now() : 0;
  engine.headstock_web_append(128);
  let count = 0;
  while (engine.headstock_web_result() || engine.headstock_web_strum_result()) count += 1;
  if (isTimed && count > 0) times.push(performance.now() - began);
}
if (!isTimed) process.exit(0);
times.sort((first, second) => first - second);
const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(2);
console.log(`half of the module's updates within ${at(0.5)} ms, 95 % within ${at(0.95)} ms, `
  + `all within ${at(1)} ms`);
"""


def write_strings(path, seconds, is_stroke):
    """Writes the strings of a guitar: one after the other, a second each, or a stroke a second."""
    noise = random.Random(1)
    notes = []
    for key in KEYS:
        f0 = 440 * 2 ** ((key - 69) / 12)
        note = array.array("h")
        for index in range(RATE):
            at = index / RATE
            value = sum(
                math.exp(-0.6 * (1 + 0.3 * n) * at) / n * math.sin(2 * math.pi * n * f0 * at + n)
                for n in range(1, 9)
            )
            note.append(round(6000 * value + noise.gauss(0, 3)))
        notes.append(note)
    if is_stroke:
        mix = array.array("h", (sum(samples) // 2 for samples in zip(*notes)))
        notes = [mix]
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        for second in range(seconds):
            file.writeframes(notes[second % len(notes)].tobytes())


def processor_time(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tuner", type=pathlib.Path)
    parser.add_argument("--module", type=pathlib.Path, default=ROOT / ".build/web/headstock.wasm")
    parser.add_argument("--strum", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as directory:
        recordings = [pathlib.Path(directory) / f"{seconds}.wav" for seconds in (SHORT, LONG)]
        for recording, seconds in zip(recordings, (SHORT, LONG)):
            write_strings(recording, seconds, arguments.strum)
        node = ["node", "--input-type=module", "--eval", LISTEN, str(arguments.module.resolve()),
                "all" if arguments.strum else "nearest"]
        program = [str(arguments.tuner.resolve()), "analyze", "--frames", "--format", "csv"]
        if arguments.strum:
            program.append("--strum")
        best = {}
        for _ in range(ROUNDS):
            for words in (node, program):
                for recording in recordings:
                    took = processor_time([*words, str(recording)])
                    key = (words[0], recording)
                    best[key] = min(took, best.get(key, took))
        times = subprocess.run(
            [*node, str(recordings[1]), "timed"], check=True, capture_output=True, text=True)
    short, long = recordings
    module, native = (
        (best[words[0], long] - best[words[0], short]) / UPDATES * 1000
        for words in (node, program)
    )
    ratio = module / native
    print(f"module {module:.3f} ms, program {native:.3f} ms an update: {ratio:.2f} times")
    print(times.stdout, end="")
    if arguments.check and not (ratio <= LARGEST_RATIO and module < LONGEST_MS):
        sys.exit(f"web-cost: more than {LARGEST_RATIO} times the program, or {LONGEST_MS} ms")


if __name__ == "__main__":
    main()
