#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Simulates days of the practice gate with a clock that libfaketime sets.

usage: scripts/gate-days.py [--program FILE]

The real `tuner` runs with a private hosts file and journal. libfaketime (Debian: faketime) sets the
wall clock and the clock that counts suspension together, as on a machine that sleeps. Only the
waits between two checks take real time. The simulated days are: one with practice in several parts,
a midnight with and without a monitor, three days asleep, an edit that waits for the next day, the
23 and 25 hours of a change to and from daylight saving time, a midnight that does not exist, a
journey to the west and one to the east, a machine that is asleep when a lease ends, and a clock
that is set back. After each step, the script compares the output of `gate status` and `practice`,
and the hosts file, with the expected state. Another run of the script is ended by a signal while a
monitor runs, and must leave nothing behind. It prints a line for each day, and exits with status 1
at the first difference.

--program FILE runs FILE instead of the optimised build.
"""

import functools
import glob
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # prevents __pycache__ in scripts/
from exits import exit_at_signals
from moved_gate import HOSTS, TIMEOUT, Difference, Gate


def day(new):
    with new("Europe/Berlin", "2026-11-24 07:00:00") as gate:
        gate.status("locked", False, minutes=0)
        gate.apply("blocked: youtube.com\n")
        gate.status("locked", True, minutes=0)
        gate.clock("2026-11-24 12:00:00")
        gate.practise(12)
        # The lease of the morning ended long ago, and nothing renewed it.
        gate.status("locked", False, minutes=12)
        gate.apply("blocked: youtube.com\n")
        gate.clock("2026-11-24 18:00:00")
        gate.practise(8)
        gate.apply("open until 00:00\n")
        gate.status("unlocked", False, minutes=20, remaining=6 * 3600)
        gate.clock("2026-11-24 23:59:00")
        gate.status("unlocked", False, minutes=20, remaining=60)
        gate.clock("2026-11-25 00:00:00")
        gate.status("locked", False, minutes=0)
        gate.apply("blocked: youtube.com\n")
        gate.status("locked", True, minutes=0)
        gate.days(_2026_11_24=20, _2026_11_25=0)


def midnights(new):
    with new("Europe/Berlin", "2026-11-24 20:00:00") as gate:
        gate.monitor()
        gate.until_blocked(True)
        gate.practise(20)
        gate.until_blocked(False)
        gate.clock("2026-11-24 23:59:58")
        gate.expect("the hosts file", gate.text(), HOSTS)
        gate.until_blocked(True)  # the monitor's clock reaches midnight by itself
        gate.clock("2026-11-25 09:00:00")
        gate.until_blocked(True)
        gate.status("locked", True, minutes=0)
        lower = gate.run("gate", "goal", "set", "practice", "10m").stderr
        if "2026-11-26" not in lower:
            raise Difference(f"an easier goal: {lower!r}")
        gate.practise(15)
        gate.run("gate", "targets", "remove", "youtube.com")
        gate.status("locked", True, minutes=15)
        gate.run("gate", "targets", "add", "youtube.com")
        # The lower goal counts from the next day on.
        gate.clock("2026-11-26 09:00:00")
        gate.practise(10)
        gate.until_blocked(False)
        gate.status("unlocked", False, minutes=10, remaining=15 * 3600)
        # Three days asleep: today has no practice, and yesterday's unlock is over.
        gate.asleep("2026-11-29 09:00:00")
        gate.until_blocked(True)
        gate.status("locked", True, minutes=0)
        gate.days(_2026_11_24=20, _2026_11_25=15, _2026_11_26=10, _2026_11_27=0, _2026_11_29=0)


def daylight_saving(new):
    day_of_23_hours(new)
    day_of_25_hours(new)
    # In Santiago, 2026-09-06 begins at 01:00.
    with new("America/Santiago", "2026-09-05 23:00:00") as gate:
        gate.practise(20)
        gate.apply("open until 01:00\n")
        gate.status("unlocked", False, minutes=20, remaining=3600)
        gate.clock("2026-09-06 01:00:00")
        gate.status("locked", False, minutes=0)
        gate.days(_2026_09_05=20, _2026_09_06=0)


def day_of_23_hours(new):
    # 02:00 becomes 03:00.
    with new("Europe/Berlin", "2026-03-28 23:59:00") as gate:
        gate.practise(2)
        gate.clock("2026-03-29 00:30:00")
        gate.practise(20)
        gate.apply("open until 00:00\n")
        gate.status("unlocked", False, minutes=20, remaining=22 * 3600 + 1800)
        gate.clock("2026-03-29 01:59:59")
        gate.status("unlocked", False, minutes=20, remaining=21 * 3600 + 1)
        gate.clock("2026-03-29 03:00:00")
        gate.practise(3)
        gate.status("unlocked", False, minutes=23, remaining=21 * 3600)
        gate.clock("2026-03-29 23:59:00")
        gate.status("unlocked", False, minutes=23, remaining=60)
        gate.clock("2026-03-30 00:00:00")
        gate.status("locked", False, minutes=0)
        gate.days(_2026_03_28=2, _2026_03_29=23, _2026_03_30=0)


def day_of_25_hours(new):
    # 03:00 becomes 02:00, so 02:30 comes twice.
    with new("Europe/Berlin", "2026-10-25 00:30:00") as gate:
        gate.practise(20)
        gate.apply("open until 00:00\n")
        gate.status("unlocked", False, minutes=20, remaining=24 * 3600 + 1800)
        gate.clock("2026-10-25 02:30:00")
        gate.status("unlocked", False, minutes=20, remaining=22 * 3600 + 1800)
        gate.clock("2026-10-25 02:30:00", fold=1)
        gate.practise(5)
        gate.status("unlocked", False, minutes=25, remaining=21 * 3600 + 1800)
        gate.clock("2026-10-25 23:59:00")
        gate.status("unlocked", False, minutes=25, remaining=60)
        gate.clock("2026-10-26 00:00:00")
        gate.apply("blocked: youtube.com\n")
        gate.days(_2026_10_25=25, _2026_10_26=0)


def journeys(new):
    journey_to_the_west(new)
    journey_to_the_east(new)


def journey_to_the_west(new):
    # The day ends at the midnight of the zone in which it began, and the next day begins at once;
    # no date comes twice.
    with new("Europe/Berlin", "2026-11-24 09:00:00") as gate:
        gate.practise(20)
        gate.monitor()
        gate.status("unlocked", False, minutes=20, remaining=15 * 3600)
        gate.stop()
        gate.travel("America/New_York")
        gate.clock("2026-11-24 12:00:00")
        gate.monitor()
        gate.status("unlocked", False, minutes=20, remaining=6 * 3600)
        gate.apply("open until 18:00\n")
        gate.clock("2026-11-24 18:00:00")
        gate.until_blocked(True)
        gate.status("locked", True, minutes=0)
        gate.clock("2026-11-24 20:00:00")
        gate.practise(20)
        gate.until_blocked(False)
        # That day lasts until the midnight of New York that ends its date.
        gate.status("unlocked", False, minutes=20, remaining=28 * 3600)
        gate.clock("2026-11-25 12:00:00")
        gate.status("unlocked", False, minutes=20, remaining=12 * 3600)
        gate.clock("2026-11-26 00:00:00")
        gate.until_blocked(True)


def journey_to_the_east(new):
    # The day lasts until the midnight of the zone in which it began.
    with new("Europe/Berlin", "2026-11-24 09:00:00") as gate:
        gate.practise(20)
        gate.monitor()
        gate.stop()
        gate.travel("Asia/Tokyo")
        gate.clock("2026-11-25 07:00:00")
        gate.monitor()
        gate.status("unlocked", False, minutes=20, remaining=3600)
        gate.clock("2026-11-25 08:00:00")
        gate.until_blocked(True)
        gate.practise(5)
        gate.status("locked", True)
        gate.clock("2026-11-25 12:00:00")
        gate.practise(20)
        gate.until_blocked(False)
        gate.status("unlocked", False, remaining=12 * 3600)
        gate.clock("2026-11-26 00:00:00")
        gate.until_blocked(True)


def sleep(new):
    # Without a monitor: the block ends after the sleep, by its watcher.
    with new("Europe/Berlin", "2026-11-24 10:00:00") as gate:
        gate.apply("blocked: youtube.com\n")
        gate.until("a watcher", gate.watchers)
        gate.clock("2026-11-24 10:14:00")
        gate.status("locked", True)
        gate.asleep("2026-11-24 12:00:00")
        # The watcher checks every half minute, and whenever a file of the directory changes.
        with open(gate.place.name + "/touched", "w"):
            pass
        gate.until_blocked(False)
        gate.expect("the hosts file", gate.text(), HOSTS)
        gate.status("locked", False)
        gate.until("no watcher", lambda: not gate.watchers())
        # Without monitor and watcher: the next command that may change the hosts file removes the
        # block and prints that.
        gate.apply("blocked: youtube.com\n")
        gate.until("a watcher", gate.watchers)
        for number in gate.watchers():
            os.kill(number, signal.SIGKILL)
        gate.clock("2026-11-24 15:00:00")
        gate.run("gate", "status")
        gate.expect("the block after the status", "0.0.0.0" in gate.text(), True)
        said = gate.run("gate", "targets", "add", "youtube.com").stderr
        if "its lease was over" not in said:
            raise Difference(f"a block after its lease: {said!r}")
        gate.expect("the hosts file", gate.text(), HOSTS)
    # With a monitor: the block continues under a new lease.
    with new("Europe/Berlin", "2026-11-24 10:00:00") as gate:
        gate.monitor()
        gate.until_blocked(True)
        gate.until("a watcher", gate.watchers)
        gate.asleep("2026-11-24 12:00:00")
        gate.until_blocked(True)
        gate.status("locked", True)


def set_back(new):
    # A wrong date for one command: what is played then counts, until the real day begins.
    with new("Europe/Berlin", "2026-11-16 18:00:00") as gate:
        gate.apply("blocked: youtube.com\n")
        gate.clock("2026-11-15 17:50:00")
        gate.apply("blocked: youtube.com\n")
        gate.practise(25)
        gate.apply("open until 00:00\n")
        gate.status("unlocked", False, minutes=25)
        gate.clock("2026-11-16 09:00:00")
        gate.apply("blocked: youtube.com\n")
        gate.status("locked", True, minutes=0)
    # An exit holds for its date, and a forfeited unlock stays so.
    with new("Europe/Berlin", "2026-11-16 12:00:00") as gate:
        gate.apply("blocked: youtube.com\n")
        gate.run("gate", "restore")
        gate.clock("2000-01-01 00:00:00")
        gate.run("gate", "apply")
        gate.clock("2026-11-16 12:05:00")
        gate.apply("open until 00:00\n")
        gate.run("gate", "lock")
        gate.clock("2026-11-16 11:00:00")
        gate.run("gate", "restore")
        gate.apply("open until 00:00\n")
        gate.practise(25)
        gate.apply("open until 00:00\n")
        gate.run("gate", "lock")
        gate.clock("2026-11-12 12:00:00")
        gate.apply("blocked: youtube.com\n")
        gate.clock("2026-11-16 18:05:00")
        gate.apply("blocked: youtube.com\n")


def processes_in(directory, *words):
    """The numbers of the processes with that directory in their environment, and with these
    arguments."""
    found = []
    for path in glob.glob("/proc/[0-9]*"):
        try:
            with open(path + "/environ", "rb") as file:
                environment = file.read()
            with open(path + "/cmdline", "rb") as file:
                arguments = file.read().decode().split("\0")
        except OSError:
            continue
        if directory.encode() in environment and set(words) <= set(arguments):
            found.append(int(path.split("/")[2]))
    return found


def ended(new):
    """Ends a run of this script by a signal, as check.sh does, and looks for what it leaves."""
    with tempfile.TemporaryDirectory() as place:
        run = subprocess.Popen([sys.executable, __file__, "--program", new.args[0]],
                               env=dict(os.environ, TMPDIR=place), stdout=subprocess.DEVNULL)
        try:
            while not processes_in(place, "gate", "monitor"):
                if run.poll() is not None:
                    raise Difference("the run that must be ended has no monitor")
                time.sleep(0.02)
            run.terminate()
            status = run.wait(60)
            end = time.monotonic() + TIMEOUT
            while processes_in(place) and time.monotonic() < end:
                time.sleep(0.02)
            left = [*processes_in(place), *os.listdir(place),
                    *glob.glob(f"/dev/shm/*faketime_{run.pid}_*")]
        finally:
            run.kill()
            for number in processes_in(place):
                os.kill(number, signal.SIGKILL)
        if left or status != 128 + signal.SIGTERM:
            raise Difference(f"status {status}, and this is left: {left}")


# The first one has a monitor from its beginning, for ended().
DAYS = [
    ("midnights with a monitor, and three days asleep", midnights),
    ("a day with practice in two parts", day),
    ("days of 23 and 25 hours, and a missing midnight", daylight_saving),
    ("journeys to the west and to the east", journeys),
    ("asleep at the end of a lease", sleep),
    ("a clock that is set back", set_back),
    ("a run that a signal ends", ended),
]


def main():
    exit_at_signals()
    words = sys.argv[1:]
    program = None
    if words[:1] == ["--program"] and len(words) == 2:
        program = os.path.abspath(words[1])
    elif words:
        print(__doc__.strip())
        sys.exit(0 if words in (["-h"], ["--help"]) else 2)
    libraries = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
    if not libraries:
        sys.exit("gate-days: libfaketime is missing. Install it: apt-get install faketime")
    if program is None:
        os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
        scratch = ["--scratch-path", os.environ["SCRATCH"]] if "SCRATCH" in os.environ else []
        build = ["swift", "build", "-c", "release", *scratch]
        subprocess.run([*build, "--product", "tuner"], check=True, stdout=sys.stderr)
        program = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True,
                                 text=True).stdout.strip() + "/tuner"

    new = functools.partial(Gate, program, libraries[0])
    for name, live in DAYS:
        began = time.monotonic()
        try:
            live(new)
        except Difference as difference:
            line = difference.__traceback__
            while line and line.tb_frame.f_code is not live.__code__:
                line = line.tb_next
            print(f"{name}: line {line.tb_lineno if line else '?'}: {difference}")
            sys.exit(1)
        print(f"{name}: as it should be ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
