# SPDX-License-Identifier: MIT
"""The checks of the web page that play strokes and lists of notes; imported, never run."""

import itertools

from web_signals import write_melody, write_stroke

E2 = 440 * 2 ** (-29 / 12)  # Hz
FLAT = -5.0  # cents
WITHIN = 0.5  # cents
# A stroke over a guitar, from the lowest string, in cents: D3 is 12 cents flat.
STROKE = (2.0, -3.0, -12.0, 1.0, 0.0, 3.0)
# Keys with their cents, and the notes of the list: name, cents, string.
MELODY = ((40, -5.0), (50, -12.0), (62, 3.0), (59, 2.0))
NOTES = [("E2", "−5.0", "6"), ("D3", "−12.0", "4"), ("D4", "", ""), ("B3", "+2.0", "2")]
CELLS = "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
# The number of different levels of the spectrogram.
SHADES = """() => {
  const canvas = document.querySelector('#analysis canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Set(data.filter((_, index) => index % 4 === 3)).size;
}"""
# The sentence of STROKE, and a script that keeps what the page shows of each stroke, with the time
# since its onset.
SENTENCE = "D3 is 12 cents flat; the others are in tune."
WATCH_STROKES = """() => {
  [window.seen, window.told, window.listed] = [[], [], []];
  const announcement = document.getElementById('announcement');
  // The list at that moment: a later stroke shows its first readings soon.
  const row = () => [...document.querySelectorAll('#strings li')]
    .find((item) => item.textContent.includes('D3'))?.querySelector('.done')?.textContent;
  new MutationObserver(() => {
    window.told.push(announcement.textContent.trim());
    window.listed.push(row() ?? '');
  }).observe(announcement, { subtree: true, childList: true, characterData: true });
  let [onset, time] = [null, null];
  const dispatch = EventTarget.prototype.dispatchEvent;
  EventTarget.prototype.dispatchEvent = function (event) {
    if (event.type === 'stroke') {
      const { fields: { head }, values } = event.detail;
      time = values[head.indexOf('time_s')];
      onset = values[head.indexOf('onset')] * time / values[head.indexOf('position')];
    }
    return dispatch.call(this, event);
  };
  new MutationObserver(() => {
    const text = document.getElementById('stroke-sentence').textContent;
    if (onset !== null) window.seen.push([time - onset, text]);
  }).observe(document.getElementById('stroke-sentence'), { subtree: true, childList: true });
}"""


class StrokeChecks:
    """The checks of strokes and of the lists of a recording."""

    def hears_a_stroke(self):
        """All strings of one stroke at once, by the page's choice and by the key."""
        recording = self.recording.with_name("stroke.wav")
        write_stroke(recording, STROKE)
        browser = self.browser(recording=recording)
        screens = list(itertools.product((320, 1600), ("light", "dark")))
        for width, scheme in screens[::3] if self.is_short else screens:
            self.hears_a_stroke_at(browser, width, scheme)
        page, errors = self.open(browser)
        page.keyboard.press("Alt+a")
        page.wait_for_selector("#strokes:visible")
        chosen = page.input_value("#target")
        page.click("#all-strings")
        page.wait_for_selector("#needle:visible")
        self.check("a key and a button choose all strings",
                   (chosen, page.input_value("#target")) == ("all", "nearest"), chosen)
        page.click("#listen")
        page.wait_for_selector("#listen[data-on]")
        page.select_option("#target", "all")
        page.locator("#stroke-sentence", has_text="D3 is 12 cents flat").wait_for()
        self.check("the target changes while the page listens", not errors, errors)
        page.fill("#notes", "G4 C5 E5 C6")
        page.press("#notes", "Tab")
        refusal = page.text_content("#notes-error")
        strings = page.locator("#strings .name").all_text_contents()
        self.check("a string that no stroke measures is refused, and nothing changes",
                   "C6" in refusal and strings[0] == "E2" and page.input_value("#target") == "all",
                   (refusal, strings))
        wait_until(page, "document.querySelector('#strings .matched')")
        page.click("#listen")
        wait_until(page, "!document.querySelector('#strings .matched')", 5)
        self.check("no string sounds after Stop", True)
        browser.close()
        self.keeps_what_fades()

    def keeps_what_fades(self):
        """Readings stay after the sound: dimmed, with their age."""
        recording = self.recording.with_name("short.wav")
        write_stroke(recording, STROKE, seconds=1.5, silence=30)
        browser = self.browser(recording=recording)
        page, errors = self.open(browser, "#target=all", viewport={"width": 320, "height": 900})
        page.evaluate("""() => {
          window.words = [];
          const fillText = CanvasRenderingContext2D.prototype.fillText;
          CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
            if (this.canvas.id === 'strokes') window.words.push(text);
            return fillText.call(this, text, ...place);
          };
        }""")
        page.click("#listen")
        page.locator("#announcement", has_text="D3 is 12 cents flat").wait_for()
        wait_until(page, "!document.querySelector('#strings .matched')")
        wait_until(page, "window.words.slice(-24).includes('4 s')")
        words = page.evaluate("window.words.slice(-24)")
        row = page.locator("#strings li", has_text="D3").locator(".done").text_content()
        self.check("a string that has faded keeps its reading, with its age",
                   near(row, -12, 2) and not errors, words)
        if self.pictures:
            page.locator("#readout").screenshot(path=self.pictures / "web-strum-kept.png")
        page.click("#listen")
        wait_until(page, "window.words.slice(-24).includes('8 s')")
        self.check("and after the end of listening", page.text_content("#listen") == "Listen")
        browser.close()

    def hears_a_stroke_at(self, browser, width, scheme):
        page, errors = self.open(browser, "#target=all", color_scheme=scheme,
                                 viewport={"width": width, "height": 900})
        page.evaluate(WATCH_STROKES)
        page.click("#listen")
        page.locator("#announcement", has_text="D3 is 12 cents flat").wait_for()
        seen = page.evaluate("window.seen")
        said = page.text_content("#announcement")
        right = [row for row in seen if row[1].startswith("D3 is 12 cents flat")]
        place = f"{scheme}, {width} px"
        self.check(f"a stroke shows that D3 is 12 cents flat, {place}", bool(right), seen[-1:])
        self.check("within a second of its sound", bool(right) and right[0][0] <= 1,
                   f"{right[0][0]:.2f} s" if right else "never")
        self.check("a screen reader is told once it is settled", said == SENTENCE, said)
        told, listed = page.evaluate("[window.told, window.listed]")
        row = dict(zip(reversed(told), reversed(listed))).get(SENTENCE, "")
        self.check("the list of strings has its cents", near(row, -12), row)
        wide = page.evaluate("document.documentElement.scrollWidth")
        self.check(f"nothing is wider than the screen, {place}", wide <= width, wide)
        self.check("no error is logged", not errors, errors)
        self.has_no_violation(page, f"strokes, {place}")
        if self.pictures:
            page.screenshot(path=self.pictures / f"web-strum-{width}-{scheme}.png", full_page=True)
        # A busy machine may lose samples of one stroke; strokes follow each other.
        wait_until(page, f"window.told.filter((text) => text === {SENTENCE!r}).length > 1")
        self.check("and again of a later stroke", True, page.evaluate("window.told"))
        page.context.close()

    def lists_notes_and_strokes(self):
        """The plots and lists of recordings: of notes, and of a stroke."""
        browser = self.browser()
        page, errors = self.open(browser)
        melody = self.recording.with_name("melody.wav")
        write_melody(melody, MELODY)
        page.set_input_files("#file", melody)
        page.wait_for_selector("#analysis svg", timeout=30_000)
        rows = page.locator("[aria-label=Notes] tbody tr").evaluate_all(CELLS)
        found = [(row[2], row[3], row[5]) for row in rows]
        self.check("a recording's notes are listed", found == NOTES, found)
        shades = page.evaluate(SHADES)
        self.check("their pitch is drawn over the spectrum", shades > 100, f"{shades} levels")
        names = page.locator("#analysis svg .name").all_text_contents()
        self.check("with their names", names == [note for note, _, _ in NOTES], names)
        page.select_option("#target", "all")
        stroke = self.recording.with_name("stroke.wav")
        write_stroke(stroke, STROKE)
        page.set_input_files("#file", stroke)
        page.wait_for_selector("[aria-label=Strokes]", timeout=30_000)
        rows = page.locator("[aria-label=Strokes] tbody tr").evaluate_all(CELLS)
        self.check("a recording's strokes are listed",
                   len(rows) == 1 and rows[0][-1] == SENTENCE and near(rows[0][4], -12), rows)
        lines = page.locator("#analysis svg .name").all_text_contents()
        self.check("with a line for each string", lines == ["E2", "A2", "D3", "G3", "B3", "E4"],
                   lines)
        self.check("no error is logged", not errors, errors)
        self.has_no_violation(page, "an analysis")
        browser.close()


def wait_until(page, condition, seconds=30):
    """Waits for a condition; the page's policy forbids Playwright's own way."""
    for _ in range(10 * seconds):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    raise TimeoutError(condition)


def near(text, cents=FLAT, tolerance=WITHIN):
    """True for a text with cents near the recording's."""
    try:
        return abs(float(text.replace("−", "-").split()[0]) - cents) <= tolerance
    except (IndexError, ValueError):
        return False
