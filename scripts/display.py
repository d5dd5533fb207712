#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/display.py [--tuner PROGRAM] [--keep DIRECTORY] [--only CHECK]… RECORDING

Tests the full-screen tuner in tmux: presses its keys and reads its screen, while the tuner listens
to RECORDING, an open low E string.

  shows      note, deviation, strings and keys, in 80×24, 40×8, without colour and in ASCII
  obeys      keys for lock, automatic, every string, chromatic, tunings, settings, A4, hold and
             help; pasted text has no effect; the choices are in the settings file afterwards
  resizes    to 1×1 and back
  restores   the screen and the terminal's mode after q, Ctrl-C, SIGTERM, SIGHUP and a crash; Ctrl-Z
             restores both too, and fg starts the display again; a stop that is taken back at once
             leaves no stopped program behind
  stalls     in a terminal that nobody reads, and still ends at SIGTERM, with the mode restored
  speaks     one line for each change with --screen-reader; keys act without Enter and without an
             echo, and the terminal's mode is restored
  costs      of an optimised program in 120×40 at 60 updates a second: at most 5 % of a core, and
             4 ms for a picture at the 99th percentile

--keep writes the screens to DIRECTORY as text with colours.

Exit status: 0 every check passed, 1 a check failed, 2 tmux or the program is missing.
"""

import argparse
import fcntl
import json
import math
import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import wave

sys.dont_write_bytecode = True  # prevents __pycache__ in scripts/
import pseudo_terminal

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TIMEOUT = 20.0  # seconds until a text must be on the screen
CHECKS = ["shows", "obeys", "resizes", "restores", "stalls", "speaks", "costs"]
# A sequence that sets a colour: of the text or behind it, one of 8, 16 or 256, or any.
COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:[34][0-8]|9[0-7]|10[0-7])[;m]")
failures = []


def expect(holds, text):
    print(f"display: {'ok  ' if holds else 'MISS'} {text}", file=sys.stderr, flush=True)
    if not holds:
        failures.append(text)


class Terminal:
    """A terminal of a private tmux server, apart from any other tmux of the user."""

    def __init__(self, directory, columns=80, rows=24):
        self.directory = directory
        self.starts = 0
        self.socket = None
        self.size = ["-x", str(columns), "-y", str(rows)]

    def tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-S", self.socket, "-f", "/dev/null", *arguments],
            capture_output=True, text=True, check=False).stdout

    def start(self, command, environment):
        # A server that is about to end would end a new session too, so each start has its own
        # server.
        self.close()
        self.starts += 1
        self.socket = os.path.join(self.directory, f"tmux{self.starts}")
        settings = [f"{name}={value}" for name, value in environment.items()]
        words = " ".join(shlex.quote(word) for word in ["env", *settings, *command])
        # The output of a shell after the program shows that the terminal works again.
        self.tmux("new-session", "-d", *self.size, "/bin/sh")
        self.tmux("set-option", "-g", "status", "off")
        self.tmux("send-keys", "PS1=ready%; clear; stty -a > before", "Enter")
        self.until("ready%")
        self.tmux("send-keys", "-l", f"{words}; echo ended $?")
        self.tmux("send-keys", "Enter")

    def screen(self, *options):
        return self.tmux("capture-pane", "-p", *options)

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def until(self, *texts, absent=()):
        """Reads the screen until it shows all texts; returns that screen, or None after TIMEOUT."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            screen = self.screen()
            if all(re.search(text, screen) for text in texts) and not any(
                    re.search(text, screen) for text in absent):
                return screen
            time.sleep(0.02)
        print(self.screen(), file=sys.stderr)
        return None

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def process(self, name):
        """The process of the program in the terminal."""
        pane = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        found = subprocess.run(["pgrep", "-P", pane, "-x", name], capture_output=True, text=True,
                               check=False).stdout.split()
        return int(found[0]) if found else None

    def close(self):
        if self.socket:
            self.tmux("kill-server")


class Checks:
    def __init__(self, tuner, recording, directory, keep):
        self.tuner, self.recording, self.directory, self.keep = tuner, recording, directory, keep
        self.environment = {
            "XDG_CONFIG_HOME": os.path.join(directory, "config"), "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        self.terminal = Terminal(directory)

    def start(self, *options, **environment):
        self.terminal.start([self.tuner, "live", "--input", self.recording, *options],
                            {**self.environment, **environment})

    def keep_screen(self, name):
        if self.keep:
            with open(os.path.join(self.keep, name + ".ansi"), "w", encoding="utf-8") as file:
                file.write(self.terminal.screen("-e"))

    def quit(self, status=0):
        self.terminal.press("q")
        expect(self.terminal.until(f"ended {status}"), f"q gives the screen back, status {status}")

    def shows(self):
        for columns, rows, options, environment in [
                (80, 24, [], {}), (40, 8, [], {}), (120, 40, [], {}),
                (80, 24, ["--color", "never"], {}), (80, 24, [], {"NO_COLOR": "1"}),
                (80, 24, [], {"LC_ALL": "C", "LANG": "C"}),
                (80, 24, ["--language", "de"], {})]:
            self.terminal.size = ["-x", str(columns), "-y", str(rows)]
            self.start(*options, **environment)
            screen = self.terminal.until(r"\[E2\]", r"A4 440 Hz")
            label = f"{columns}×{rows} {' '.join(options)} {environment or ''}".strip()
            expect(screen, f"shows the string it hears in {label}")
            self.keep_screen(re.sub(r"[^0-9A-Za-z]+", "-", label))
            if "never" in options or "NO_COLOR" in environment:
                expect(not COLOUR.search(self.terminal.screen("-e")),
                       f"shows no colour in {label}")
            if environment.get("LC_ALL") == "C":
                expect(self.terminal.screen().isascii(), "shows ASCII where nothing else can be shown")
            self.quit()
        self.terminal.size = ["-x", "80", "-y", "24"]

    def obeys(self):
        self.start()
        terminal = self.terminal
        expect(terminal.until(r"automatic", r"\[E2\]"), "begins with the nearest string")
        for keys, texts, what in [
                (["5"], ["string 5 locked"], "5 locks a string"),
                (["a"], ["automatic"], "a finds the string by itself"),
                (["c"], ["chromatic"], "c takes any note"),
                (["a"], ["automatic"], "a again"),
                (["e"], ["all strings", "6 E2", "5 A2", "1 E4"], "e takes every string"),
                (["e"], ["automatic"], "e goes back to one"),
                (["?"], ["Keys", "quit"], "? shows the keys"),
                (["x"], ["automatic"], "any key leads back"),
                (["Up"], ["A4 441 Hz"], "up raises A4"),
                (["Down"], ["A4 440 Hz"], "down lowers it"),
                (["Space"], ["Frozen"], "space freezes the picture"),
                (["Space"], ["automatic"], "and goes on"),
                (["c"], ["chromatic"], "c before the choice of a tuning"),
                (["t"], ["Choose a tuning", "> Standard"], "t lists the tunings"),
                (["Down", "Enter"], ["Drop D", "D2", "automatic"],
                 "Enter chooses one, and its strings"),
                (["o"], ["Settings", "In tune within"], "o shows the settings"),
                (["Down", "Down", "Right"], ["> In tune within +± 15 cents"], "right changes one"),
                (["Left", "Left"], ["> In tune within +± 5 cents"], "left changes it back and on"),
                (["Escape"], ["Drop D", "automatic"], "Escape leads back"),
        ]:
            for key in keys:
                terminal.press(key)
            expect(terminal.until(*texts), what)
            self.keep_screen(what.replace(" ", "-"))
        terminal.tmux("set-buffer", "q5t")
        terminal.tmux("paste-buffer", "-p")
        terminal.press("3")
        expect(terminal.until("string 3 locked"), "pasted text presses no key")
        self.quit()
        with open(os.path.join(self.directory, "config", "tuner", "settings.json"),
                  encoding="utf-8") as file:
            kept = json.load(file)
        expect(kept.get("selectedTuningID") == "drop_d" and kept.get("tolerance") == 5,
               "what was chosen is kept")
        shutil.rmtree(os.path.join(self.directory, "config"))

    def resizes(self):
        self.start()
        self.terminal.until(r"\[E2\]")
        for columns, rows in [(1, 1), (200, 60), (3, 2), (80, 24)]:
            self.terminal.resize(columns, rows)
            time.sleep(0.05)
        expect(self.terminal.until(r"A4 440 Hz", r"1 E4"), "a terminal of 1×1 and back is drawn anew")
        self.quit()

    def restores(self):
        terminal = self.terminal
        for what, end, status in [
                ("Ctrl-C", lambda: terminal.press("C-c"), 130),
                ("SIGTERM", lambda: self.signal("TERM"), 130),
                ("SIGHUP", lambda: self.signal("HUP"), 130),
                ("a crash", lambda: self.signal("SEGV"), 139)]:
            self.start()
            terminal.until(r"A4 440 Hz")
            end()
            screen = terminal.until(f"ended {status}")
            expect(screen and "A4 440" not in screen, f"{what} gives the screen back, {status}")
            terminal.press("stty -a > after", "Enter")
            terminal.press("cmp before after && echo as before", "Enter")
            expect(terminal.until("(?m)^(ready%)?as before"), f"{what} gives the terminal's mode back")
        self.start()
        terminal.until(r"A4 440 Hz")
        terminal.press("C-z")
        expect(terminal.until("Stopped", absent=["A4 440 Hz"]), "Ctrl-Z gives the screen back")
        terminal.press("fg", "Enter")
        expect(terminal.until(r"A4 440 Hz"), "and fg takes it again")
        terminal.press("q")
        expect(terminal.until("(?m)^ready%$|ended"), "and q still ends")
        self.continues()

    def continues(self):
        reader, terminal = pseudo_terminal.make(rows=24, columns=80)
        process = pseudo_terminal.start([self.tuner, "live", "--input", self.recording], terminal)
        os.close(terminal)
        os.read(reader, 1)
        pseudo_terminal.drain(reader)
        for _ in range(100):
            process.send_signal(signal.SIGTSTP)
            process.send_signal(signal.SIGCONT)
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        status = pseudo_terminal.status(process, TIMEOUT)
        expect(status == 130,
               f"SIGCONT right after SIGTSTP leaves a program that runs, status {status}")

    def signal(self, name):
        process = self.terminal.process("tuner")
        subprocess.run(["kill", f"-{name}", str(process)], check=False)

    def stalls(self):
        reader, terminal = pseudo_terminal.make(rows=60, columns=200)
        before = termios.tcgetattr(terminal)
        process = pseudo_terminal.start([self.tuner, "live", "--input", self.recording], terminal)

        def waiting():
            return struct.unpack("i", fcntl.ioctl(reader, termios.FIONREAD, bytes(4)))[0]

        # A signal that draws the screen anew fills the terminal's buffer in a few pictures.
        counts = [0]
        while len(counts) < 10 or counts[-10] != counts[-1] or not counts[-1]:
            if counts[-1]:
                process.send_signal(signal.SIGWINCH)
            time.sleep(0.1)
            counts.append(waiting())
        process.send_signal(signal.SIGTERM)
        status = pseudo_terminal.status(process, TIMEOUT)
        expect(status == 130 and termios.tcgetattr(terminal) == before,
               f"SIGTERM ends it in a terminal that nobody reads ({counts[-1]} bytes wait there), "
               f"status {status}, and gives the terminal's mode back")
        os.close(terminal)
        os.close(reader)

    def speaks(self):
        self.start("--screen-reader", "--seconds", "12")
        screen = self.terminal.until("E2, (in tune|[0-9]+ cents? (flat|sharp))", "ended 0")
        expect(screen, "--screen-reader says each change as a line")
        lines = [line for line in (screen or "").splitlines() if line.strip()]
        expect(all(a != b for a, b in zip(lines, lines[1:])), "and none of them twice")
        self.start("--screen-reader")
        self.terminal.until("(?m)^E2, ")
        self.terminal.press("3")
        expect(self.terminal.until("(?m)^string 3 locked"), "3 locks a string without Enter")
        self.terminal.press("Up")
        expect(self.terminal.until("(?m)^A4 441 Hz"), "up says A4, and keys have no echo")
        self.terminal.press("Down")
        self.quit()
        self.terminal.press("stty -a > after", "Enter")
        self.terminal.press("cmp before after && echo as before", "Enter")
        expect(self.terminal.until("(?m)^(ready%)?as before"), "q gives the terminal's mode back")

    def costs(self):
        self.terminal.size = ["-x", "120", "-y", "40"]
        self.start("--rate", "60", "--verbose")
        self.terminal.until(r"\[E2\]")
        process = self.terminal.process("tuner")
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            before = file.read().rsplit(")", 1)[1].split()
        began = time.monotonic()
        time.sleep(3)
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            after = file.read().rsplit(")", 1)[1].split()
        ticks = sum(int(after[i]) - int(before[i]) for i in (11, 12))
        share = 100 * ticks / os.sysconf("SC_CLK_TCK") / (time.monotonic() - began)
        # SwiftPM's directory of an unoptimised build is named `debug`.
        is_release = os.path.basename(os.path.dirname(os.path.realpath(self.tuner))) != "debug"
        expect(share <= 5 or not is_release,
               f"{share:.1f} % of a core with the display on at 120×40 and 60 updates a second"
               + ("" if is_release else " (unoptimised, not judged)"))
        self.quit()
        found = re.search(r"(\d+) pictures; built and written in ([0-9.]+) ms", self.terminal.screen())
        expect(found and (float(found[2]) <= 4 or not is_release),
               f"pictures are built and written in {found and found[2]} ms at the 99th percentile")


def repeat(recording, path, seconds=120):
    """Writes the recording repeatedly, so that the sound lasts while keys are pressed."""
    with wave.open(recording) as source, wave.open(path, "wb") as target:
        target.setparams(source.getparams())
        frames = source.readframes(source.getnframes())
        length = source.getnframes() / source.getframerate()
        for _ in range(math.ceil(seconds / length)):
            target.writeframes(frames)
    return path


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tuner", default=os.path.join(ROOT, ".build", "release", "tuner"))
    parser.add_argument("--keep")
    parser.add_argument("--only", action="append", choices=CHECKS)
    parser.add_argument("recording")
    options = parser.parse_args()
    for program in ["tmux", "pgrep", options.tuner]:
        if not shutil.which(program):
            print(f"display: {program} is missing", file=sys.stderr)
            return 2
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="headstock display ") as directory:
        os.chdir(directory)
        recording = os.path.abspath(os.path.join(ROOT, options.recording))
        checks = Checks(os.path.abspath(os.path.join(ROOT, options.tuner)),
                        repeat(recording, os.path.join(directory, "playing.wav")), directory,
                        options.keep and os.path.abspath(os.path.join(ROOT, options.keep)))
        try:
            for check in options.only or CHECKS:
                getattr(checks, check)()
        finally:
            checks.terminal.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
