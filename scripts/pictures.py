#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/pictures.py [--tuner PROGRAM] [DIRECTORY]

Renews the pictures of README.md, in docs/pictures or in DIRECTORY, from a recording of the set
guitarsounds:

  tuner.svg      the screen of `tuner live` in tmux, while it names the string, with history and
                 spectrum
  strum.svg      the screen of `tuner live --strum` in tmux, after a synthetic stroke
  analysis.svg   the picture of `tuner analyze --plot`
  practice.svg   the picture of `tuner practice status --svg`, after a week of practice

Exit status: 0 all are made, 1 a screen never showed a string, 2 a program or the set is missing.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import wave
from xml.sax.saxutils import escape

sys.dont_write_bytecode = True  # keeps the folder of the next two imports clean
from display import Terminal
from live import stroke, wav

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RECORDING = "Wood_A5.wav"
# The rounds of all recordings that are practised on each day of the week; the last is today.
ROUNDS = [3, 0, 2, 4, 3, 1, 2]
# The deviations of the strings in the synthetic stroke, from low to high, in cents.
STROKE = [2, -3, -12.3, 1, 30, -2]
COLUMNS = 80
CELL_WIDTH, CELL_HEIGHT, MARGIN = 9, 19, 14
PAPER, INK = "#15181d", "#d5d9e0"
COLORS = ["#3a3f4b", "#f0716b", "#5fcf80", "#e6b450", "#6cb2f7", "#c792ea", "#56c8d8", "#d5d9e0"]
# Block characters as rectangles: x, y, width and height in cells, and opacity.
BLOCKS = {
    "█": (0, 0, 1, 1, 1), "▀": (0, 0, 1, .5, 1), "▄": (0, .5, 1, .5, 1), "▌": (0, 0, .5, 1, 1),
    "▐": (.5, 0, .5, 1, 1), "░": (0, 0, 1, 1, .25), "▒": (0, 0, 1, 1, .5), "▓": (0, 0, 1, 1, .75),
    "▁": (0, .875, 1, .125, 1), "▂": (0, .75, 1, .25, 1), "▃": (0, .625, 1, .375, 1),
    "▅": (0, .375, 1, .625, 1), "▆": (0, .25, 1, .75, 1), "▇": (0, .125, 1, .875, 1),
}
# The arms of a line from the middle of its cell: left, right, up, down.
LINES = {"─": "lr", "│": "ud", "┼": "lrud", "├": "rud", "┤": "lud", "┴": "lru", "┬": "lrd",
         "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu"}


class Style:
    """The style with which a terminal draws the next characters."""

    def __init__(self):
        self.bold = self.faint = self.reverse = False
        self.ink, self.paper = INK, PAPER

    def take(self, codes):
        numbers = [int(code or 0) for code in codes.split(";")]
        while numbers:
            code = numbers.pop(0)
            if code == 0:
                self.__init__()
            elif code in (1, 2, 7):
                setattr(self, {1: "bold", 2: "faint", 7: "reverse"}[code], True)
            elif code == 39:
                self.ink = INK
            elif code == 49:
                self.paper = PAPER
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.ink = COLORS[code % 10]
            elif 40 <= code <= 47:
                self.paper = COLORS[code % 10]

    def drawn(self):
        ink, paper = (self.paper, self.ink) if self.reverse else (self.ink, self.paper)
        return ink, paper, self.bold, self.faint


def cells(screen):
    """The characters of a screen with their styles, row by row."""
    style = Style()
    for line in screen.rstrip("\n").split("\n"):
        row = []
        for escape_codes, character in re.findall(r"\x1b\[([0-9;]*)m|([^\x1b])", line):
            if character:
                row.append((character, style.drawn()))
            else:
                style.take(escape_codes)
        yield row


def runs(row):
    """Runs of adjacent characters with one style: column, text, style."""
    def way(character):
        return character if character in BLOCKS else "line" if character in LINES else "text"

    start = 0
    for end in range(1, len(row) + 1):
        if end == len(row) or (row[end][1], way(row[end][0])) != (
                row[start][1], way(row[start][0])):
            yield start, "".join(character for character, _ in row[start:end]), row[start][1]
            start = end


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rectangle(column, line, width, height, fill, opacity=1.0):
    opacity = "" if opacity == 1 else f' fill-opacity="{number(opacity)}"'
    return (f'<rect x="{number(MARGIN + column * CELL_WIDTH)}"'
            f' y="{number(MARGIN + line * CELL_HEIGHT)}" width="{number(width * CELL_WIDTH)}"'
            f' height="{number(height * CELL_HEIGHT)}" fill="{fill}"{opacity}/>')


def strokes(column, line, text, ink, faint):
    """The lines of a frame or a scale, through the middles of their cells."""
    path = []
    for offset, character in enumerate(text):
        x = MARGIN + (column + offset + .5) * CELL_WIDTH
        y = MARGIN + (line + .5) * CELL_HEIGHT
        for arm in LINES[character]:
            dx, dy = {"l": (-.5, 0), "r": (.5, 0), "u": (0, -.5), "d": (0, .5)}[arm]
            path.append(f"M{number(x)} {number(y)}l{number(dx * CELL_WIDTH)}"
                        f" {number(dy * CELL_HEIGHT)}")
    opacity = ' stroke-opacity=".6"' if faint else ""
    return f'<path d="{"".join(path)}" stroke="{ink}"{opacity}/>'


def words(column, line, text, ink, bold, faint):
    """Text of a fixed width, so that columns align in any font."""
    shapes = []
    for match in re.finditer(r"\S+(?: \S+)*", text):
        x, count = MARGIN + (column + match.start()) * CELL_WIDTH, len(match.group())
        weight = ' font-weight="700"' if bold else ""
        opacity = ' fill-opacity=".6"' if faint else ""
        shapes.append(
            f'<text x="{number(x)}" y="{number(MARGIN + (line + .74) * CELL_HEIGHT)}" fill="{ink}"'
            f' textLength="{count * CELL_WIDTH}" lengthAdjust="spacingAndGlyphs"{weight}{opacity}>'
            f"{escape(match.group())}</text>")
    return shapes


def picture(screen, title, rows):
    """A screen as SVG, drawn cell by cell."""
    width, height = 2 * MARGIN + COLUMNS * CELL_WIDTH, 2 * MARGIN + rows * CELL_HEIGHT
    shapes = []
    for line, row in enumerate(cells(screen)):
        for column, text, (ink, paper, bold, faint) in runs(row):
            if paper != PAPER:
                shapes.append(rectangle(column, line, len(text), 1, paper))
            if text[0] in BLOCKS:
                x, y, part, rise, opacity = BLOCKS[text[0]]
                opacity *= .6 if faint else 1
                span = len(text) if part == 1 else part
                shapes.append(rectangle(column + x, line + y, span, rise, ink, opacity))
            elif text[0] in LINES:
                shapes.append(strokes(column, line, text, ink, faint))
            else:
                shapes += words(column, line, text, ink, bold, faint)
    body = "\n".join(shapes)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" font-size="14"'
            ' font-family="ui-monospace, DejaVu Sans Mono, monospace" stroke-width="1.2"'
            f' shape-rendering="crispEdges"><title>{escape(title)}</title>\n'
            f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>\n{body}\n</svg>\n')


def screenshot(tuner, arguments, directory, rows, needed, wanted):
    """The tuner's screen after it showed the needed texts; None if it never did."""
    terminal = Terminal(directory, columns=COLUMNS, rows=rows)
    try:
        terminal.start(
            [tuner, "live", *arguments],
            {"XDG_CONFIG_HOME": directory, "XDG_RUNTIME_DIR": directory, "LC_ALL": "C.UTF-8",
             "LANG": "C.UTF-8", "TERM": "xterm-256color"})
        if not terminal.until(*needed):
            return None
        # Waits until the partials were measured for a while.
        terminal.until(*wanted)
        return terminal.screen("-e")
    finally:
        terminal.close()


def practise(tuner, recordings, directory, path):
    """Journals the recordings as a week of practice, and writes the picture of that week."""
    environment = {**os.environ, "XDG_CONFIG_HOME": directory, "XDG_DATA_HOME": directory,
                   "XDG_STATE_HOME": directory, "TZ": "UTC"}

    def run(*arguments):
        done = subprocess.run([tuner, *arguments], env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"pictures.py: tuner {arguments[0]} failed: {done.stderr}")

    sound = b""
    for name in sorted(os.listdir(recordings)):
        if name.endswith(".wav"):
            with wave.open(os.path.join(recordings, name)) as file:
                parameters = file.getparams()
                sound += file.readframes(file.getnframes())
    hosts = os.path.join(directory, "hosts")
    with open(hosts, "w", encoding="ascii") as file:
        file.write("127.0.0.1 localhost\n")
    run("gate", "setup", "--yes", "--hosts-file", hosts, "--target", "youtube.com",
        "--goal", "practice=4m")
    now = time.time()
    noon = now // 86_400 * 86_400 + 43_200
    # The journal counts the same sound once, so each day begins at another second of it.
    second = parameters.framerate * parameters.nchannels * parameters.sampwidth
    for day, rounds in enumerate(ROUNDS):
        recording = os.path.join(directory, f"{day}.wav")
        with wave.open(recording, "wb") as file:
            file.setparams(parameters)
            file.writeframes((sound[day * second:] + sound[:day * second]) * rounds)
        # The journal dates a recording by the last change of its file.
        moment = min(noon - 86_400 * (len(ROUNDS) - 1 - day), now - 60)
        os.utime(recording, (moment, moment))
        if rounds:
            run("analyze", "-q", "--practice", recording)
    run("practice", "status", "--svg", path)


def draw_screens(tuner, recording, directory, pictures):
    """Draws the screens of one string and of a stroke; returns the name of one that shows no
    string, or None."""
    played = wav(os.path.join(directory, "stroke.wav"), stroke(STROKE))
    for name, title, rows, arguments, needed, wanted in [
            ("tuner", "tuner live: an open A string, in tune", 27, ["--input", recording],
             [r"in tune .*\d", r"A4 440 Hz"],
             [r"in tune [−+]\d", r"± 0\.[12]\d* cents", r"\[A2\]✓"]),
            ("strum", "tuner live --strum: one needle a string; D3 is flat", 18,
             ["--strum", "--input", played], [r"−12\.3", r"A4 440 Hz"],
             [r"the others are in tune"])]:
        # The texts are on the screen for a moment only, which a busy machine may miss.
        screens = (screenshot(tuner, arguments, directory, rows, needed, wanted)
                   for _ in range(3))
        screen = next(filter(None, screens), None)
        if screen is None:
            return name
        with open(os.path.join(pictures, f"{name}.svg"), "w", encoding="utf-8") as file:
            file.write(picture(screen, title, rows))
    return None


def main():
    if "-h" in sys.argv or "--help" in sys.argv:
        print(__doc__.strip())
        return 0
    parser = argparse.ArgumentParser()
    parser.add_argument("--tuner", default=os.path.join(ROOT, ".build/release/tuner"))
    parser.add_argument("directory", nargs="?", default=os.path.join(ROOT, "docs/pictures"))
    arguments = parser.parse_args()
    tuner = os.path.abspath(arguments.tuner)
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    recordings = os.path.join(cache, "headstock/datasets/guitarsounds")
    for there, remedy in [
            (shutil.which("tmux"), "tmux is missing. Run: scripts/setup.sh --tests"),
            (os.access(tuner, os.X_OK), f"{tuner} is missing. Run: swift build -c release"),
            (os.path.exists(os.path.join(recordings, RECORDING)),
             "the recordings are missing. Run: tuner-bench datasets fetch guitarsounds")]:
        if not there:
            print(f"pictures.py: {remedy}", file=sys.stderr)
            return 2
    pictures = os.path.abspath(arguments.directory)
    os.makedirs(pictures, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        missing = draw_screens(tuner, os.path.join(recordings, RECORDING), directory, pictures)
        if missing:
            print(f"pictures.py: {missing}.svg: the screen shows no string", file=sys.stderr)
            return 1
        # Runs in the recording's directory, so that the picture's title is the bare file name.
        subprocess.run(
            [tuner, "analyze", "-q", "--plot", os.path.join(pictures, "analysis.svg"), RECORDING],
            check=True, cwd=recordings, stdout=subprocess.DEVNULL,
            env={**os.environ, "XDG_CONFIG_HOME": directory})
        practice = os.path.join(directory, "practice")
        os.mkdir(practice)
        practise(tuner, recordings, practice, os.path.join(pictures, "practice.svg"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
