#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the web page in Debian's headless Chromium, whose microphone plays a WAV file.

Usage: scripts/web-browser.py [--page DIRECTORY] [--tuner PROGRAM] [--pictures DIRECTORY]
                              [--minutes N] [--short] [--listening | --not-listening]
                              [--only CHECK]…

  --page DIRECTORY       the built page, .build/web/page by default (scripts/web-page.sh)
  --tuner PROGRAM        also tests the page that this program serves (tuner serve)
  --pictures DIRECTORY   also writes screenshots: 320 and 1600 pixels wide, light and dark
  --minutes N            also listens to strings, and to strokes, for N minutes, and requires that
                         the memory does not grow
  --short                leaves out checks of single functions, and half of the screens
  --listening            runs only checks of the page that listens. A browser loses samples of its
                         microphone on a busy machine, so they need one that does nothing else
  --not-listening        runs all checks but those
  --only CHECK           runs this check alone; may be repeated. An unknown name lists the checks

Each check prints one line. Playwright and axe-core come from PyPI, in pinned versions, into
.build/web-tools. Exit status: 0 all checks passed, 1 one failed, 2 a tool is missing.
"""

import argparse
import base64
import functools
import http.server
import os
import pathlib
import sys
import tempfile
import threading
import time

from environments import environment
from web_folder import FolderChecks
from web_listening import ListeningChecks
from web_memory import MemoryChecks
from web_served import ServedChecks
from web_settings import SettingsChecks
from web_signals import write_pluck
from web_spoken import SpokenChecks
from web_strokes import E2, FLAT, StrokeChecks, near, wait_until

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".build" / "web-tools"
PACKAGES = ["playwright==1.65.2", "axe-playwright-python==0.1.8"]
CHROMIUM = "/usr/bin/chromium"
# The elements that a screen reader speaks when they change.
SPOKEN = "[role=status], [role=alert], [aria-live]"
# Keeps the workers that run, and the most at a time. A held worker gets no message.
WATCH_WORKERS = """
  window.workers = new Set();
  window.most = 0;
  window.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      window.workers.add(this);
      window.most = Math.max(window.most, window.workers.size);
    }
    postMessage(...options) {
      if (!window.isHeld) super.postMessage(...options);
    }
    terminate() {
      super.terminate();
      window.workers.delete(this);
    }
  };
"""


def enter_tools():
    """Starts this script again in an environment with Playwright."""
    if pathlib.Path(sys.prefix) == TOOLS:
        return
    python = environment(TOOLS, PACKAGES, "axe_playwright_python")
    # The first argument tells Python the environment that it belongs to.
    os.execv(python, [python, *sys.argv])


class Handler(http.server.SimpleHTTPRequestHandler):
    """A plain file server; a subclass has a list for the requested paths."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    requests = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.requests is not None:
            self.requests.append(self.path)
        try:
            super().do_GET()
        except ConnectionError:
            pass  # the browser was closed while it fetched


class Server:
    """A server of the page on this machine, with the paths that were requested."""

    def __init__(self, directory):
        self.requests = []
        counting = type("Counting", (Handler,), {"requests": self.requests})
        handler = functools.partial(counting, directory=str(directory))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Checks(FolderChecks, ListeningChecks, MemoryChecks, ServedChecks, SettingsChecks,
             SpokenChecks, StrokeChecks):
    """The checks of one page, in one browser for each set of options."""

    def __init__(self, playwright, recording, arguments):
        self.playwright = playwright
        self.page_directory = arguments.page
        self.server = Server(arguments.page)
        self.tuner = arguments.tuner
        self.pictures = arguments.pictures
        self.minutes = arguments.minutes
        self.is_short = arguments.short
        self.recording = recording
        self.failures = 0

    def browser(self, *options, microphone=True, recording=None):
        flags = ["--use-fake-device-for-media-stream", "--autoplay-policy=no-user-gesture-required"]
        if microphone:
            flags += [
                "--use-fake-ui-for-media-stream",
                f"--use-file-for-fake-audio-capture={recording or self.recording}",
            ]
        return self.launch(*flags, *options)

    def launch(self, *options):
        return self.playwright.chromium.launch(
            executable_path=CHROMIUM, args=options, chromium_sandbox=False)

    def check(self, sentence, passed, found=""):
        self.failures += 0 if passed else 1
        print(f"{'ok  ' if passed else 'FAIL'} {sentence}{f': {found}' if found != '' else ''}",
              flush=True)

    def open(self, browser, link="", script=None, requests=None, **options):
        """Opens the page; `script` runs before it, and `requests` takes each requested address."""
        context = browser.new_context(**options)
        page = context.new_page()
        if script:
            page.add_init_script(script)
        if requests is not None:
            context.on("request", lambda request: requests.append(request.url))
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text)
                if message.type in ("error", "warning") else None)
        page.goto(self.server.address + link)
        page.wait_for_selector("#listen:enabled")
        return page, errors

    def has_no_violation(self, page, place):
        from axe_playwright_python.sync_playwright import Axe

        broken = [rule["id"] for rule in Axe().run(page).response["violations"]]
        self.check(f"axe finds nothing, {place}", not broken, broken)

    # MARK: - The checks

    def analyses_a_file(self):
        browser = self.browser()
        page, errors = self.open(browser, script=WATCH_WORKERS)
        page.set_input_files("#file", self.recording)
        page.wait_for_selector("#analysis svg", timeout=30_000)
        cells = page.locator("#analysis tbody tr").first.locator("td").all_text_contents()
        self.check("a chosen file is analysed", cells[0] == "E2" and near(cells[1]), cells)
        spoken = page.locator("#recording").locator(SPOKEN).all_text_contents()
        self.check("a screen reader is told one sentence about it, not its lists",
                   spoken == ["", "e2.wav, 10.00 s: 1 note."], spoken)
        self.analyses_one_file_at_a_time(page)
        self.refuses_files(page)
        encoded = base64.b64encode(pathlib.Path(self.recording).read_bytes()).decode()
        handle = page.evaluate_handle("""(encoded) => {
          const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], 'e2.wav'));
          return data;
        }""", encoded)
        page.dispatch_event("body", "drop", {"dataTransfer": handle})
        page.wait_for_selector("#analysis svg", timeout=30_000)
        cells = page.locator("#analysis tbody tr").first.locator("td").all_text_contents()
        self.check("a dropped file is analysed", cells[0] == "E2" and near(cells[1]), cells)
        self.check("no error is logged", not errors, errors)
        browser.close()

    def analyses_one_file_at_a_time(self, page):
        """Chooses a file while another one is analysed, whose worker gets no message here."""
        page.evaluate("window.isHeld = true")
        page.set_input_files("#file", self.recording)
        wait_until(page, "window.workers.size === 1")
        page.evaluate("window.isHeld = false")
        page.set_input_files("#file", self.recording)
        page.wait_for_selector("#analysis svg", timeout=30_000)
        most = page.evaluate("window.most")
        self.check("another file ends the analysis of the one before it",
                   most == 1 and page.evaluate("window.workers.size") == 0, most)

    def refuses_files(self, page):
        """Drops files that can't be analysed."""
        page.evaluate("document.getElementById('analysis').replaceChildren()")
        handle = page.evaluate_handle("""async () => {
          const bytes = await (await fetch(document.baseURI + 'icon.svg')).arrayBuffer();
          const data = new DataTransfer();
          data.items.add(new File([bytes], 'icon.svg'));
          return data;
        }""")
        page.dispatch_event("body", "drop", {"dataTransfer": handle})
        page.locator("#analysis-sentence", has_text="decode").wait_for()
        self.check("a dropped file that is no recording is refused", True)
        page.evaluate("""() => {
          const data = new DataTransfer();
          for (const name of ['a.wav', 'b.wav']) data.items.add(new File(['RIFF'], name));
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
        }""")
        page.locator("#analysis-sentence", has_text="one recording at a time").wait_for()
        self.check("two dropped files are refused", True)
        handle = page.evaluate_handle("""async () => {
          const { wavFile } = await import('./modules/wav.js');
          OfflineAudioContext.prototype.plainDecode = OfflineAudioContext.prototype.decodeAudioData;
          window.decoded = 0;
          OfflineAudioContext.prototype.decodeAudioData = function (buffer) {
            window.decoded += 1;
            return this.plainDecode(buffer);
          };
          const data = new DataTransfer();
          data.items.add(new File([wavFile([new Float32Array(1201 * 100)], 100)], 'long.wav'));
          return data;
        }""")
        page.dispatch_event("body", "drop", {"dataTransfer": handle})
        page.locator("#analysis-sentence", has_text="longer than 20 minutes").wait_for()
        self.check("a long WAV file is refused before it is decoded",
                   page.evaluate("window.decoded") == 0)


def command_line():
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / ".build/web/page")
    parser.add_argument("--tuner", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--minutes", type=int, default=0)
    parser.add_argument("--short", action="store_true")
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--listening", action="store_true")
    parts.add_argument("--not-listening", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    return parser


def chosen(checks, arguments):
    """The checks that the command line chooses, in their order, and the names of all of them."""
    steps = [
        checks.hears, checks.locks_a_string, checks.asks_for_plain_sound, checks.starts_audio_again,
        checks.hears_a_stroke, checks.requests_nothing_else, checks.can_be_installed,
        checks.works_offline, checks.works_in_a_folder, checks.analyses_a_file,
        checks.lists_notes_and_strokes,
        checks.reads_difficult_signals,
        checks.is_refused, checks.plays_reference_tones, checks.keeps_settings,
        checks.follows_each_setting, checks.keeps_a_verdict_within_its_margin,
        checks.groups_tunings, checks.works_by_keyboard, checks.speaks_seldom,
        checks.is_accessible,
    ]
    if arguments.tuner:
        steps += [checks.follows_a_session, checks.survives_a_stuck_page,
                  checks.follows_a_locked_string, checks.follows_courses,
                  checks.follows_strokes]
    if arguments.minutes:
        steps.append(checks.does_not_grow)
    if arguments.short:
        left_out = [
            checks.can_be_installed, checks.works_in_a_folder, checks.lists_notes_and_strokes,
            checks.reads_difficult_signals, checks.plays_reference_tones,
            checks.follows_each_setting, checks.keeps_a_verdict_within_its_margin,
            checks.speaks_seldom, checks.follows_courses, checks.follows_strokes,
        ]
        steps = [step for step in steps if step not in left_out]
    listening = [
        checks.hears, checks.locks_a_string, checks.asks_for_plain_sound, checks.starts_audio_again,
        checks.hears_a_stroke, checks.reads_difficult_signals, checks.follows_each_setting,
        checks.keeps_a_verdict_within_its_margin, checks.speaks_seldom,
        checks.does_not_grow,
    ]
    if arguments.listening or arguments.not_listening:
        steps = [step for step in steps if (step in listening) == arguments.listening]
    names = [step.__name__ for step in steps]
    return [step for step in steps if not arguments.only or step.__name__ in arguments.only], names


def main():
    arguments = command_line().parse_args()
    if not pathlib.Path(CHROMIUM).exists():
        print("web-browser: Chromium is missing. Run: scripts/setup.sh --tests", file=sys.stderr)
        sys.exit(2)
    enter_tools()
    from playwright.sync_api import Error, sync_playwright

    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        recording = pathlib.Path(directory) / "e2.wav"
        write_pluck(recording, E2 * 2 ** (FLAT / 1200))
        checks = Checks(playwright, recording, arguments)
        began = time.monotonic()
        if arguments.pictures:
            arguments.pictures.mkdir(parents=True, exist_ok=True)
        steps, names = chosen(checks, arguments)
        if unknown := set(arguments.only) - set(names):
            command_line().error(
                f"no such check: {', '.join(sorted(unknown))}. Checks: {', '.join(names)}")
        for step in steps:
            step_began = time.monotonic()
            try:
                step()
            except (Error, TimeoutError) as error:
                checks.check(f"{step.__name__} comes to its end", False, error)
            print(f"web-browser: {step.__name__} took {time.monotonic() - step_began:.1f} s")
        checks.server.stop()
    print(f"web-browser: {checks.failures} failed, {time.monotonic() - began:.0f} s")
    sys.exit(1 if checks.failures else 0)


if __name__ == "__main__":
    main()
