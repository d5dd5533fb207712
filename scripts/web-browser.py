#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves the web page in Debian's Chromium, headless, with a microphone fed from a WAV file.

Usage: scripts/web-browser.py [--page DIRECTORY] [--tuner PROGRAM] [--pictures DIRECTORY]
                              [--minutes N]

  --page DIRECTORY       the built page, .build/web/page by default (scripts/web-page.sh)
  --tuner PROGRAM        also proves the page that this program serves (tuner serve)
  --pictures DIRECTORY   also writes screenshots: 320 and 1600 pixels wide, light and dark
  --minutes N            also listens for N minutes and requires that the memory does not grow

Each check prints one line. Playwright and axe-core come from PyPI, in pinned versions, into
.build/web-tools. Exit status: 0 all checks passed, 1 one failed, 2 a tool is missing.
"""

import argparse
import functools
import http.server
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

from web_signals import write_pluck, write_stroke
from web_strokes import FLAT, STROKE, StrokeChecks, near

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".build" / "web-tools"
PACKAGES = ["playwright==1.65.2", "axe-playwright-python==0.1.8"]
CHROMIUM = "/usr/bin/chromium"

# The signals of the checks.
E2 = 440 * 2 ** (-29 / 12)
# What users of tuners in browsers miss: name, key, cents, tolerance in cents, and a hum below.
HARD = [
    ("the lowest string of a bass with five", "B0", 23, 3.0, 0.5, 0.0),
    ("a bass below 41 Hz", "D1", 26, -4.0, 0.5, 0.0),
    ("a tenth of a cent at the top", "E6", 88, 0.4, 0.1, 0.0),
    ("a string over mains hum", "A2", 45, 7.0, 0.5, 0.05),
]
# The sound before the screen is right, in seconds of the stream: a busy machine does not matter.
LONGEST_WAIT = 0.5
# The largest growth of the page's heap after the first minute, in bytes.
LARGEST_GROWTH = 2_000_000


def enter_tools():
    """Starts this script again in an environment with Playwright."""
    if pathlib.Path(sys.prefix) == TOOLS:
        return
    marker = TOOLS / "installed"
    wanted = " ".join(PACKAGES)
    if not marker.exists() or marker.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", TOOLS], check=True)
        pip = [TOOLS / "bin/python", "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--disable-pip-version-check", *PACKAGES], check=True)
        marker.write_text(wanted)
    # The first argument tells Python the environment that it belongs to.
    os.execv(TOOLS / "bin/python", [str(TOOLS / "bin/python"), *sys.argv])


class Handler(http.server.SimpleHTTPRequestHandler):
    """A plain file server that keeps the requested paths."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_):
        pass


class Server:
    """A server of the page on this machine."""

    def __init__(self, directory):
        handler = functools.partial(Handler, directory=str(directory))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class ServedSession:
    """A tuner that serves the page while it listens to a recording, with a home of its own."""

    def __init__(self, tuner, page, recording, home, options=()):
        self.process = subprocess.Popen(
            [tuner, "serve", "--input", recording, "--page", page, "--port", "0", "--quiet", *options],
            stdout=subprocess.PIPE, text=True,
            env={"PATH": os.environ["PATH"], "HOME": str(home)},
        )
        self.address = self.process.stdout.readline().strip()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=10)


class Checks(StrokeChecks):
    """The checks of one page, in one browser for each set of options."""

    def __init__(self, playwright, page_directory, recording, tuner):
        self.playwright = playwright
        self.page_directory = page_directory
        self.server = Server(page_directory)
        self.tuner = tuner
        self.recording = recording
        self.failures = 0

    def browser(self, *options, microphone=True, recording=None):
        flags = ["--use-fake-device-for-media-stream", "--autoplay-policy=no-user-gesture-required"]
        if microphone:
            flags += [
                "--use-fake-ui-for-media-stream",
                f"--use-file-for-fake-audio-capture={recording or self.recording}",
            ]
        return self.playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*flags, *options], chromium_sandbox=False
        )

    def check(self, sentence, passed, found=""):
        self.failures += 0 if passed else 1
        print(f"{'ok  ' if passed else 'FAIL'} {sentence}{f': {found}' if found != '' else ''}",
              flush=True)

    def open(self, browser, link="", **options):
        context = browser.new_context(**options)
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text)
                if message.type in ("error", "warning") else None)
        page.goto(self.server.address + link)
        page.wait_for_selector("#listen:enabled")
        return page, errors

    # MARK: - The checks

    def hears(self):
        """The reading of a recording, its time, and the requests of a whole visit."""
        browser = self.browser()
        page, errors = self.open(browser)
        requests = []
        page.context.on("request", lambda request: requests.append(request.url))
        page.evaluate("""() => {
          window.seen = [];
          let [opened, time] = [null, null];
          const dispatch = EventTarget.prototype.dispatchEvent;
          EventTarget.prototype.dispatchEvent = function (event) {
            if (event.type === 'reading') {
              opened ??= performance.now();
              time = event.detail.time_s;
            }
            return dispatch.call(this, event);
          };
          new MutationObserver(() => {
            const note = document.querySelector('[data-part=note]').textContent;
            const cents = document.querySelector('[data-part=cents]').textContent;
            if (time !== null) window.seen.push([time, note, cents, performance.now() - opened]);
          }).observe(document.getElementById('readout'), { subtree: true, childList: true });
        }""")
        page.click("#listen")
        page.wait_for_timeout(3000)
        seen = page.evaluate("window.seen")
        right = [row for row in seen if row[1] == "E2" and near(row[2])]
        wrong = [row for row in seen
                 if right and row[0] > right[0][0] and row[2] and not near(row[2])]
        self.check("a recording of E2 -5 cents is shown", bool(right), seen[-1:])
        self.check(f"within {LONGEST_WAIT} s of sound", bool(right) and right[0][0] <= LONGEST_WAIT,
                   f"{right[0][0]:.2f} s, {right[0][3]:.0f} ms after the first reading"
                   if right else "never")
        self.check("and stays", not wrong, wrong[:3])
        said = page.text_content("#announcement")
        self.check("a screen reader is told", said == "E2 in tune", said)
        processing = page.text_content("#message")
        self.check("the browser does not process the sound", processing == "", processing)
        self.recording_is_kept(page)
        outside = [url for url in requests if not url.startswith(self.server.address)]
        self.check("no request leaves the page's folder", not outside, outside)
        self.check("no error is logged", not errors, errors)
        page.click("#listen")
        self.check("Stop ends listening", page.text_content("#listen") == "Listen")
        browser.close()

    def has_no_violation(self, page, place):
        from axe_playwright_python.sync_playwright import Axe

        broken = [rule["id"] for rule in Axe().run(page).response["violations"]]
        self.check(f"axe finds nothing, {place}", not broken, broken)

    def recording_is_kept(self, page):
        page.click("#record")
        page.wait_for_timeout(1500)
        page.click("#record")
        page.wait_for_selector("#saved a")
        with page.expect_download() as download:
            page.click("#saved a")
        data = pathlib.Path(download.value.path()).read_bytes()
        rate, count = struct.unpack_from("<I", data, 24)[0], struct.unpack_from("<I", data, 54)[0]
        samples = struct.unpack_from(f"<{count // 4}f", data, 58)
        self.check("a recording is a WAV file with sound",
                   data[:4] == b"RIFF" and max(samples) > 0.05 and count // 4 / rate > 1,
                   f"{count // 4 / rate:.2f} s")
        self.check("nothing is missing from it", "missing" not in page.text_content("#saved"))

    def is_refused(self):
        browser = self.browser("--deny-permission-prompts", microphone=False)
        page, errors = self.open(browser)
        page.click("#listen")
        page.wait_for_selector("#message:visible")
        text = page.text_content("#message")
        self.check("a refused microphone is explained", "not allowed" in text, text)
        browser.close()
        browser = self.playwright.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False,
                                                  args=["--use-fake-ui-for-media-stream"])
        page, errors = self.open(browser)
        page.click("#listen")
        page.wait_for_selector("#message:visible")
        text = page.text_content("#message")
        self.check("a missing microphone is explained", "no microphone" in text, text)
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        page.goto(self.server.address)
        page.wait_for_selector("#listen:enabled")
        page.click("#listen")
        page.wait_for_selector("#message:visible")
        text = page.text_content("#message")
        self.check("a page that is not secure is explained", "securely" in text, text)
        browser.close()

    def analyses_a_file(self):
        browser = self.browser()
        page, errors = self.open(browser)
        page.set_input_files("#file", self.recording)
        page.wait_for_selector("#analysis svg", timeout=30_000)
        cells = page.locator("#analysis tbody tr").first.locator("td").all_text_contents()
        self.check("a chosen file is analysed", cells[0] == "E2" and near(cells[1]), cells)
        page.evaluate("document.getElementById('analysis').replaceChildren()")
        handle = page.evaluate_handle("""async () => {
          const bytes = await (await fetch(document.baseURI + 'icon.svg')).arrayBuffer();
          const data = new DataTransfer();
          data.items.add(new File([bytes], 'icon.svg'));
          return data;
        }""")
        page.dispatch_event("body", "drop", {"dataTransfer": handle})
        page.locator("#analysis", has_text="decode").wait_for()
        self.check("a dropped file that is no recording is refused", True)
        samples = list(pathlib.Path(self.recording).read_bytes())
        handle = page.evaluate_handle("""(bytes) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], 'e2.wav'));
          return data;
        }""", samples)
        page.dispatch_event("body", "drop", {"dataTransfer": handle})
        page.wait_for_selector("#analysis svg", timeout=30_000)
        cells = page.locator("#analysis tbody tr").first.locator("td").all_text_contents()
        self.check("a dropped file is analysed", cells[0] == "E2" and near(cells[1]), cells)
        self.check("no error is logged", not errors, errors)
        browser.close()

    def hears_what_is_hard(self):
        browser = self.browser()
        page, errors = self.open(browser, "#target=chromatic")
        for sentence, name, key, cents, tolerance, hum in HARD:
            recording = self.recording.with_name(f"{name}.wav")
            frequency = 440 * 2 ** ((key - 69) / 12 + cents / 1200)
            write_pluck(recording, frequency, seconds=3, hum=hum)
            page.evaluate("document.getElementById('analysis').replaceChildren()")
            page.set_input_files("#file", recording)
            page.wait_for_selector("#analysis svg", timeout=30_000)
            rows = [row.split("\t") for row in
                    page.locator("#analysis tbody tr").evaluate_all(
                        "(rows) => rows.map((row) => "
                        "[...row.cells].map((cell) => cell.textContent).join('\\t'))")]
            found = {row[0]: row[1] for row in rows}
            self.check(f"{sentence}: {name} {cents:+} cents",
                       near(found.get(name, ""), cents, tolerance + 0.05), rows)
        browser.close()

    def speaks_seldom(self):
        browser = self.browser()
        page, errors = self.open(browser)
        count = page.evaluate("""async () => {
          const { Announcer } = await import('./modules/announcer.js');
          const region = document.createElement('p');
          const announcer = new Announcer(region);
          let changes = 0;
          new MutationObserver((records) => { changes += records.length; })
            .observe(region, { childList: true });
          const began = performance.now();
          for (let index = 0; performance.now() - began < 2500; index++) {
            announcer.say(`text ${index}`);
            await new Promise((resolve) => { setTimeout(resolve, 20); });
          }
          return changes;
        }""")
        self.check("a screen reader hears at most one text a second", 2 <= count <= 3, count)
        browser.close()

    def keeps_settings(self):
        browser = self.browser()
        page, errors = self.open(browser)
        page.fill("#a4", "442")
        page.press("#a4", "Tab")
        page.select_option("#notation", "german")
        page.select_option("#tuning", "bass_standard")
        page.reload()
        page.wait_for_selector("#listen:enabled")
        values = page.evaluate("['a4', 'notation', 'tuning'].map((id) => "
                               "document.getElementById(id).value)")
        wanted = ["442", "german", "bass_standard"]
        self.check("settings stay between visits", values == wanted, values)
        page.click("#share")
        link = page.input_value("#link")
        other = browser.new_context().new_page()
        other.goto(link)
        other.wait_for_selector("#listen:enabled")
        values = other.evaluate("['a4', 'notation', 'tuning'].map((id) => "
                                "document.getElementById(id).value)")
        self.check("a link shares them", values == wanted, link)
        page.fill("#a4", "20")
        page.press("#a4", "Tab")
        self.check("a wrong value is refused beside its field",
                   page.text_content("#a4-error") != "", page.text_content("#a4-error"))
        page.fill("#notes", "X9")
        page.press("#notes", "Tab")
        self.check("wrong notes are refused by the engine's sentence",
                   page.text_content("#notes-error") != "", page.text_content("#notes-error"))
        other.goto(self.server.address + "#tuning=nonsense&a4=abc&capo=999&x=%3Cscript%3E")
        other.reload()
        other.wait_for_selector("#listen:enabled")
        self.check("a damaged link leaves a working page", other.input_value("#tuning") != "",
                   other.text_content("#message"))
        browser.close()

    def works_offline(self):
        browser = self.browser()
        page, errors = self.open(browser)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("#listen:enabled")
        page.click("#listen")
        page.locator("[data-part=note]", has_text="E2").wait_for(timeout=5000)
        self.check("the page starts and listens without a network", True)
        browser.close()

    def works_by_keyboard(self):
        browser = self.browser()
        page, errors = self.open(browser)
        reached = []
        for _ in range(60):
            page.keyboard.press("Tab")
            reached.append(page.evaluate(
                "document.activeElement.id || document.activeElement.className"))
            if reached.count("listen") == 1 and reached[-1] == "listen":
                page.keyboard.press("Enter")
                page.wait_for_selector("#listen[aria-pressed=true]")
            if reached[-1] == "string" and "locked" not in reached:
                page.keyboard.press("Space")
                page.wait_for_selector(".string[aria-pressed=true]")
                reached.append("locked")
        wanted = {"listen", "record", "all-strings", "string", "locked", "tone", "file", "tuning", "notes",
                  "target", "capo", "a4", "temperament", "notation", "tolerance", "hysteresis",
                  "noise-gate", "microphone", "theme", "left", "share"}
        self.check("the keyboard reaches every control", wanted <= set(reached),
                   sorted(wanted - set(reached)))
        browser.close()

    def is_accessible(self, pictures):
        browser = self.browser()
        for scheme in ("light", "dark"):
            for width in (320, 1600):
                page, errors = self.open(
                    browser, color_scheme=scheme, viewport={"width": width, "height": 900})
                page.click("#listen")
                page.locator("[data-part=note]", has_text="E2").wait_for()
                self.has_no_violation(page, f"{scheme}, {width} px")
                wide = page.evaluate("document.documentElement.scrollWidth")
                self.check(f"nothing is wider than the screen, {width} px", wide <= width, wide)
                if pictures:
                    page.set_input_files("#file", self.recording)
                    page.wait_for_selector("#analysis svg", timeout=30_000)
                    page.screenshot(path=pictures / f"web-{width}-{scheme}.png", full_page=True)
                page.context.close()
        page, errors = self.open(browser, reduced_motion="reduce")
        self.check("reduced motion hides the strobe", page.locator("#strobe").is_hidden())
        browser.close()

    def follows_a_session(self, pictures):
        """The page that tuner serve serves: the session's readings, in two pages at once."""
        from axe_playwright_python.sync_playwright import Axe

        home = self.recording.parent
        long = home / "long.wav"
        write_pluck(long, E2 * 2 ** (FLAT / 1200), seconds=6, times=20)
        session = ServedSession(self.tuner, self.page_directory, long, home)
        browser = self.browser(microphone=False)
        context = browser.new_context(viewport={"width": 360, "height": 780}, color_scheme="dark")
        requests, errors = [], []
        pages = [context.new_page() for _ in range(2)]
        for page in pages:
            page.on("request", lambda request: requests.append(request.url))
            page.on("websocket", lambda socket: requests.append(socket.url))
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text)
                    if message.type in ("error", "warning") else None)
            page.goto(session.address)
        for page in pages:
            page.locator("[data-part=note]", has_text="E2").wait_for(timeout=10_000)
            cents = page.text_content("[data-part=cents]")
            self.check("a served page shows what the computer hears, without a click", near(cents),
                       cents)
        source = page.evaluate("document.getElementById('microphone').selectedOptions[0].text")
        self.check("the session is chosen as the source", "computer" in source, source)
        self.check("its strings are set at the computer",
                   page.locator(".string").first.is_disabled() and page.locator("#a4").is_disabled())
        page.wait_for_selector("#practice:visible")
        goal = page.text_content("#practice li")
        self.check("the practice of the day is shown", goal.startswith("practice 0 / "), goal)
        broken = [rule["id"] for rule in Axe().run(page).response["violations"]]
        self.check("axe finds nothing in the served page", not broken, broken)
        wide = page.evaluate("document.documentElement.scrollWidth")
        self.check("nothing is wider than the screen, 360 px", wide <= 360, wide)
        if pictures:
            page.screenshot(path=pictures / "web-served-360-dark.png", full_page=True)
        own = (session.address, session.address.replace("http:", "ws:"))
        outside = [url for url in requests if not url.startswith(own)]
        self.check("no request leaves the served address", not outside and len(requests) > 40,
                   outside)
        self.check("no error is logged", not errors, errors)
        blocked = page.evaluate("""async (address) => {
          const violation = new Promise((resolve) => {
            document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
              resolve(effectiveDirective));
          });
          try { new WebSocket(address); } catch { /* the violation tells */ }
          return violation;
        }""", self.server.address.replace("http:", "ws:"))
        self.check("the policy blocks a WebSocket to another origin", blocked == "connect-src",
                   blocked)
        stranger = context.new_page()
        answer = stranger.evaluate("""(address) => new Promise((resolve) => {
          const socket = new WebSocket(address);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        })""", own[1] + "records")
        self.check("a page of another origin gets no records", answer == "refused", answer)
        self.check("the program ends", session.stop() == 130)
        for page in pages:
            page.wait_for_selector("#message:visible")
            text = page.text_content("#message")
            self.check("and the pages tell it", "has ended" in text, text)
        browser.close()

    def follows_strokes(self, pictures):
        """The page that tuner serve --strum serves: all strings of the session's strokes."""
        home = self.recording.parent
        recording = home / "strokes.wav"
        write_stroke(recording, STROKE, times=8)
        # By this tolerance A2 is off, which the page's own would call in tune.
        session = ServedSession(self.tuner, self.page_directory, recording, home,
                                ["--strum", "--tolerance", "2.5"])
        browser = self.browser(microphone=False)
        context = browser.new_context(viewport={"width": 360, "height": 780}, color_scheme="dark")
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(session.address)
        page.locator("#announcement", has_text="D3 is 12 cents flat").wait_for(timeout=15_000)
        said = page.text_content("#announcement")
        self.check("a served page tells the strings of a stroke, by the session's tolerance",
                   said.startswith("D3 is 12 cents flat, ") and "A2 is 3.0 cents flat" in said, said)
        row = page.locator("#strings li", has_text="D3").locator(".done").text_content()
        self.check("its list of strings has their cents", near(row, -12), row)
        self.check("its needles are shown", page.locator("#strokes").is_visible()
                   and page.locator("#all-strings").is_disabled())
        self.has_no_violation(page, "a served stroke")
        wide = page.evaluate("document.documentElement.scrollWidth")
        self.check("nothing is wider than the screen, 360 px", wide <= 360, wide)
        if pictures:
            page.screenshot(path=pictures / "web-served-strokes-360-dark.png", full_page=True)
        self.check("the program ends", session.stop() == 130)
        page.wait_for_selector("#message:visible")
        self.check("the strings stay", page.locator("#strokes").is_visible() and not errors, errors)
        browser.close()

    def does_not_grow(self, minutes):
        browser = self.browser()
        sizes = {}
        sessions = {}
        for target in ("nearest", "all"):
            page, errors = self.open(browser, f"#target={target}")
            sessions[target] = page.context.new_cdp_session(page)
            sizes[target] = []
            page.click("#listen")
        for _ in range(minutes + 1):
            page.wait_for_timeout(60_000)
            for target, session in sessions.items():
                session.send("HeapProfiler.collectGarbage")
                sizes[target].append(session.send("Runtime.getHeapUsage")["usedSize"])
        for target, found in sizes.items():
            growth = found[-1] - found[0]
            self.check(f"{minutes} minutes need no more memory, target {target}",
                       growth <= LARGEST_GROWTH, f"{growth} bytes, {found}")
        browser.close()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / ".build/web/page")
    parser.add_argument("--tuner", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--minutes", type=int, default=0)
    arguments = parser.parse_args()
    if not pathlib.Path(CHROMIUM).exists():
        sys.exit("web-browser: Chromium is missing. Run: scripts/setup.sh --tests")
    enter_tools()
    from playwright.sync_api import Error, sync_playwright

    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        recording = pathlib.Path(directory) / "e2.wav"
        write_pluck(recording, E2 * 2 ** (FLAT / 1200))
        checks = Checks(playwright, arguments.page, recording, arguments.tuner)
        began = time.monotonic()
        if arguments.pictures:
            arguments.pictures.mkdir(parents=True, exist_ok=True)
        steps = [
            checks.hears, lambda: checks.hears_a_stroke(arguments.pictures),
            checks.analyses_a_file, checks.lists_notes_and_strokes, checks.hears_what_is_hard,
            checks.is_refused, checks.keeps_settings, checks.works_offline, checks.works_by_keyboard,
            checks.speaks_seldom,
            lambda: checks.is_accessible(arguments.pictures),
        ]
        if arguments.tuner:
            steps += [lambda: checks.follows_a_session(arguments.pictures),
                      lambda: checks.follows_strokes(arguments.pictures)]
        if arguments.minutes:
            steps.append(lambda: checks.does_not_grow(arguments.minutes))
        for step in steps:
            try:
                step()
            except (Error, TimeoutError) as error:
                checks.check(f"{step.__name__} comes to its end", False, error)
        checks.server.stop()
    print(f"web-browser: {checks.failures} failed, {time.monotonic() - began:.0f} s")
    sys.exit(1 if checks.failures else 0)


if __name__ == "__main__":
    main()
