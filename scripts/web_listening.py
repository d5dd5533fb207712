# SPDX-License-Identifier: MIT
"""The checks of the page that listens to a microphone; imported, never run."""

import pathlib
import struct

from web_signals import write_pluck
from web_strokes import E2, near, wait_until

# Sounds that are hard for tuners in browsers: name, key, cents, tolerance in cents, and a hum
# below.
HARD = [
    ("the lowest string of a bass with five", "B0", 23, 3.0, 0.5, 0.0),
    ("a bass below 41 Hz", "D1", 26, -4.0, 0.5, 0.0),
    ("the low E of a bass", "E1", 28, -6.0, 0.5, 0.0),
    ("a tenth of a cent at the top", "E6", 88, 0.4, 0.1, 0.0),
    ("a string over mains hum", "A2", 45, 7.0, 0.5, 0.05),
]
# The sound before the screen is right, in seconds of the stream: a busy machine does not matter.
LONGEST_WAIT = 0.5
PROCESSING = ("echoCancellation", "noiseSuppression", "autoGainControl")
# Records the page's requests to the browser's audio.
WATCH_AUDIO = """
  window.asked = [];
  window.given = [];
  window.nodes = 0;
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    window.asked.push(constraints.audio);
    const stream = await getUserMedia(constraints);
    window.given.push(stream.getAudioTracks()[0].getSettings());
    return stream;
  };
  const create = BaseAudioContext.prototype.createScriptProcessor;
  BaseAudioContext.prototype.createScriptProcessor = function (...options) {
    window.nodes += 1;
    return create.apply(this, options);
  };
"""
# Connects an analyser to the output.
WATCH_SOUND = """
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (target, ...places) {
    if (target === this.context.destination) {
      window.analyser ??= new AnalyserNode(this.context, {
        fftSize: 32768, smoothingTimeConstant: 0,
      });
      connect.call(this, window.analyser);
    }
    return connect.call(this, target, ...places);
  };
"""
# Ends the microphone as soon as the page has it, as if somebody disconnected it.
END_MICROPHONE = """
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    setTimeout(() => {
      for (const track of stream.getTracks()) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
    }, 0);
    return stream;
  };
"""
# The strings with the mark of those that have been in tune.
MARKED = "[...document.querySelectorAll('.done')].filter(({ textContent }) => textContent).length"
# The level in dB and the frequency in Hz of the strongest partial, by a parabola through its peak.
STRONGEST = """() => {
  const levels = new Float32Array(window.analyser.frequencyBinCount);
  window.analyser.getFloatFrequencyData(levels);
  const peak = levels.indexOf(Math.max(...levels));
  const [left, middle, right] = levels.subarray(peak - 1, peak + 2);
  const offset = (left - right) / (2 * (left - 2 * middle + right));
  return [middle, (peak + offset) * window.analyser.context.sampleRate / window.analyser.fftSize];
}"""


def keep(kind, name):
    """Returns a script that keeps what the page makes of an interface in a list of the window."""
    return """
      window.NAME = [];
      window.KIND = class extends KIND {
        constructor(...options) {
          super(...options);
          window.NAME.push(this);
        }
      };
    """.replace("KIND", kind).replace("NAME", name)


# Keeps each reading that the page shows, with its time in the stream and since the first one.
KEEP_SEEN = """() => {
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
}"""


class ListeningChecks:
    """The checks of microphones and reference tones."""

    def hears(self):
        """The reading of a recording, and its time."""
        browser = self.browser()
        page, errors = self.open(browser)
        page.evaluate(KEEP_SEEN)
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
        self.check("a screen reader is told", said == "E2, in tune", said)
        self.recording_is_kept(page)
        self.marks_tuned_strings(page)
        self.check("no error is logged", not errors, errors)
        browser.close()

    def marks_tuned_strings(self, page):
        """The mark of a tuned string, after its order, the names and the pitches of strings
        change."""
        marks = [page.evaluate(MARKED)]
        page.check("#left")
        marks.append(page.evaluate(MARKED))
        page.click("#listen")
        self.check("Stop ends listening", page.text_content("#listen") == "Listen")
        page.select_option("#notation", "german")
        marks.append(page.evaluate(MARKED))
        page.fill("#a4", "442")
        page.press("#a4", "Tab")
        marks.append(page.evaluate(MARKED))
        self.check("the mark of a tuned string stays until its pitch changes",
                   marks == [1, 1, 1, 0], marks)

    def locks_a_string(self):
        """A locked string, while another one sounds into the microphone."""
        recording = self.recording.with_name("locked.wav")
        write_pluck(recording, E2 * 2 ** (5 / 12))
        browser = self.browser(recording=recording)
        page, errors = self.open(browser, "#target=string%206")
        page.click("#listen")
        page.locator("[data-part=cents]", has_text="E2: 5.0 semitones sharp").wait_for()
        page.locator("#announcement", has_text="E2: 5.0 semitones sharp").wait_for()
        self.check("a pitch far from the locked string has its distance in semitones", not errors,
                   errors)
        browser.close()

    def asks_for_plain_sound(self):
        """The browser's processing is off, no old node is made, and a device can be chosen."""
        browser = self.browser()
        page, errors = self.open(browser, script=WATCH_AUDIO)
        page.click("#listen")
        page.locator("[data-part=note]", has_text="E2").wait_for()
        asked, given = page.evaluate("[window.asked, window.given]")
        self.check("the browser is asked not to process the sound",
                   [asked[0][name] for name in PROCESSING] == [False] * 3, asked)
        self.check("and does not", [given[0][name] for name in PROCESSING] == [False] * 3
                   and page.text_content("#message") == "", given)
        nodes = page.evaluate("window.nodes")
        self.check("no deprecated script node is made", nodes == 0 and not errors, errors)
        devices = page.locator("#microphone option").evaluate_all(
            "(options) => options.map((option) => option.value).filter((value) => value !== '')")
        page.select_option("#microphone", devices[-1])
        wait_until(page, "window.given.length === 2")
        page.locator("[data-part=note]", has_text="E2").wait_for()
        chosen = page.evaluate("window.given[1].deviceId")
        self.check("another microphone is heard when it is chosen", chosen == devices[-1],
                   f"{len(devices)} devices")
        browser.close()
        page, errors = self.open(self.browser(), script="""
          navigator.mediaDevices.enumerateDevices = async () => [];
          const { getSettings } = MediaStreamTrack.prototype;
          MediaStreamTrack.prototype.getSettings = function () {
            return { ...getSettings.call(this), noiseSuppression: true };
          };""")
        page.click("#listen")
        page.wait_for_selector("#message:visible")
        text = page.text_content("#message")
        self.check("a browser that processes it anyway is named", "noiseSuppression" in text, text)
        page.context.browser.close()

    def starts_audio_again(self):
        """Audio that the system suspends starts again; where it can't, listening ends."""
        browser = self.browser()
        script = keep("AudioContext", "contexts") + keep("AudioWorkletNode", "nodes")
        page, errors = self.open(browser, script=script)
        page.click("#listen")
        page.locator("[data-part=note]", has_text="E2").wait_for()
        page.click("#record")
        page.wait_for_timeout(500)
        page.evaluate("""() => {
          const node = window.nodes.at(-1);
          node.port.close();
          node.dispatchEvent(new Event('processorerror'));
        }""")
        page.wait_for_selector("#saved a", timeout=5000)
        text = page.text_content("#message")
        self.check("a failure on the audio thread is told, and the recording is kept",
                   text == "The tuner stopped on the audio thread. Start again.", text)
        page.click("#listen")
        page.wait_for_selector("#listen[data-on]")
        page.locator("[data-part=note]", has_text="E2").wait_for()
        page.evaluate("window.contexts.at(-1).suspend()")
        wait_until(page, "window.contexts.at(-1).state === 'running'")
        page.locator("[data-part=note]", has_text="E2").wait_for()
        self.check("audio that was suspended starts again",
                   page.text_content("#listen") == "Stop" and page.text_content("#message") == "")
        page.evaluate("""() => {
          const context = window.contexts.at(-1);
          context.resume = () => Promise.reject(new Error('The test says no.'));
          return context.suspend();
        }""")
        page.wait_for_selector("#message:visible")
        text = page.text_content("#message")
        page.locator("[data-stale] [data-part=note]").wait_for()
        note = page.text_content("[data-part=note]")
        self.check("where it can't, a sentence says so, and the last note is dimmed",
                   text == "The system has stopped the audio. Start again." and note == "E2"
                   and not errors, f"{text} {note}")
        page, errors = self.open(browser, script=END_MICROPHONE)
        page.click("#listen")
        page.wait_for_selector("#message:visible")
        text = page.text_content("#message")
        self.check("a microphone that goes away while listening begins is told",
                   text == "The microphone is gone. Connect it, then start again."
                   and page.text_content("#listen") == "Listen" and not errors, text)
        browser.close()

    def plays_reference_tones(self):
        browser = self.browser()
        page, errors = self.open(browser, script=WATCH_SOUND)
        found = []
        for name, frequency in (("A2", 110.0), ("E4", 440 * 2 ** (-5 / 12))):
            page.get_by_role("button", name=f"Play {name}").click()
            page.wait_for_timeout(1500)  # the analyser's window is 0.7 s long
            level, hertz = page.evaluate(STRONGEST)
            found.append((name, f"{hertz:.2f} Hz, {level:.0f} dB"))
            self.check(f"a reference tone sounds: {name}",
                       abs(hertz - frequency) < 0.2 and level > -60, found[-1][1])
        page.get_by_role("button", name="Play E4").click()
        page.wait_for_timeout(1500)
        level = page.evaluate(STRONGEST)[0]
        self.check("and ends", level is None or level < -90, level)
        self.check("no error is logged", not errors, errors)
        browser.close()

    def recording_is_kept(self, page):
        page.click("#record")
        page.locator("#record", has_text="Stop recording").wait_for()
        pressed = page.locator(".actions [aria-pressed]").count()
        self.check("the names of buttons tell that it listens and records",
                   page.text_content("#listen") == "Stop" and pressed == 0, pressed)
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
        browser = self.launch("--use-fake-ui-for-media-stream")
        page, errors = self.open(browser, script="""
          navigator.serviceWorker.register = () => Promise.reject(new Error('The test says no.'));
          navigator.mediaDevices.enumerateDevices = navigator.serviceWorker.register;""")
        page.click("#listen")
        page.wait_for_selector("#message:visible")
        text = page.text_content("#message")
        self.check("a missing microphone is explained", "no microphone" in text and not errors,
                   (text, errors))
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        page.goto(self.server.address)
        page.wait_for_selector("#listen:enabled")
        page.click("#listen")
        page.wait_for_selector("#message:visible")
        text = page.text_content("#message")
        self.check("a page that is not secure is explained", "securely" in text, text)
        page = browser.new_context(service_workers="block").new_page()
        page.route("**/headstock.wasm", lambda route: route.abort())
        page.goto(self.server.address)
        page.wait_for_selector("#message:visible")
        text = page.text_content("#message")
        self.check("a module that does not load is explained", "did not load" in text, text)
        browser.close()

    def reads_difficult_signals(self):
        """Sounds that are hard for tuners in browsers, through the microphone and from a file."""
        for sentence, name, key, cents, tolerance, hum in HARD:
            recording = self.recording.with_name(f"{name}.wav")
            frequency = 440 * 2 ** ((key - 69) / 12 + cents / 1200)
            write_pluck(recording, frequency, seconds=3, hum=hum)
            browser = self.browser(recording=recording)
            page, errors = self.open(browser, "#target=chromatic")
            page.set_input_files("#file", recording)
            page.wait_for_selector("#analysis svg", timeout=30_000)
            rows = page.locator("#analysis tbody tr").evaluate_all(
                "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))")
            found = {row[0]: row[1] for row in rows}
            self.check(f"{sentence}: {name} {cents:+} cents in a file",
                       near(found.get(name, ""), cents, tolerance + 0.05), rows)
            page.evaluate("""() => {
              window.seen = [];
              new MutationObserver(() => {
                const [note, cents] = ['note', 'cents'].map((part) =>
                  document.querySelector(`[data-part=${part}]`).textContent);
                if (cents !== '') window.seen.push([note, cents]);
              }).observe(document.getElementById('readout'), { subtree: true, childList: true });
            }""")
            page.click("#listen")
            page.wait_for_timeout(2500)
            seen = page.evaluate("window.seen")
            last = seen[-1] if seen else ["", ""]
            self.check("and through the microphone",
                       last[0] == name and near(last[1], cents, tolerance + 0.05), last)
            browser.close()
