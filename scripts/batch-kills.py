#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills the shards of a batch at random, and compares the merge with that of an undisturbed run.

usage: scripts/batch-kills.py [--program FILE] [--keep DIRECTORY] [--pace SHARE] [COUNT [SHARDS]]

Makes COUNT (2 000) short recordings, one in 500 of them unreadable. One run analyses them
undisturbed. Then SHARDS (16) shards are analysed, two at a time; SIGKILL ends each at random
moments until every shard was killed at least once and is done. The script ends with 1 when a byte
of the merge differs, a recording was done twice, a run needed 150 MB or more, or memory grew by
more than 64 MiB from one recording to all.

--pace SHARE also compares the rate of two concurrent shards, each on a separate core and without
kills, with twice the rate of one shard, and ends with 1 if it is less than SHARE of that. It needs
two idle cores, and SHARDS of 3 or more.

--program FILE runs FILE instead of the optimised build. --keep DIRECTORY uses and keeps the
recordings there.
"""

import array
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

RATE = 8000
SECONDS = 0.4
KINDS = 97  # different sounds
MEMORY_LIMIT = 150e6
GROWTH_LIMIT = 64 << 20
PACES = 5


def sound(kind):
    """Returns a WAV file of a plucked string; every 13th is silent."""
    hertz = 82.41 * 2 ** (kind / 40)
    samples = array.array("h", bytes(2 * int(RATE * SECONDS)))
    if kind % 13 != 12:
        for n in range(len(samples)):
            time_s = n / RATE
            samples[n] = int(9000 * math.exp(-3 * time_s) * sum(
                math.sin(2 * math.pi * hertz * k * time_s) / k for k in (1, 2, 3)))
    body = samples.tobytes()
    numbers = lambda *pairs: b"".join(n.to_bytes(size, "little") for n, size in pairs)
    return (b"RIFF" + numbers((36 + len(body), 4)) + b"WAVEfmt "
            + numbers((16, 4), (1, 2), (1, 2), (RATE, 4), (2 * RATE, 4), (2, 2), (16, 2))
            + b"data" + numbers((len(body), 4)) + body)


def make(directory, count):
    """Writes the recordings that are missing, and returns their names."""
    sounds = [sound(kind) for kind in range(KINDS)]
    names = []
    for number in range(count):
        folder = os.path.join(directory, f"{number // 1000:03}")
        names.append(os.path.join(folder, f"take-{number:06}.wav"))
        if number % 1000 == 0:
            os.makedirs(folder, exist_ok=True)
        if not os.path.exists(names[-1]):
            with open(names[-1], "wb") as file:
                file.write(b"no recording" if number % 500 == 499 else sounds[number % KINDS])
    return names


class Run:
    """One run of a shard, on all cores or on one."""

    def __init__(self, program, source, place, shard, jobs, core=None):
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            [program, "analyze", "--files-from", source, "--batch", place, "--resume", "-q",
             "--shard", shard, "-j", str(jobs)],
            preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, [core]))
        self.seconds = self.processor = self.peak = 0

    def end(self, options=0):
        """Returns the status; None while it runs. Then the time and the memory are known."""
        number, status, usage = os.wait4(self.process.pid, options)
        if number == 0:
            return None
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - self.start
        self.processor = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss * 1024
        if self.process.returncode not in (0, 1, -signal.SIGKILL):
            sys.exit(f"a run ended with {self.process.returncode}")
        return self.process.returncode


def merged(program, place, name):
    subprocess.run([program, "merge", place, "-q", "-o", name, "--errors", name + ".errors"],
                   check=True)
    with open(name, "rb") as results, open(name + ".errors", "rb") as errors:
        return results.read(), errors.read()


def disturbed(program, source, place, count, lines, chance):
    """Runs all shards, two at a time, with kills; returns the kills and the largest memory.

    A shard is killed when its journal has a random length, one to four times, and then runs to its
    end.
    """
    kills, peak = 0, 0
    waiting = []
    for number in range(1, count + 1):
        moments = sorted(chance.uniform(0, 0.9) for _ in range(chance.randint(1, 4)))
        waiting.append((number, [moment * lines for moment in moments]))
    running = []
    while waiting or running:
        while waiting and len(running) < 2:
            number, moments = waiting.pop(0)
            running.append((number, moments, Run(program, source, place, f"{number}/{count}", 1)))
        for entry in list(running):
            number, moments, run = entry
            journal = os.path.join(place, f"{number:04}-of-{count:04}.journal.ndjson")
            if moments and os.path.exists(journal) and os.path.getsize(journal) > moments[0]:
                run.process.send_signal(signal.SIGKILL)
                status = run.end()
            else:
                status = run.end(os.WNOHANG)
            if status is None:
                continue
            peak = max(peak, run.peak)
            running.remove(entry)
            if status == -signal.SIGKILL:
                kills += 1
                waiting.append((number, moments[1:]))
        time.sleep(0.001)
    return kills, peak


def keeps_pace(program, source, work, shards, least):
    """Prints the recordings a second of one shard on one core, and of two concurrent shards on
    separate cores; returns true if the second rate is at least a share of twice the first.

    The best of a few rounds counts, because other processes only take time away. By processor time,
    the share does not contain the time for which others have the cores.
    """
    cores = sorted(os.sched_getaffinity(0))[:2]
    best = {1: (0, 0), 2: (0, 0)}  # by the number of shards at a time: runs a second
    for number in range(PACES):
        place = f"{work}/pace-{number}"
        for group in ([1], [2, 3]):
            started = [Run(program, source, place, f"{shard}/{shards}", 1, core)
                       for shard, core in zip(group, cores)]
            running = started
            while running:
                running = [run for run in running if run.end(os.WNOHANG) is None]
                time.sleep(0.001)
            rates = (sum(1 / run.seconds for run in started),
                     sum(1 / run.processor for run in started))
            best[len(group)] = tuple(map(max, best[len(group)], rates))
    # The shards have about the same number of recordings.
    count = len(done(place)) / 3
    share, spent = (best[2][kind] / (2 * best[1][kind]) for kind in range(2))
    print(f"{count * best[1][0]:.0f} recordings a second in one shard on one core; in two shards at "
          f"a time, each on its own, {count * best[2][0]:.0f}, {100 * share:.1f} % of twice that; by processor time "
          f"{100 * spent:.1f} %")
    return share >= least


def done(place):
    """Returns the names that the journals of a run have, in any order."""
    names = []
    for name in os.listdir(place):
        if name.endswith(".journal.ndjson"):
            with open(os.path.join(place, name)) as file:
                names += [line["file"] for line in map(json.loads, file) if "file" in line]
    return names


def built():
    """Builds the program, and returns its path."""
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    build = ["swift", "build", "-c", "release"]
    subprocess.run([*build, "--product", "tuner"], check=True, stdout=sys.stderr)
    return subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True,
                          text=True).stdout.strip() + "/tuner"


def listed(work, title, names):
    """Writes a list of recordings, and returns its path."""
    path = os.path.join(work, title)
    with open(path, "w") as file:
        file.write("\n".join(names) + "\n")
    return path


def main():
    words = sys.argv[1:]
    options = {"--program": None, "--keep": None, "--pace": None}
    while len(words) > 1 and words[0] in options:
        options[words[0]], words = words[1], words[2:]
    if words in (["-h"], ["--help"]) or len(words) > 2 or not all(w.isdigit() for w in words):
        print(__doc__.strip())
        sys.exit(0 if words in (["-h"], ["--help"]) else 2)
    count = int(words[0]) if words else 2000
    shards = int(words[1]) if len(words) > 1 else 16
    program = os.path.abspath(options["--program"] or built())
    chance = random.Random(20261125)
    with tempfile.TemporaryDirectory() as work:
        names = make(options["--keep"] or os.path.join(work, "recordings"), count)
        source = listed(work, "list", chance.sample(names, len(names)))
        first = Run(program, listed(work, "one", names[:1]), work + "/single", "1/1", 2)
        first.end()
        whole = Run(program, source, work + "/whole", "1/1", 2)
        whole.end()
        expected = merged(program, work + "/whole", work + "/whole.ndjson")
        lines = os.path.getsize(work + "/whole/0001-of-0001.journal.ndjson") / shards
        kills, killedPeak = disturbed(program, source, work + "/shards", shards, lines, chance)
        found = merged(program, work + "/shards", work + "/shards.ndjson")
        names = done(work + "/shards")
        twice = len(names) - len(set(names))
        growth = whole.peak - first.peak
        print(f"{count} recordings in {whole.seconds:.1f} s ({count / whole.seconds:.0f} a second, "
              f"{whole.processor:.1f} s of processor time); {shards} shards, {kills} kills: "
              f"{len(found[0])} bytes, {'equal' if found == expected else 'DIFFERENT'}; "
              f"{twice} done twice, {len(set(names))} done; memory of the program {first.peak / 1e6:.1f} MB"
              f" for one recording, {whole.peak / 1e6:.1f} MB for all, {killedPeak / 1e6:.1f} MB in shards")
        if options["--pace"] is not None and not keeps_pace(
                program, source, work, shards, float(options["--pace"])):
            sys.exit(1)
        if (found != expected or twice or len(set(names)) != count or kills < shards
                or max(whole.peak, killedPeak) >= MEMORY_LIMIT or growth > GROWTH_LIMIT):
            sys.exit(1)


if __name__ == "__main__":
    main()
