#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the practice gate with a private hosts file, so it needs no permission to change the
system's.

usage: scripts/gate.py [--quick]

Builds the optimised programs, prints a line for each figure, and ends with 1 when a figure misses
its limit. The program GateTiming of the tests measures a journal of a million records, a hosts file
of 200 000 lines, a million ticks, a chosen tuning that is stored, and a health export of 2 GB. Then
`tuner gate` itself runs: a goal is met while only the monitor runs, a day ends at midnight, and the
lease of a block ends after its monitor was killed. --quick omits the export and the lease, which
take a minute each.
"""

import datetime
import math
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
import wave

sys.dont_write_bytecode = True  # prevents __pycache__ in scripts/
from exits import exit_at_signals

LIMIT = 2.0  # seconds from an event to the hosts file that shows it
TIMEOUT = 90.0  # seconds, the longest wait for an event
missed = 0


def say(name, value, unit, limit):
    global missed
    ok = value is not None and value <= limit
    missed += not ok
    shown = "never" if value is None else f"{value:.2f} {unit}"
    print(f"{name}: {shown}, limit {limit:g} {unit}: {'ok' if ok else 'MISSED'}", flush=True)


def until(condition, timeout=TIMEOUT):
    """Returns the wall time at which the condition was first true; None after the timeout."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        if condition():
            return time.time()
        time.sleep(0.005)
    return None


class Gate:
    """A gate with a private directory and hosts file."""

    def __init__(self, tuner, zone="UTC"):
        self.tuner = tuner
        self.place = tempfile.TemporaryDirectory()
        self.hosts = os.path.join(self.place.name, "hosts")
        with open(self.hosts, "w") as file:
            file.write("127.0.0.1 localhost\n")
        self.environment = dict(os.environ, XDG_DATA_HOME=self.place.name + "/data", TZ=zone)
        self.running = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.running:
            self.running.terminate()
            self.running.wait()
        self.place.cleanup()

    def run(self, *arguments):
        return subprocess.run([self.tuner, *arguments], env=self.environment, check=True,
                              capture_output=True, text=True)

    def set_up(self, *more):
        self.run("gate", "setup", "--yes", "--target", "youtube.com", "--hosts-file", self.hosts,
                 *more)

    def monitor(self):
        log = os.path.join(self.place.name, "log")
        errors = open(log, "w")
        self.running = subprocess.Popen([self.tuner, "gate", "monitor"], env=self.environment,
                                        stderr=errors)
        until(lambda: "monitor is running" in open(log).read())

    def is_blocked(self):
        with open(self.hosts) as file:
            return "youtube.com" in file.read()

    def playing(self, seconds):
        """Notes of half a second, one after another."""
        path = os.path.join(self.place.name, "playing.wav")
        rate, notes = 16000, [110.0, 146.83, 196.0, 246.94, 329.63, 164.81]
        with wave.open(path, "wb") as file:
            file.setparams((1, 2, rate, 0, "NONE", ""))
            for index in range(int(seconds * 2)):
                tone = notes[index % len(notes)]
                file.writeframes(b"".join(
                    struct.pack("<h", int(9000 * math.exp(-i / rate) * sum(
                        math.sin(2 * math.pi * tone * k * i / rate) / k for k in (1, 2, 3))))
                    for i in range(rate // 2)))
        return path


def goal(tuner):
    """Measures the time from a met goal to the end of the block, while only the monitor runs."""
    with Gate(tuner) as gate:
        gate.set_up("--goal", "practice=1m")
        recording = gate.playing(90)
        gate.monitor()
        if until(gate.is_blocked) is None:
            say("a goal met while nobody looks (nothing was blocked before it)", None, "s", LIMIT)
            return
        gate.run("analyze", "-q", "--practice", "-t", "chromatic", recording)
        met = time.time()
        opened = until(lambda: not gate.is_blocked())
        say("a goal met while nobody looks, to the open hosts file", opened and opened - met, "s",
            LIMIT)


def midnight(tuner):
    """Measures the time from midnight to the new block, in a zone with midnight within two
    minutes."""
    now = datetime.datetime.now(datetime.timezone.utc)
    # Zones differ by whole minutes, so midnight is the first full minute that is 20 s or more away.
    minute = (now + datetime.timedelta(seconds=80)).replace(second=0, microsecond=0)
    ahead = (24 * 60 - (minute.hour * 60 + minute.minute)) % (24 * 60)
    sign, ahead = ("+", ahead) if ahead <= 12 * 60 else ("-", 24 * 60 - ahead)
    with Gate(tuner, f"GMT{sign}{ahead // 60:02}{ahead % 60:02}") as gate:
        gate.set_up("--goal", "practice=1m")
        recording = gate.playing(90)
        os.utime(recording, (time.time() - 60, time.time() - 60))
        gate.run("analyze", "-q", "--practice", "-t", "chromatic", recording)
        gate.monitor()
        time.sleep(1)
        if gate.is_blocked():
            say("midnight blocks again (the goal was not met before it)", None, "s", LIMIT)
            return
        blocked = until(gate.is_blocked, 150)
        say("midnight, to the hosts file that blocks again",
            blocked and blocked - minute.timestamp(), "s", LIMIT)


def lease(tuner):
    """Measures the end of a block whose monitor was killed; its lease is 60 s here."""
    with Gate(tuner) as gate:
        gate.set_up("--lease", "60")
        gate.monitor()
        if until(gate.is_blocked) is None:
            say("a killed monitor's block (nothing was blocked before it)", None, "s", LIMIT)
            return
        gate.running.send_signal(signal.SIGKILL)
        gate.running.wait()
        with open(gate.hosts) as file:
            end = int(file.read().split("until_ms=")[1].split(";")[0].split()[0]) / 1000
        over = until(lambda: not gate.is_blocked())
        with open(gate.hosts) as file:
            isRestored = file.read() == "127.0.0.1 localhost\n"
        say("a killed monitor's block, from the end of its lease to the hosts file as it was",
            over - end if over and over >= end - 0.01 and isRestored else None, "s", LIMIT)


def main():
    exit_at_signals()
    arguments = sys.argv[1:]
    if arguments and arguments != ["--quick"]:
        print(__doc__.strip())
        sys.exit(0 if arguments in (["-h"], ["--help"]) else 2)
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    scratch = ["--scratch-path", os.environ["SCRATCH"]] if "SCRATCH" in os.environ else []
    build = ["swift", "build", "-c", "release", *scratch]
    for product in ("tuner", "GateTiming"):
        subprocess.run([*build, "--product", product], check=True, stdout=sys.stderr)
    products = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True,
                              text=True).stdout.strip()
    timing = subprocess.run([products + "/GateTiming", *arguments])
    tuner = products + "/tuner"
    goal(tuner)
    midnight(tuner)
    if not arguments:
        lease(tuner)
    sys.exit(1 if missed or timing.returncode else 0)


if __name__ == "__main__":
    main()
