# SPDX-License-Identifier: MIT
"""The checks of the page that `tuner serve` serves; imported, never run."""

import math
import os
import signal
import subprocess

from web_signals import write_pluck, write_stroke
from web_strokes import E2, FLAT, STROKE, near, wait_until

# The seconds for which the script of a page stops.
STUCK = 6
# The cents from A4 at 440 Hz to A4 at 441 Hz.
SHARPER = 1200 * math.log2(441 / 440)
# The visitor's own settings.
OWN = '{"tuning":"mandolin","capo":7}'
# The tuning, the target, A4 and the tolerance that the form shows.
FORM = "['tuning', 'target', 'a4', 'tolerance'].map((id) => document.getElementById(id).value)"
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

    def follows_strokes(self):
        """The page that tuner serve --strum serves: all strings of the session's strokes."""
        home = self.recording.parent
        recording = home / "strokes.wav"
        write_stroke(recording, [cents + SHARPER for cents in STROKE], times=8)
        # The session's A4 is 441 Hz. By its tolerance A2 is off, by the page's own it is in tune.
        session = ServedSession(self.tuner, self.page_directory, recording, home,
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
