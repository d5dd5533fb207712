# SPDX-License-Identifier: MIT
"""The checks of the page's settings, and of people who use keys or a screen reader; imported.

They are in one file, because most of them open the page, change settings and read them back with
the same constants and expressions of JavaScript.
"""

import pathlib
import tempfile

from web_signals import write_glide
from web_strokes import wait_until

# The names and frequencies of the strings, from the first in the list.
STRINGS = """() => [...document.querySelectorAll('#strings li')].map((item) =>
  [...item.querySelectorAll('.name, .frequency')].map((part) => part.textContent).join(' '))"""
# A setting, its value, and what the list of the standard strings begins or ends with.
EFFECTS = [
    ("tuning", "drop_d", ["D2 73.42 Hz", "E4 329.63 Hz"]),
    ("tuning", "ukulele", ["G4 392.00 Hz", "A4 440.00 Hz"]),
    ("capo", "2", ["F#2 92.50 Hz", "F#4 369.99 Hz"]),
    ("a4", "442", ["E2 82.78 Hz", "E4 331.13 Hz"]),
    ("a4", "432", ["E2 80.91 Hz", "E4 323.63 Hz"]),
    # A fourth below A, and a fifth above A, of 3:2.
    ("temperament", "pythagorean", ["E2 82.50 Hz", "E4 330.00 Hz"]),
    ("notation", "solfege", ["Mi2 82.41 Hz", "Mi4 329.63 Hz"]),
    ("left", True, ["E4 329.63 Hz", "E2 82.41 Hz"]),
]
# The values of some controls.
FORM = """['a4', 'notation', 'tuning', 'capo'].map((id) => document.getElementById(id).value)"""
# The contrast of each colour of the drawings with their background, by WCAG 2.
CONTRAST = """(names) => {
  const style = getComputedStyle(document.documentElement);
  const luminance = (name) => {
    const hex = style.getPropertyValue(name).trim();
    const [red, green, blue] = [1, 3, 5].map((place) => {
      const value = parseInt(hex.slice(place, place + 2), 16) / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const panel = luminance('--panel');
  return names.map((name) => {
    const own = luminance(`--${name}`);
    return (Math.max(own, panel) + 0.05) / (Math.min(own, panel) + 0.05);
  });
}"""
# Of text, and of graphics that carry information.
TEXTS, GRAPHICS = ("text", "muted", "good", "near", "far", "quiet"), ("line", "edge", "accent")


# The tunings that the page lists for each instrument.
GROUPS = """() => [...document.querySelectorAll('#tuning optgroup')].map((group) =>
  [group.label, [...group.children].map((option) => option.value)])"""
# Values of settings that no version of the page has, or that another one has.
DAMAGED = '{"tuning":"\\ud800","target":"fifths","theme":"sepia","microphone":"gone"}'
# Presses of Alt: the key, its place, and whether it is Alt+A. On AZERTY, A and Q change places.
KEYS = [("a", "KeyQ", True), ("q", "KeyA", False), ("å", "KeyA", True), ("ф", "KeyA", True)]
PRESS = """([key, code]) => {
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, altKey: true, bubbles: true }));
  return document.body.dataset.target === 'all';
}"""
# True where the pixels of a canvas are those of the screen.
IS_SHARP = """(() => {
  const canvas = document.getElementById('needle');
  const { width } = canvas.getBoundingClientRect();
  return canvas.width === Math.round(width * devicePixelRatio);
})()"""
# A control and the keys that use it, what they do, and what then holds.
CONTROLS = [
    (["#tuning", "ArrowDown"], "chooses a tuning",
     "document.querySelector('#tuning').value !== 'standard'"),
    (["#capo", "ArrowUp", "Tab"], "moves the capo", "document.querySelector("
     "'#capo').value === '1' && JSON.parse(localStorage.headstock).capo === 1"),
    (["#left", "Space"], "turns the strings around",
     "document.querySelector('#strings .number').textContent === '1'"),
    ([".tone", "Enter"], "plays a tone",
     "document.querySelector('.tone').getAttribute('aria-pressed') === 'true'"),
    (["#record", "Enter", "Enter"], "records",
     "document.querySelector('#saved a') !== null"),
    (["#record", "Enter", "Enter"], "records again, and the first recording stays",
     "document.querySelectorAll('#saved a').length === 2"),
    (["#listen", "Enter"], "ends listening",
     "document.querySelector('#listen').textContent === 'Listen'"),
]
# A margin in cents, and the colour of +6 cents after +3 where 5 cents are in tune.
MARGINS = [("0", ("near", "far")), ("3", ("good",))]


class SettingsChecks:
    """The checks of settings, keys, screen readers and colours."""

    def keeps_settings(self):
        browser = self.browser()
        page, errors = self.open(browser)
        page.fill("#a4", "442")
        page.press("#a4", "Tab")
        page.select_option("#notation", "german")
        page.select_option("#tuning", "bass_standard")
        page.reload()
        page.wait_for_selector("#listen:enabled")
        values = page.evaluate(FORM)
        wanted = ["442", "german", "bass_standard", "0"]
        self.check("settings stay between visits", values == wanted, values)
        other = self.shares_a_link(browser, page, wanted)
        self.keeps_settings_of_two_tabs(page)
        self.refuses_values(page)
        self.refuses_a_target(page)
        self.lists_microphones(page)
        self.mends_damaged_settings(other)
        self.check("no error is logged", not errors, errors)
        browser.close()

    def shares_a_link(self, browser, page, wanted):
        """A link has the settings of a page; returns the page of another visitor."""
        page.click("#share")
        link = page.input_value("#link")
        other = browser.new_context().new_page()
        other.goto(self.server.address)
        other.wait_for_selector("#listen:enabled")
        choose(other, "capo", "3")
        open_link(other, link)
        values = other.evaluate(FORM)
        self.check("a link shares them, also with a page that is open and has others",
                   values == wanted and "#" not in other.url, link)
        choose(page, "theme", "dark")
        link = page.input_value("#link")
        self.check("the link follows a later change",
                   "theme=dark" in link and page.text_content("#shared") == "", link)
        return other

    def keeps_settings_of_two_tabs(self, page):
        """Another tab of the same visitor changes another setting."""
        second = page.context.new_page()
        second.goto(self.server.address)
        second.wait_for_selector("#listen:enabled")
        choose(second, "a4", "443")
        choose(page, "notation", "solfege")
        second.reload()
        second.wait_for_selector("#listen:enabled")
        values = second.evaluate(FORM)[:2]
        self.check("two tabs keep the settings of each other", values == ["443", "solfege"], values)
        second.close()

    def refuses_values(self, page):
        """Wrong values are refused beside their controls, and do not count."""
        shown = []
        for typed in ("490.004", "389.996", "441.996"):
            page.fill("#a4", typed)
            page.press("#a4", "Tab")
            shown.append(page.input_value("#a4"))
        self.check("A4 is rounded to hundredths before its range is checked",
                   (shown, page.text_content("#a4-error")) == (["490", "390", "442"], ""), shown)
        page.fill("#a4", "20")
        page.press("#a4", "Tab")
        self.check("a wrong value is refused beside its field",
                   page.text_content("#a4-error") != "", page.text_content("#a4-error"))
        page.fill("#notes", "X9")
        page.press("#notes", "Tab")
        text = page.text_content("#notes-error")
        self.check("wrong notes are refused by the engine's sentence",
                   text == 'String 1: "X9" is not a note. Write a letter from A to G, # or b, and an '
                   "octave, such as F#3.", text)
        choose(page, "theme", "light")
        found = page.evaluate("[...document.querySelectorAll('.error')].map((error) => "
                              "error.textContent).join('')")
        self.check("no refusal stays at a value that counts again",
                   found == "" and page.locator("[aria-invalid=true]").count() == 0
                   and page.input_value("#a4") == "442", found)
        choose(page, "notes", "D2 A2 D3 G3 A3 D5")
        choose(page, "notes", "")
        self.check("own notes that are cleared stay, because they are tuned",
                   page.input_value("#notes") == "D2 A2 D3 G3 A3 D5", page.input_value("#notes"))

    def mends_damaged_settings(self, other):
        """Links and stored settings that no version of the page writes."""
        open_link(other, self.server.address
                  + "#tuning=nonsense&a4=abc&capo=999&x=%3Cscript%3E")
        self.check("a damaged link leaves a working page", other.input_value("#tuning") != "",
                   other.text_content("#message"))
        open_link(other, self.server.address + "#a4=300&noiseGateThreshold=5&notation=latin")
        text = other.text_content("#message")
        self.check("refused settings of a link have the labels of their controls",
                   text == "A4 in Hz can't be 300; 440 counts. Give 390 to 490 Hz. Names of notes "
                   'can\'t be "latin"; "C D E F G A B" counts. Choose another. Confidence to show a '
                   "pitch can't be 5; 0.3 counts. Give a number from 0 to 1.", text)
        other.evaluate("(text) => { localStorage.headstock = text; }", DAMAGED)
        other.reload()
        other.wait_for_selector("#listen:enabled")
        text = other.text_content("#message")
        chosen = other.evaluate("['theme', 'microphone'].map((id) => "
                                "document.getElementById(id).selectedOptions[0]?.text)")
        self.check("damaged settings, and those of another version, leave a working page",
                   'Target can\'t be "fifths"; "The nearest string" counts.' in text
                   and chosen[0] == "As the system" and "chosen microphone" in chosen[1],
                   (text, chosen))

    def refuses_a_target(self, page):
        """A button far from the list of targets is refused with a reason that is seen."""
        choose(page, "tuning", "mandolin")
        choose(page, "capo", "5")
        page.click("#all-strings")
        text = page.text_content("#target-error")
        place = page.locator("#target-error").bounding_box()
        height = page.viewport_size["height"]
        self.check("a refused target has its reason in sight, and the list shows what counts",
                   "cannot be measured in a stroke" in text
                   and 0 <= place["y"] <= height - place["height"]
                   and page.input_value("#target") == "nearest", text)

    def lists_microphones(self, page):
        """The list follows the devices of the machine."""
        page.evaluate("""() => {
          navigator.mediaDevices.enumerateDevices = async () =>
            [{ kind: 'audioinput', deviceId: 'late', label: 'A late one' }];
          navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
        }""")
        page.locator("#microphone option", has_text="A late one").wait_for(state="attached")
        self.check("a microphone that is connected later is listed", True)

    def follows_each_setting(self):
        """Each setting changes what the page shows."""
        browser = self.browser()
        page, errors = self.open(browser)
        for name, value, wanted in EFFECTS:
            page.evaluate("localStorage.clear()")
            page.reload()
            page.wait_for_selector("#listen:enabled")
            choose(page, name, value)
            strings = page.evaluate(STRINGS)
            self.check(f"{name} {value} changes the strings",
                       [strings[0], strings[-1]] == wanted, [strings[0], strings[-1]])
        page.evaluate("localStorage.clear()")
        page.reload()
        page.wait_for_selector("#listen:enabled")
        self.tunes_own_notes(page)
        page.click("#listen")
        page.locator("[data-part=note]", has_text="E2").wait_for()
        colors = []
        for tolerance in ("10", "2"):
            choose(page, "tolerance", tolerance)
            page.wait_for_timeout(500)
            colors.append(page.get_attribute("#readout", "data-color"))
        self.check("five cents flat are in tune by a tolerance of 10 cents, and not by 2",
                   colors[0] == "good" and colors[1] in ("near", "far"), colors)
        choose(page, "noise-gate", "1")
        wait_until(page, "document.querySelector('[data-part=note]').textContent === '–'")
        self.check("no pitch is shown below the confidence that is asked for", True)
        for theme, dark in (("dark", True), ("light", False)):
            choose(page, "theme", theme)
            paper = page.evaluate(
                "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
            self.check(f"the theme can be {theme}", (max(paper) < 64) == dark, paper)
        self.check("no error is logged", not errors, errors)
        browser.close()

    def tunes_own_notes(self, page):
        """Notes of the player, with the names of a language."""
        page.fill("#notes", "D2 A2 D3 F#3 A3 D4")
        page.press("#notes", "Tab")
        page.select_option("#notation", "german")
        strings = page.evaluate(STRINGS)
        self.check("own notes are tuned, with the names of the chosen language",
                   strings[0] == "D2 73.42 Hz" and strings[3].startswith("Fis3"), strings)
        page.fill("#notes", "E2 A2 D3 G3 B3 E4")
        page.press("#notes", "Tab")
        self.check("B is H in German", page.evaluate(STRINGS)[4] == "H3 246.94 Hz",
                   page.evaluate(STRINGS)[4])

    def keeps_a_verdict_within_its_margin(self):
        """A note that leaves the in-tune window by less than the margin stays in tune."""
        with tempfile.TemporaryDirectory() as place:
            sound = pathlib.Path(place) / "glide.wav"
            write_glide(sound, key=40, cents=(3.0, 6.0))
            for margin, wanted in MARGINS:
                browser = self.browser(recording=sound)
                page, errors = self.open(browser)
                choose(page, "tolerance", "5")
                choose(page, "hysteresis", margin)
                page.click("#listen")
                colors = []
                for cents in (3, 6):
                    page.wait_for_function(
                        """(cents) => Math.abs(parseFloat(document.querySelector(
                             '[data-part=cents]').textContent) - cents) < 0.25""",
                        arg=cents, polling=20, timeout=30_000)
                    colors.append(page.get_attribute("#readout", "data-color"))
                self.check(f"6 cents sharp after 3, with 5 in tune and a margin of {margin}",
                           colors[0] == "good" and colors[1] in wanted, colors)
                self.check("no error is logged", not errors, errors)
                browser.close()

    def groups_tunings(self):
        """The list of tunings is grouped by instrument, for eyes, keys and screen readers."""
        browser = self.browser()
        page, errors = self.open(browser)
        groups = dict(page.evaluate(GROUPS))
        strays = [one for one in groups["Guitar"] if one.startswith(("bass", "ukulele", "violin"))]
        self.check("each instrument has its tunings",
                   list(groups) == ["Guitar", "Bass", "Ukulele", "Other instruments"]
                   and groups["Guitar"][0] == "standard" and not strays
                   and groups["Bass"][0] == "bass_standard"
                   and all(len(names) > 1 for names in groups.values()), groups)
        page.focus("#tuning")
        found = [page.input_value("#tuning")]
        for _ in range(sum(map(len, groups.values())) - 1):
            page.keyboard.press("ArrowDown")
            found.append(page.input_value("#tuning"))
        self.check("an arrow key goes from one instrument to the next",
                   found == [one for names in groups.values() for one in names], found)
        page.keyboard.type("Uku")
        self.check("letters choose a tuning of another instrument",
                   page.input_value("#tuning").startswith("ukulele"), page.input_value("#tuning"))
        client = page.context.new_cdp_session(page)
        nodes = client.send("Accessibility.getFullAXTree")["nodes"]
        told = [node["name"]["value"] for node in nodes
                if node.get("role", {}).get("value") in ("group", "MenuListPopup", "optgroup")
                and node.get("name", {}).get("value") in groups]
        self.check("a screen reader is told the instruments", sorted(told) == sorted(groups), told)
        self.check("no error is logged", not errors, errors)
        browser.close()

    def works_by_keyboard(self):
        """Every control is reached, and each kind of control is used, by keys alone."""
        browser = self.browser()
        page, errors = self.open(browser)
        reached = []
        for _ in range(60):
            page.keyboard.press("Tab")
            reached.append(page.evaluate(
                "document.activeElement.id || document.activeElement.className"))
            if reached.count("listen") == 1 and reached[-1] == "listen":
                page.keyboard.press("Enter")
                page.wait_for_selector("#listen[data-on]")
            if reached[-1] == "string" and "locked" not in reached:
                page.keyboard.press("Space")
                page.wait_for_selector(".string[aria-pressed=true]:focus", timeout=5000)
                reached.append("locked")
        wanted = {"listen", "record", "all-strings", "string", "locked", "tone", "file", "tuning",
                  "notes", "target", "capo", "a4", "temperament", "notation", "tolerance",
                  "hysteresis", "noise-gate", "microphone", "theme", "left", "share"}
        self.check("the keyboard reaches every control", wanted <= set(reached),
                   sorted(wanted - set(reached)))
        for keys, sentence, condition in CONTROLS:
            page.focus(keys[0])
            for key in keys[1:]:
                page.keyboard.press(key)
                page.wait_for_timeout(300)
            wait_until(page, condition, 5)
            self.check(f"the keyboard {sentence}", True)
        visible = page.evaluate("""() => {
          document.querySelector('#capo').focus();
          return getComputedStyle(document.activeElement).outlineStyle;
        }""")
        self.check("the focus is visible", visible == "solid", visible)
        found = []
        for key, code, _ in KEYS:
            before = page.evaluate("document.body.dataset.target === 'all'")
            found.append((key, code, page.evaluate(PRESS, [key, code]) != before))
        self.check("Alt+A follows the layout of the keyboard", found == KEYS, found)
        self.check("no error is logged", not errors, errors)
        browser.close()

    def is_accessible(self):
        browser = self.browser()
        for scheme in ("light", "dark"):
            for width in (320, 1600):
                page, errors = self.open(
                    browser, color_scheme=scheme, viewport={"width": width, "height": 900})
                page.click("#listen")
                page.locator("[data-part=note]", has_text="E2").wait_for()
                self.has_no_violation(page, f"{scheme}, {width} px")
                ratios = page.evaluate(CONTRAST, [*TEXTS, *GRAPHICS])
                self.check(f"drawings have the contrast of AA, {scheme}, {width} px",
                           min(ratios[:len(TEXTS)]) >= 4.5 and min(ratios[len(TEXTS):]) >= 3,
                           [round(ratio, 1) for ratio in ratios])
                wide = page.evaluate("document.documentElement.scrollWidth")
                self.check(f"nothing is wider than the screen, {width} px", wide <= width, wide)
                if self.pictures:
                    page.set_input_files("#file", self.recording)
                    page.wait_for_selector("#analysis svg", timeout=30_000)
                    page.screenshot(path=self.pictures / f"web-{width}-{scheme}.png",
                                    full_page=True)
                page.context.close()
        page, errors = self.open(browser, reduced_motion="reduce", forced_colors="active")
        self.check("reduced motion hides the strobe", page.locator("#strobe").is_hidden())
        page.locator(".string").first.click()
        found = page.locator(".string").evaluate_all(
            "(buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor)")
        self.check("forced colours show which string is locked", found[0] not in found[1:],
                   found[:2])
        page.context.new_cdp_session(page).send("Emulation.setDeviceMetricsOverride", {
            "width": 1280, "height": 720, "deviceScaleFactor": 1.5, "mobile": False})
        wait_until(page, f"devicePixelRatio === 1.5 && {IS_SHARP}", 5)
        self.check("drawings follow a zoom", not errors, errors)
        browser.close()


def open_link(page, link):
    """Opens a link to settings in a tab that shows the page: only the fragment changes."""
    with page.expect_event("load"):
        page.goto(link)
    page.wait_for_selector("#listen:enabled")


def choose(page, name, value):
    """Sets a control as a person does."""
    control = page.locator(f"#{name}")
    if isinstance(value, bool):
        control.set_checked(value)
    elif control.evaluate("(element) => element.localName") == "select":
        control.select_option(value)
    else:
        control.fill(value)
        control.press("Tab")
