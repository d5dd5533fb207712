# SPDX-License-Identifier: MIT
"""The checks of the page that `tuner serve` serves; imported, never run."""

import math
import os
import signal
import subprocess

from web_signals import join, write_pluck, write_stroke
from web_strokes import E2, FLAT, STROKE, near, wait_until

# The seconds for which the script of a page stops.
STUCK = 6
# The cents from A4 at 440 Hz to A4 at 441 Hz.
SHARPER = 1200 * math.log2(441 / 440)
# The visitor's own settings.
OWN = '{"tuning":"mandolin","capo":7}'
# The tuning, the target, A4 and the tolerance that the form shows.
FORM = "['tuning', 'target', 'a4', 'tolerance'].map((id) => document.getElementById(id).value)"
# A2 while E2 is locked: the note and the distance, the numbers of the locked strings, and the
# colour of the note.
FAR = ["A2", "E2: 5.0 semitones sharp"]
SHOWN = """['note', 'cents'].map((part) =>
  document.querySelector(`[data-part=${part}]`).textContent)"""
LOCKED = """[...document.querySelectorAll('.string[aria-pressed=true] .number')]
  .map((element) => element.textContent)"""
COLOR = "getComputedStyle(document.querySelector('[data-part=note]')).color"
COUNT_READINGS = """
  window.count = 0;
  const dispatch = EventTarget.prototype.dispatchEvent;
  EventTarget.prototype.dispatchEvent = function (event) {
    if (event.type === 'reading') {
      window.count += 1;
      window.time = event.detail.time_s;
    }
    return dispatch.call(this, event);
  };
"""

class ServedSession:
    """A tuner with a private home directory that serves the page while it plays a recording."""

    def __init__(self, tuner, page, recording, home, options=()):
        self.process = subprocess.Popen(
            [tuner, "serve", "--input", recording, "--page", page, "--port", "0", "--quiet",
             *options],
            stdout=subprocess.PIPE, text=True,
            env={"PATH": os.environ["PATH"], "HOME": str(home)},
        )
        self.address = self.process.stdout.readline().strip()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=10)


def watch(page, requests, errors):
    """Adds the addresses that a page asks for, and what it logs as errors and warnings."""
    page.on("request", lambda request: requests.append(request.url))
    page.on("websocket", lambda socket: requests.append(socket.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text)
            if message.type in ("error", "warning") else None)


class ServedChecks:
    """The checks of a served page."""

    def follows_a_session(self):
        """The page that tuner serve serves: the session's readings, in two pages at once."""
        home = self.recording.parent
        long = home / "long.wav"
        write_pluck(long, E2 * 2 ** (FLAT / 1200), seconds=6, times=20)
        session = ServedSession(self.tuner, self.page_directory, long, home)
        browser = self.browser(microphone=False)
        context = browser.new_context(viewport={"width": 360, "height": 780}, color_scheme="dark")
        requests, errors = [], []
        pages = [context.new_page() for _ in range(2)]
        for page in pages:
            watch(page, requests, errors)
            page.goto(session.address)
        for page in pages:
            page.locator("[data-part=note]", has_text="E2").wait_for(timeout=10_000)
            cents = page.text_content("[data-part=cents]")
            self.check("a served page shows what the computer hears, without a click", near(cents),
                       cents)
        self.shows_the_session(pages[-1])
        own = (session.address, session.address.replace("http:", "ws:"))
        outside = [url for url in requests if not url.startswith(own)]
        self.check("no request leaves the served address", not outside and len(requests) > 40,
                   outside)
        self.check("no error is logged", not errors, errors)
        self.keeps_origins_apart(pages[-1], own[1])
        self.check("the program ends", session.stop() == 130)
        for page in pages:
            page.wait_for_selector("#message:visible")
            text = page.text_content("#message")
            self.check("and the pages tell it", "has ended" in text, text)
        browser.close()

    def shows_the_session(self, page):
        """The source, the settings and the practice of the computer, on a small screen."""
        source = page.evaluate("document.getElementById('microphone').selectedOptions[0].text")
        self.check("the session is chosen as the source", "computer" in source, source)
        self.check("its strings are set at the computer",
                   page.locator(".string").first.is_disabled()
                   and page.locator("#a4").is_disabled())
        page.wait_for_selector("#practice:visible")
        goal = page.text_content("#practice li")
        self.check("the practice of the day is shown", goal.startswith("practice 0 / "), goal)
        self.has_no_violation(page, "the served page")
        wide = page.evaluate("document.documentElement.scrollWidth")
        self.check("nothing is wider than the screen, 360 px", wide <= 360, wide)
        if self.pictures:
            page.screenshot(path=self.pictures / "web-served-360-dark.png", full_page=True)

    def keeps_origins_apart(self, page, socket):
        """The page reaches no other origin, and a page of another one does not reach its socket."""
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
        stranger = page.context.new_page()
        answer = stranger.evaluate("""(address) => new Promise((resolve) => {
          const socket = new WebSocket(address);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        })""", socket + "records")
        self.check("a page of another origin gets no records", answer == "refused", answer)

    def survives_a_stuck_page(self):
        """Two pages follow a session; the script of one of them stops for some seconds."""
        home = self.recording.parent
        recording = home / "stuck.wav"
        write_pluck(recording, E2 * 2 ** (FLAT / 1200), seconds=6, times=20)
        session = ServedSession(self.tuner, self.page_directory, recording, home)
        browser = self.browser(microphone=False)
        pages = []
        for _ in range(2):  # a context each, so a process each
            page = browser.new_context().new_page()
            page.add_init_script(COUNT_READINGS)
            page.goto(session.address)
            page.locator("[data-part=note]", has_text="E2").wait_for(timeout=10_000)
            pages.append(page)
        good, stuck = pages
        stuck.evaluate("""(seconds) => {
          setTimeout(() => {
            const end = performance.now() + 1000 * seconds;
            while (performance.now() < end);
            window.isFree = true;
          }, 0);
        }""", STUCK)
        first = good.evaluate("window.count")
        good.wait_for_timeout(1000 * (STUCK - 1))
        count = good.evaluate("window.count") - first
        self.check("a page follows the session while another one is stuck",
                   count >= 15 * (STUCK - 1), f"{count} readings in {STUCK - 1} s")
        wait_until(stuck, "window.isFree")
        stuck.wait_for_timeout(1000)
        times = [page.evaluate("window.time") for page in (good, stuck)]
        self.check("the stuck page catches up afterwards", abs(times[0] - times[1]) < 1, times)
        self.check("the program ends", session.stop() == 130)
        browser.close()

    def follows_a_locked_string(self):
        """A session with a locked string, while another one sounds; and the end of listening."""
        home = self.recording.parent
        recording = home / "a2.wav"
        write_pluck(recording, E2 * 2 ** (5 / 12), seconds=6, times=20)
        session = ServedSession(self.tuner, self.page_directory, recording, home, ["--string", "6"])
        browser = self.browser(microphone=False)
        page = browser.new_context().new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(session.address)
        page.locator("[data-part=cents]", has_text="semitones").wait_for(timeout=10_000)
        shown = page.evaluate(SHOWN)
        self.check("a served page says how far a locked string is", shown == FAR, shown)
        wait_until(
            page, "document.getElementById('announcement').textContent !== ''")
        said = page.text_content("#announcement")
        self.check("and a screen reader too", said == FAR[1], said)
        target = page.evaluate("document.getElementById('target').value")
        locked = page.evaluate(LOCKED)
        self.check("the form and the list of strings show the locked string",
                   (target, locked) == ("string 6", ["6"]), (target, locked))
        self.keeps_the_last_reading(page)
        self.check("no error is logged", not errors, errors)
        self.check("the program ends", session.stop() == 130)
        browser.close()

    def keeps_the_last_reading(self, page):
        """After Stop the last reading stays, dimmed."""
        bright = page.evaluate(COLOR)
        page.click("#listen")
        page.wait_for_timeout(2000)  # longer than a note without sound stays
        shown = page.evaluate(SHOWN)
        self.check("the last reading stays after Stop", shown == FAR, shown)
        dim = page.evaluate(COLOR)
        marked = page.locator("#strings .matched").count()
        self.check("it is dimmed, and no string sounds", dim != bright and marked == 0,
                   (bright, dim, marked))
        self.has_no_violation(page, "a reading after Stop")

    def follows_courses(self):
        """Strokes over unison courses, and a string that the newest stroke lacks."""
        home = self.recording.parent
        parts = [home / "whole.wav", home / "part.wav"]
        write_stroke(parts[0], [0] * 6)
        write_stroke(parts[1], [None] + [0] * 5)
        recording = home / "courses.wav"
        join(recording, parts * 4)
        session = ServedSession(self.tuner, self.page_directory, recording, home,
                                ["--strum", "-t", "twelve_string"])
        browser = self.browser(microphone=False)
        page = browser.new_context().new_page()
        page.goto(session.address)
        page.locator("#announcement", has_text="strings 2+1 (E4)").wait_for(timeout=15_000)
        sentence = page.text_content("#stroke-sentence")
        rows = page.locator("#strings .done").all_text_contents()
        self.check("strings that are measured as one have their numbers, and a row each",
                   rows[-1] != "" and rows[-1] == rows[-2] and rows[-3] == rows[-4], rows[-4:])
        self.check("in the sentence too", "strings 4+3 (B3)" in sentence, sentence)
        self.check("the program ends", session.stop() == 130)
        session = ServedSession(self.tuner, self.page_directory, recording, home, ["--strum"])
        page.goto(session.address)
        page.locator("#announcement", has_text="E2 was not heard").wait_for(timeout=20_000)
        row = page.locator("#strings li", has_text="E2")
        done = row.locator(".done").text_content()
        color = row.locator(".done").evaluate("(element) => getComputedStyle(element).color")
        muted = page.locator("#strings .number").first.evaluate(
            "(element) => getComputedStyle(element).color")
        self.check("a reading of an earlier stroke has its age in place of a verdict",
                   near(done, 0) and done.endswith(" s") and color == muted, (done, color))
        self.check("the program ends", session.stop() == 130)
        browser.close()

    def follows_strokes(self):
        """The page that tuner serve --strum serves: all strings of the session's strokes."""
        home = self.recording.parent
        recording = home / "strokes.wav"
        write_stroke(recording, [cents + SHARPER for cents in STROKE], times=8)
        # The session's A4 is 441 Hz. By its tolerance A2 is off, by the page's own it is in tune.
        session = ServedSession(
            self.tuner, self.page_directory, recording, home,
            ["--strum", "--tolerance", "2.5", "--a4", "441", "--offsets", "1=1"])
        browser = self.browser(microphone=False)
        context = browser.new_context(viewport={"width": 360, "height": 780}, color_scheme="dark")
        page = context.new_page()
        # No stroke could be measured with these.
        page.add_init_script(f"localStorage.headstock ??= {OWN!r};")
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(session.address)
        page.locator("#announcement", has_text="D3 is 12 cents flat").wait_for(timeout=15_000)
        self.shows_strokes(page)
        self.check("the program ends", session.stop() == 130)
        page.wait_for_selector("#message:visible")
        self.check("the strings stay", page.locator("#strokes").is_visible() and not errors, errors)
        page.select_option("#microphone", "")
        values = page.evaluate(FORM)
        self.check("with a microphone, the page's own settings are back",
                   values == ["mandolin", "nearest", "440", "10"]
                   and page.input_value("#capo") == "7"
                   and page.locator("#a4").is_enabled() and page.locator(".level").is_visible()
                   and page.locator("#session-targets").is_hidden(),
                   values)
        browser.close()

    def shows_strokes(self, page):
        """The strings of a stroke and the settings of the computer, on a small screen."""
        said = page.text_content("#announcement")
        self.check("a served page tells the strings of a stroke, by the session's tolerance",
                   said.startswith("D3 is 12 cents flat, ")
                   and "A2 is 3.0 cents flat" in said, said)
        row = page.locator("#strings li", has_text="D3").locator(".done").text_content()
        self.check("its list of strings has their cents", near(row, -12), row)
        self.check("its needles are shown", page.locator("#strokes").is_visible()
                   and page.locator("#all-strings").is_disabled())
        self.has_no_violation(page, "a served stroke")
        wide = page.evaluate("document.documentElement.scrollWidth")
        self.check("nothing is wider than the screen, 360 px", wide <= 360, wide)
        if self.pictures:
            page.screenshot(path=self.pictures / "web-served-strokes-360-dark.png", full_page=True)
        values = page.evaluate(FORM)
        self.check("its settings are those of the session",
                   values == ["standard", "all", "441", "2.5"], values)
        told = page.text_content("#session-targets")
        frequency = page.locator("#strings li", has_text="E4").locator(".frequency").text_content()
        # E4 is 7 semitones below A4, and 1 cent above that.
        self.check("the offsets of the session are told, and its targets shown",
                   told == "Targets of strings are adjusted: offsets 1=1."
                   and page.is_visible("#session-targets")
                   and frequency == f"{441 * 2 ** (-4.99 / 12):.2f} Hz", (told, frequency))
        self.check("no level is shown that no record tells", page.locator(".level").is_hidden())
