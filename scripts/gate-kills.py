#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills the blocking program at critical moments, and counts blocks that outlive their lease.

usage: scripts/gate-kills.py [--program FILE] [COUNT]

Each of COUNT (10 000) trials runs GateKills, a program of the tests, which blocks for 2 s in a
private hosts file. SIGKILL ends it at one of these moments, in turn: right after it has written the
section, right before it writes the section, as soon as the new file has a name, as soon as the
section is in the file, and up to 40 ms after the start. Each block must be gone one second after
its lease. The script ends with 1 when a block remains or a hosts file is damaged.

--program FILE runs FILE instead of the optimised build.
"""

import ctypes
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time

LEASE = 2
GRACE = 1.0  # the time in seconds that a block may outlast its lease
ORIGINAL = b"127.0.0.1 localhost\n"

libc = ctypes.CDLL(None, use_errno=True)
IN_MOVED_TO, IN_CREATE = 0x80, 0x100
AIMS = ["behind", "before", IN_CREATE, IN_MOVED_TO, None]


class Trial:
    """One block whose program is killed."""

    def __init__(self, program, directory, number, aim, delay):
        self.place = os.path.join(directory, str(number))
        os.mkdir(self.place)
        self.hosts = os.path.join(self.place, "hosts")
        with open(self.hosts, "wb") as file:
            file.write(ORIGINAL)
        isSeen = aim in (IN_CREATE, IN_MOVED_TO)
        if isSeen:
            watch = libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
            if watch < 0:
                raise SystemExit("gate-kills: no more watches of directories: raise "
                                 "fs.inotify.max_user_instances, or end other watchers.")
            libc.inotify_add_watch(watch, self.place.encode(), aim)
        words = [program, "block", self.hosts, str(LEASE)] + [aim] * isinstance(aim, str)
        process = subprocess.Popen(["nice", "-n", "10", *words], stderr=subprocess.DEVNULL)
        if isSeen:
            # The lock of the watcher is created earlier.
            while select.select([watch], [], [], 30)[0]:
                if aim == IN_MOVED_TO or b".headstock-" in os.read(watch, 4096):
                    break
            os.close(watch)
        elif aim is None:
            time.sleep(delay)
        else:
            process.wait()
        process.send_signal(signal.SIGKILL)
        self.wasKilled = process.wait() == -signal.SIGKILL
        self.killed = time.monotonic()
        with open(self.hosts, "rb") as file:
            self.blocked = file.read() != ORIGINAL

    def isDue(self):
        return time.monotonic() > self.killed + LEASE + GRACE

    def verdict(self):
        with open(self.hosts, "rb") as file:
            text = file.read()
        if text == ORIGINAL:
            for name in os.listdir(self.place):
                os.unlink(os.path.join(self.place, name))
            os.rmdir(self.place)
            return "ended"
        return "left" if text.endswith(ORIGINAL) and text.startswith(b"# BEGIN") else "torn"


def main():
    words = sys.argv[1:]
    program = None
    if words[:1] == ["--program"] and len(words) > 1:
        program, words = words[1], words[2:]
    if words in (["-h"], ["--help"]) or len(words) > 1 or (words and not words[0].isdigit()):
        print(__doc__.strip())
        sys.exit(0 if words in (["-h"], ["--help"]) else 2)
    count = int(words[0]) if words else 10_000
    if program is None:
        os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
        build = ["swift", "build", "-c", "release"]
        subprocess.run([*build, "--product", "GateKills"], check=True, stdout=sys.stderr)
        program = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True,
                                 text=True).stdout.strip() + "/GateKills"
    # On one processor the program waits while this script runs, so that the signal arrives in time.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    chance = random.Random(20261125)
    with tempfile.TemporaryDirectory() as directory:
        running, figures = [], {"ended": 0, "left": 0, "torn": 0}
        killed = blocked = number = leftovers = 0
        while killed < count or running:
            due = [trial for trial in running if trial.isDue()]
            for trial in due:
                leftovers += sum(name.startswith(".headstock-") for name in os.listdir(trial.place))
                figures[trial.verdict()] += 1
                running.remove(trial)
            if killed < count:
                trial = Trial(program, directory, number, AIMS[number % len(AIMS)], chance.uniform(0, 0.04))
                killed += trial.wasKilled
                blocked += trial.blocked
                running.append(trial)
                number += 1
            elif running:
                time.sleep(0.01)
    print(f"{number} blocks, {killed} killed, {blocked} with a section then: {figures['left']} outlived"
          f" their lease by {GRACE:g} s, {figures['torn']} torn, {leftovers} temporary files left")
    sys.exit(1 if figures["left"] or figures["torn"] else 0)


if __name__ == "__main__":
    main()
