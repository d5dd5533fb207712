#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the pages of `tuner analyze --html` in Debian's headless Chromium, from files and over
HTTP.

Usage: scripts/analysis-page.py [--tuner PROGRAM] [--pictures DIRECTORY]

  --tuner PROGRAM        the program, .build/release/tuner by default
  --pictures DIRECTORY   also writes screenshots of both pages

Checks that the cursor follows the sound, that the player has all of a recording, that the sounds
beside a page of several recordings play, that the index shows note, cents and verdict, and that no
directory of this machine is on a page. Each check prints one line. Playwright comes from PyPI, in a
pinned version, into .build/web-tools. Exit status: 0 all checks passed, 1 one failed, 2 a tool is
missing.
"""

import argparse
import functools
import http.server
import importlib
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

from web_signals import write_melody

browser_checks = importlib.import_module("web-browser")
ROOT = pathlib.Path(__file__).resolve().parent.parent
# The largest distance of the cursor from the place of the sound, in percent: a frame of the screen.
LARGEST_DISTANCE = 2.0

failures = 0


def check(sentence, passed, found=""):
    global failures
    failures += 0 if passed else 1
    print(f"{'ok  ' if passed else 'FAIL'} {sentence}{f': {found}' if found != '' else ''}", flush=True)


def positions(page, number):
    """Returns the time of the sound, and the places of axis and cursor in percent of the width."""
    return page.evaluate(
        """number => {
          const section = document.querySelector(`#recording${number}`);
          const audio = section.querySelector(`audio`);
          const head = section.querySelector(`.playhead`);
          const drawing = section.querySelector(`.picture svg`);
          const percent = 100 / drawing.viewBox.baseVal.width;
          const frame = drawing.querySelector(`rect.frame`);
          return { start: percent * frame.x.baseVal.value,
            width: percent * frame.width.baseVal.value, time: audio.currentTime, length: audio.duration,
            seconds: Number(section.dataset.seconds), left: parseFloat(head.style.left),
            visible: getComputedStyle(head).visibility, error: audio.error && audio.error.message };
        }""", number)


def wait(page, number, condition):
    """Waits for a property of a player. The page's policy forbids to wait by a text of script."""
    end = time.monotonic() + 20
    while not page.evaluate(
            """([number, condition]) => {
              const audio = document.querySelector(`#recording${number} audio`);
              return condition === `ready` ? audio.readyState >= 1 || audio.error !== null
                : audio.currentTime > condition;
            }""", [number, condition]):
        if time.monotonic() > end:
            raise TimeoutError(f"player {number}: {condition}")
        page.wait_for_timeout(20)


def follows(page, number, name):
    wait(page, number, "ready")
    before = positions(page, number)
    check(f"{name}: the player has all of the recording",
          not before["error"] and abs(before["length"] - before["seconds"]) < 0.05,
          before["error"] or f"{before['length']:.2f} s of {before['seconds']:.2f} s")
    if before["error"]:
        return
    page.evaluate(f"document.querySelector('#recording{number} audio').play()")
    wait(page, number, 0.5)
    first = positions(page, number)
    wait(page, number, 1.2)
    second = positions(page, number)
    distances = [abs(at["start"] + at["width"] * at["time"] / at["seconds"] - at["left"])
                 for at in (first, second)]
    check(f"{name}: the cursor follows the sound",
          first["visible"] == "visible" and second["left"] > first["left"]
          and max(distances) < LARGEST_DISTANCE,
          f"{first['left']:.1f} % then {second['left']:.1f} %, off by {max(distances):.2f} %")
    page.evaluate(f"document.querySelector('#recording{number} audio').pause()")


def make_pages(options, directory):
    """Makes the page of one recording and the page of three; returns their paths."""
    sound = directory / "library"
    sound.mkdir()
    for number, cents in enumerate([(0, 0), (-30, 4), (2, 25)]):
        write_melody(sound / f"take-{number}.wav", [(45, cents[0]), (50, cents[1])], seconds=1.5)
    one, many = directory / "one.html", directory / "many.html"
    takes = sorted(str(path) for path in sound.glob("*.wav"))
    for page, names in ((one, takes[:1]), (many, takes)):
        subprocess.run([options.tuner, "analyze", "-q", "-o", directory / f"{page.stem}-text",
                        "--html", page, *names], check=True)
    return one, many


def check_page(page, name, directory):
    """Checks an open page."""
    follows(page, 1, name)
    if "many" in name:
        follows(page, 3, name)
        rows = page.eval_on_selector_all(
            "table:first-of-type >> nth=0 >> tbody tr",
            "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))")
        check(f"{name}: the index has note, cents and verdict",
              len(rows) == 3 and all(len(row) == 6 and "±" in row[4] for row in rows), rows)
    text = page.content()
    check(f"{name}: no directory of this machine is on the page", str(directory) not in text)


def run(options, directory):
    one, many = make_pages(options, directory)
    handler = functools.partial(browser_checks.Handler, directory=directory)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_checks.CHROMIUM, chromium_sandbox=False,
            args=["--autoplay-policy=no-user-gesture-required", "--disable-audio-output"])
        for name, link in (("one, from a file", one.as_uri()), ("many, from a file", many.as_uri()),
                           ("many, over HTTP", f"{address}/many.html")):
            page = browser.new_page(viewport={"width": 1100, "height": 900})
            messages = []
            page.on("console", lambda message, messages=messages: messages.append(message.text))
            page.on("pageerror", lambda error, messages=messages: messages.append(str(error)))
            page.goto(link)
            check_page(page, name, directory)
            check(f"{name}: no error in the console", not messages, messages or "")
            if options.pictures:
                place = options.pictures / f"analysis-page-{name.split(',')[0]}.png"
                page.screenshot(path=place, full_page=True)
            page.close()
        browser.close()
    server.shutdown()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tuner", type=pathlib.Path, default=ROOT / ".build" / "release" / "tuner")
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args()
    if not options.tuner.exists() or not pathlib.Path(browser_checks.CHROMIUM).exists():
        print("analysis-page: build tuner, and run: scripts/setup.sh --tests", file=sys.stderr)
        return 2
    browser_checks.enter_tools()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory:
        run(options, pathlib.Path(directory))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
