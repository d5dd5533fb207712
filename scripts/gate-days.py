#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lives through days with the practice gate, under a clock that libfaketime moves.

usage: scripts/gate-days.py [--program FILE]

The real `tuner` runs with a private hosts file and journal. libfaketime (Debian: faketime) sets the
wall clock and the clock that counts suspension together, as a sleeping machine does; only the waits
between two looks are real. The days: one with practice in parts, a midnight with and without a
monitor, three days asleep, an edit that waits for the next day, the 23 and 25 hours of a change to
and from daylight saving time, a midnight that does not exist, a journey to the west and one to the
east, and a machine that is asleep when a lease ends. After each step, the script compares what
`gate status`, `practice` and the hosts file say with what is true then. It prints a line for each
day, and ends with 1 at the first difference.

--program FILE runs FILE instead of the optimised build.
"""

import datetime
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import zoneinfo

HOSTS = "127.0.0.1 localhost\n"
TIMEOUT = 30.0  # seconds, the longest wait for a process that looks once a second
SITE = "domain:youtube.com"


class Difference(Exception):
    """Something that is not as it should be."""


def crc32c(data):
    """The checksum of a journal line: RFC 3720, section 12.1."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


class Gate:
    """A gate in a directory of its own, with its own clock."""

    def __init__(self, tuner, library, zone, moment, *more):
        # libfaketime adds to the environment of the first process that loads it, and a Swift program
        # then does not find its arguments, which it expects beside the environment. So that process
        # is env.
        self.program = ["/usr/bin/env", tuner]
        self.place = tempfile.TemporaryDirectory()
        self.hosts = self.place.name + "/hosts"
        self.journal = self.place.name + "/data/headstock/practice/journal"
        self.running = None
        with open(self.hosts, "w") as file:
            file.write(HOSTS)
        self.environment = dict(
            os.environ, XDG_DATA_HOME=self.place.name + "/data", LC_ALL="C.UTF-8",
            LD_PRELOAD=library, FAKETIME_TIMESTAMP_FILE=self.place.name + "/clock",
            FAKETIME_NO_CACHE="1")
        self.travel(zone)
        self.clock(moment)
        self.run("gate", "setup", "--yes", "--target", "youtube.com", "--hosts-file", self.hosts,
                 "--goal", "practice=20m", *more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        for number in self.watchers():
            os.kill(number, signal.SIGKILL)
        self.place.cleanup()

    def travel(self, zone):
        self.zone = zoneinfo.ZoneInfo(zone)
        self.environment["TZ"] = zone

    def clock(self, moment, fold=0):
        """Sets the clocks of all processes to a local time; `fold` 1 for the second of two."""
        local = datetime.datetime.fromisoformat(moment).replace(tzinfo=self.zone, fold=fold)
        # One offset for all processes: one that began later must not have an earlier time.
        self.ahead = local.timestamp() - time.time()
        new = self.place.name + "/clock.new"
        with open(new, "w") as file:
            file.write(f"{self.ahead:+.3f}\n")
        os.replace(new, self.place.name + "/clock")

    def now(self):
        return time.time() + self.ahead

    def run(self, *words, status=0):
        done = subprocess.run([*self.program, *words], env=self.environment, capture_output=True,
                              text=True, timeout=600)
        if done.returncode != status:
            raise Difference(f"{' '.join(words)}: status {done.returncode}: {done.stderr}")
        return done

    def practise(self, minutes):
        """Writes a line of the journal that ends now, as the tuner does."""
        start = int((self.now() - minutes * 60) * 1000)
        body = (f'{{"v":1,"start_ms":{start},"ms":{minutes * 60000}'
                f',"practice_ms":{minutes * 60000},"notes":9,"in_tune":9,"tuning":"standard"'
                ',"source":"live","origin":null')
        day = datetime.datetime.fromtimestamp(start / 1000, datetime.timezone.utc).date()
        with open(f"{self.journal}/{day}.jsonl", "a") as file:
            file.write(f'{body},"crc":"{crc32c(body.encode()):08x}"}}\n')

    # What is said, and what is.

    def text(self):
        with open(self.hosts) as file:
            return file.read()

    def section_end(self):
        found = re.search(r"until_ms=(\d+)", self.text())
        return int(found[1]) / 1000 if found else None

    def expect(self, name, found, wanted):
        if found != wanted:
            raise Difference(f"{name}: {found!r} instead of {wanted!r}")

    def status(self, presentation, blocked, minutes=None, remaining=None):
        """Compares the status with what it should be, and with the hosts file."""
        said = json.loads(self.run("gate", "status", "-f", "json").stdout)
        self.expect("presentation", said["presentation"], presentation)
        self.expect("in force", said["in_force"], [SITE] if blocked else [])
        self.expect("the hosts file", "0.0.0.0 youtube.com\n" in self.text(), blocked)
        shut = presentation != "unlocked"
        self.expect("gaps", len(said["not_blocked"]), 1 if shut and not blocked else 0)
        if minutes is not None:
            self.expect("minutes", said["goals"][0]["amount"], minutes)
        if remaining is not None:
            # A command takes time to start, and the clock runs meanwhile.
            left = said["unlock_remaining_s"]
            if left is None or not remaining - 30 <= left <= remaining:
                raise Difference(f"remaining: {left} s instead of {remaining} s")

    def apply(self, output):
        said = self.run("gate", "apply").stdout
        self.expect("apply", said, output)

    def days(self, **wanted):
        """Compares the minutes of dates with the practice that is shown."""
        document = json.loads(self.run("practice", "log", "-f", "json").stdout)
        found = {day["date"]: day["practice_min"] for day in document["days"]}
        for date, minutes in wanted.items():
            self.expect(f"practice of {date}", found.get(date.replace("_", "-")[1:]), minutes)

    def until(self, name, condition):
        end = time.monotonic() + TIMEOUT
        while not condition():
            if time.monotonic() > end:
                raise Difference(f"{name}: not within {TIMEOUT:g} s")
            time.sleep(0.02)

    def until_blocked(self, blocked):
        """Waits until the hosts file has a section with a lease that is not over, or has none."""
        if blocked:
            self.until("blocked", lambda: (self.section_end() or 0) > self.now())
        else:
            self.until("open", lambda: self.text() == HOSTS)

    # Processes.

    def monitor(self):
        self.running = subprocess.Popen([*self.program, "gate", "monitor"], env=self.environment,
                                        stderr=subprocess.PIPE, text=True)
        while "is watched" not in (line := self.running.stderr.readline()):
            if not line:
                raise Difference("the monitor ended at once")

    def stop(self):
        if self.running:
            self.running.send_signal(signal.SIGCONT)
            self.running.terminate()
            self.running.communicate()
            self.running = None

    def watchers(self):
        """The processes that watch the lease of this gate's section."""
        found = []
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                with open(path, "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if b"lease" in words and self.hosts.encode() in words:
                found.append(int(path.split("/")[2]))
        return found

    def asleep(self, moment):
        """Stops all processes, moves the clock, and lets them run again."""
        numbers = self.watchers() + ([self.running.pid] if self.running else [])
        for number in numbers:
            os.kill(number, signal.SIGSTOP)
        self.clock(moment)
        for number in numbers:
            os.kill(number, signal.SIGCONT)
        return numbers


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
    # 23 hours: 02:00 becomes 03:00.
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
    # 25 hours: 03:00 becomes 02:00, so 02:30 comes twice.
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
    # In Santiago, 2026-09-06 begins at 01:00.
    with new("America/Santiago", "2026-09-05 23:00:00") as gate:
        gate.practise(20)
        gate.apply("open until 01:00\n")
        gate.status("unlocked", False, minutes=20, remaining=3600)
        gate.clock("2026-09-06 01:00:00")
        gate.status("locked", False, minutes=0)
        gate.days(_2026_09_05=20, _2026_09_06=0)


def journeys(new):
    # To the west: the day ends at the midnight of the zone in which it began, and the next day
    # begins at once; no date comes twice.
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
    # To the east: the day lasts until the midnight of the zone in which it began.
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
        # The watcher looks every half minute, and whenever a file of the directory changes.
        with open(gate.place.name + "/touched", "w"):
            pass
        gate.until_blocked(False)
        gate.expect("the hosts file", gate.text(), HOSTS)
        gate.status("locked", False)
        gate.until("no watcher", lambda: not gate.watchers())
        # With neither: the next command removes the block, and says so.
        gate.apply("blocked: youtube.com\n")
        gate.until("a watcher", gate.watchers)
        for number in gate.watchers():
            os.kill(number, signal.SIGKILL)
        gate.clock("2026-11-24 15:00:00")
        said = gate.run("gate", "status").stderr
        if "outlived its lease" not in said:
            raise Difference(f"a block after its lease: {said!r}")
        gate.expect("the hosts file", gate.text(), HOSTS)
    # With a monitor: the block goes on, with a new lease.
    with new("Europe/Berlin", "2026-11-24 10:00:00") as gate:
        gate.monitor()
        gate.until_blocked(True)
        gate.until("a watcher", gate.watchers)
        gate.asleep("2026-11-24 12:00:00")
        gate.until_blocked(True)
        gate.status("locked", True)


DAYS = [
    ("a day with practice in two parts", day),
    ("midnights with a monitor, and three days asleep", midnights),
    ("days of 23 and 25 hours, and a missing midnight", daylight_saving),
    ("journeys to the west and to the east", journeys),
    ("asleep at the end of a lease", sleep),
]


def main():
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

    def new(*arguments):
        return Gate(program, libraries[0], *arguments)

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
