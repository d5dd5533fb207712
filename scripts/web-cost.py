#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the time of an update of the WebAssembly module with that of the program.

Usage: scripts/web-cost.py TUNER [--module FILE] [--strum] [--chromium] [--check]

Both analyse plucked strings at 48 kHz: Node.js, which has Chromium's compiler of WebAssembly, runs
the module, and TUNER runs `analyze --frames`. The cost of an update follows from the difference of
the processor times for 70 s and for 10 s, so that start-up does not count. The best of several
alternating rounds counts. The module first analyses 70 s of sound, because the compiler optimises
code while it runs. The script also prints how long the single updates of these 70 s take, by the
clock.

  --module FILE   the module, .build/web/headstock.wasm by default (scripts/web-module.sh)
  --strum         measures an update of every string, over strokes: `analyze --strum --frames`
  --chromium      also runs the module in Debian's Chromium, in the same rounds, by its clock
  --check         fails unless the module takes at most 3 times as long, and less than 5 ms

Exit status: 0 measured, 1 --check failed, 2 wrong usage or no Chromium.
"""

import argparse
import array
import contextlib
import importlib
import json
import math
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import wave

browser_checks = importlib.import_module("web-browser")
ROOT = pathlib.Path(__file__).resolve().parent.parent
RATE, SHORT, LONG, ROUNDS = 48_000, 10, 70, 3
UPDATES = 20 * (LONG - SHORT)  # at the standard rate of 20 Hz
LARGEST_RATIO, LONGEST_MS = 3, 5
KEYS = (40, 45, 50, 55, 59, 64)

# Runs the module over a WAV file with one channel of 16 bits as the page does, 128 samples at once.
# Returns the times of updates in milliseconds where they are asked for, and that of all samples.
LISTEN = """
function listen(module, target, wav, isTimed) {
  const engine = new WebAssembly.Instance(module, {}).exports;
  const name = new TextEncoder().encode('target' + target);
  new Uint8Array(engine.memory.buffer, engine.headstock_web_text()).set(name);
  if (engine.headstock_web_set_text(6, target.length) !== 0) throw new Error(target);
  if (engine.headstock_web_prepare(48000) !== 0) throw new Error('48000');
  const times = [];
  const chunk = new Float32Array(engine.memory.buffer, engine.headstock_web_samples(), 8192);
  const samples = new Int16Array(wav, 44);
  const start = performance.now();
  for (let place = 0; place + 128 <= samples.length; place += 128) {
    for (let index = 0; index < 128; index++) chunk[index] = samples[place + index] / 32768;
    const began = isTimed ? performance.now() : 0;
    engine.headstock_web_append(128);
    let count = 0;
    while (engine.headstock_web_result() || engine.headstock_web_strum_result()) count += 1;
    if (isTimed && count > 0) times.push(performance.now() - began);
  }
  return [performance.now() - start, times];
}
"""
IN_NODE = LISTEN + """
import { readFileSync } from 'node:fs';
const [path, target, ...recordings] = process.argv.slice(1);
const module = new WebAssembly.Module(readFileSync(path));
const [short, long] = recordings.map((name) => new Uint8Array(readFileSync(name)).buffer);
const [, times] = listen(module, target, long, true);
const seconds = [short, long].map((wav) => {
  const before = process.cpuUsage();
  listen(module, target, wav, false);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
});
console.log(JSON.stringify([seconds, times]));
"""
IN_CHROMIUM = "async ([target, ...names]) => {" + LISTEN + """
  const read = async (name) => (await fetch(name)).arrayBuffer();
  const module = await WebAssembly.compile(await read('module.wasm'));
  const [short, long] = await Promise.all(names.map(read));
  const [, times] = listen(module, target, long, true);
  return [[short, long].map((wav) => listen(module, target, wav, false)[0] / 1000), times];
}"""


def write_strings(path, seconds, is_stroke):
    """Writes the strings of a guitar: one after the other, one second each, or one stroke per
    second."""
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


@contextlib.contextmanager
def chromium(directory):
    """A page of Chromium that reads files of a directory."""
    from playwright.sync_api import sync_playwright

    (directory / "index.html").write_text("<!DOCTYPE html><title>cost</title>")
    server = browser_checks.Server(directory)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_checks.CHROMIUM, chromium_sandbox=False)
        page = browser.new_page()
        page.goto(f"{server.address}index.html")
        yield page
        browser.close()
    server.stop()


def shares(place, times):
    """Returns a sentence with the times of single updates."""
    times = sorted(times)
    half, most = (times[round(share * (len(times) - 1))] for share in (0.5, 0.95))
    return (f"{place}: half of the first updates within {half:.2f} ms, 95 % within {most:.2f} ms, "
            f"all within {times[-1]:.2f} ms")


def measured(arguments):
    """The best seconds for both recordings, and the milliseconds of single updates, by place."""
    target = "all" if arguments.strum else "nearest"
    with contextlib.ExitStack() as stack:
        directory = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (directory / "module.wasm").write_bytes(arguments.module.read_bytes())
        names = [f"{seconds}.wav" for seconds in (SHORT, LONG)]
        recordings = [str(directory / name) for name in names]
        for recording, seconds in zip(recordings, (SHORT, LONG)):
            write_strings(recording, seconds, arguments.strum)
        node = ["node", "--input-type=module", "--eval", IN_NODE, str(directory / "module.wasm"),
                target, *recordings]
        program = [str(arguments.tuner.resolve()), "analyze", "--frames", "--format", "csv"]
        if arguments.strum:
            program.append("--strum")
        # Each returns the seconds for both recordings, and the milliseconds of single updates.
        takers = {
            "program": lambda: ([processor_time([*program, name]) for name in recordings], None),
            "Node.js": lambda: json.loads(subprocess.run(
                node, check=True, capture_output=True, text=True).stdout),
        }
        if arguments.chromium:
            page = stack.enter_context(chromium(directory))
            takers["Chromium"] = lambda: page.evaluate(IN_CHROMIUM, [target, *names])
        best, times = {}, {}
        for _ in range(ROUNDS):
            for place, take in takers.items():
                seconds, times[place] = take()
                best[place] = [min(pair) for pair in zip(seconds, best.get(place, seconds))]
        return best, times


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tuner", type=pathlib.Path)
    parser.add_argument("--module", type=pathlib.Path, default=ROOT / ".build/web/headstock.wasm")
    parser.add_argument("--strum", action="store_true")
    parser.add_argument("--chromium", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.chromium:
        if not pathlib.Path(browser_checks.CHROMIUM).exists():
            print("web-cost: Chromium is missing. Run: scripts/setup.sh --tests", file=sys.stderr)
            sys.exit(2)
        browser_checks.enter_tools()

    best, times = measured(arguments)
    costs = {place: (long - short) / UPDATES * 1000 for place, (short, long) in best.items()}
    native = costs.pop("program")
    print(f"program: {native:.3f} ms an update")
    for place, cost in costs.items():
        print(f"{place}: {cost:.3f} ms an update, {cost / native:.2f} times the program")
    for place in costs:
        print(shares(place, times[place]))
    worst = max(costs.values())
    if arguments.check and not (worst <= LARGEST_RATIO * native and worst < LONGEST_MS):
        sys.exit(f"web-cost: more than {LARGEST_RATIO} times the program, or {LONGEST_MS} ms")


if __name__ == "__main__":
    main()
