# SPDX-License-Identifier: MIT
"""Runs the practice gate under a clock that libfaketime moves, for gate-days.py."""

import atexit
import ctypes
import datetime
import glob
import json
import os
import re
import secrets
import signal
import struct
import subprocess
import tempfile
import time
import zoneinfo

from journal_checksum import crc32c

HOSTS = "127.0.0.1 localhost\n"
TIMEOUT = 30.0  # seconds, the longest wait for a process that looks once a second
SITE = "domain:youtube.com"


class Difference(Exception):
    """A difference from the expected state."""


# The files in /dev/shm that exist now. A gate that could not be made leaves some.
_files = set()


def remove_shared_memory():
    """Removes the files of all programs, which have ended."""
    while _files:
        os.unlink(_files.pop())


atexit.register(remove_shared_memory)


def shared_memory():
    """Makes the semaphore and the memory that libfaketime shares among a program and its children.

    Left to itself, libfaketime names both by the number of the first process. If an earlier process
    of that number has left its own, none are made; the first child then makes some, and adds their
    names to its environment. A Swift program that expects its arguments beside the environment does
    not find them any more.

    Returns their names, as libfaketime passes them on.
    """
    name = f"faketime_{os.getpid()}_{secrets.token_hex(8)}"
    semaphore = ctypes.CDLL(None, use_errno=True).sem_open
    semaphore.restype = ctypes.c_void_p
    if not semaphore(f"/{name}".encode(), os.O_CREAT | os.O_EXCL, 0o600, 1):
        raise OSError(ctypes.get_errno(), f"no semaphore {name}")
    _files.add(f"/dev/shm/sem.{name}")
    # Two counters, and the moment of the start by each clock; -1 ns: not known yet.
    with open(f"/dev/shm/{name}", "xb") as file:
        _files.add(f"/dev/shm/{name}")
        file.write(struct.pack("qqqq", 0, 0, 0, -1).ljust(4096, b"\0"))
    return f"/{name} /{name}"


class Gate:
    """A gate in a private directory, with its own clock."""

    def __init__(self, tuner, library, zone, moment, *more):
        self.program = tuner
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
        remove_shared_memory()
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

    def variables(self):
        """The environment of one program: a killed one must not hold the semaphore of another."""
        return {**self.environment, "FAKETIME_SHARED": shared_memory()}

    def run(self, *words, status=0):
        done = subprocess.run([self.program, *words], env=self.variables(), capture_output=True,
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
            file.write(f'{body},"crc":"{crc32c(body.encode())}"}}\n')

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
                raise Difference(f"{name}: not within {TIMEOUT:g} s\n{self.account()}")
            time.sleep(0.02)

    def account(self):
        """Ends the monitor, and returns what is needed to explain a difference."""
        lines = [f"the clock: {self.now():.3f}", f"the hosts file: {self.text()!r}",
                 f"watchers: {len(self.watchers())}"]
        if self.running:
            self.running.terminate()
            try:
                said = self.running.communicate(timeout=TIMEOUT)[1]
            except subprocess.TimeoutExpired:
                self.running.kill()
                said = "(it does not end) " + self.running.communicate()[1]
            lines.append(f"the monitor: {said}")
            self.running = None
        lines.append(f"the status: {self.run('gate', 'status', '-f', 'json').stdout}")
        return "\n".join(lines)

    def until_blocked(self, blocked):
        """Waits until the hosts file has a section with a lease that is not over, or has none."""
        if blocked:
            self.until("blocked", lambda: (self.section_end() or 0) > self.now())
        else:
            self.until("open", lambda: self.text() == HOSTS)

    # Processes.

    def monitor(self):
        self.running = subprocess.Popen([self.program, "gate", "monitor"], env=self.variables(),
                                        stderr=subprocess.PIPE, text=True)
        while "monitor is running" not in (line := self.running.stderr.readline()):
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
