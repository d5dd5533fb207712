# SPDX-License-Identifier: MIT
"""The check of the page's memory over minutes of strings and of strokes; imported, never run."""

import pathlib

from web_signals import write_pluck, write_stroke
from web_strokes import E2, FLAT, STROKE

# The largest growth from the first third of the time to the last, in bytes: of the page's heap, and
# of the memory that its process alone has, which includes the audio thread.
LARGEST_HEAP_GROWTH = 1_000_000
LARGEST_GROWTH = 8_000_000
# The seconds between two measurements.
PAUSE = 5
# The fewest readings a second: 20, less those of a busy machine.
FEWEST = 15


class MemoryChecks:
    """The check of the page's memory."""

    def does_not_grow(self):
        """Listens to a string and to strokes at the same time, in two browsers."""
        pluck = self.recording.with_name("strings.wav")
        write_pluck(pluck, E2 * 2 ** (FLAT / 1200), seconds=4, times=5)
        strokes = self.recording.with_name("strokes.wav")
        write_stroke(strokes, STROKE, times=5)
        listeners = [Listener(self, "nearest", "reading", pluck),
                     Listener(self, "all", "stroke", strokes)]
        seconds = 60 * self.minutes
        # The first half minute fills caches.
        listeners[0].page.wait_for_timeout(30_000)
        for listener in listeners:
            listener.begin()
        for _ in range(seconds // PAUSE):
            listeners[0].page.wait_for_timeout(1000 * PAUSE)
            for listener in listeners:
                listener.measure()
        for listener in listeners:
            count = listener.page.evaluate("window.count") / seconds
            self.check(f"{self.minutes} minutes of target {listener.target} are measured",
                       count > FEWEST, f"{count:.1f} updates a second")
            for name, sizes, largest in (
                    ("heap", listener.heaps, LARGEST_HEAP_GROWTH),
                    ("process", listener.processes, LARGEST_GROWTH)):
                third = len(sizes) // 3
                # The smallest sizes: garbage that is not collected yet does not count.
                before, after = min(sizes[:third]), min(sizes[-third:])
                course = " ".join(f"{size / 1e6:.1f}" for size in sizes[::30 // PAUSE])
                self.check(f"they need no more memory of the {name}", after - before <= largest,
                           f"{before / 1e6:.2f} MB, then {after / 1e6:.2f}; each 30 s: {course}")
            self.check("no error is logged", not listener.errors, listener.errors)
            listener.browser.close()


class Listener:
    """A page that listens to a recording, and its memory."""

    def __init__(self, checks, target, event, recording):
        self.target = target
        self.browser = checks.browser(recording=recording)
        self.page, self.errors = checks.open(self.browser, f"#target={target}", script=f"""
          window.count = 0;
          const dispatch = EventTarget.prototype.dispatchEvent;
          EventTarget.prototype.dispatchEvent = function (event) {{
            if (event.type === '{event}') window.count += 1;
            return dispatch.call(this, event);
          }};""")
        self.session = self.page.context.new_cdp_session(self.page)
        processes = self.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
        # A new browser has one page, and may have an empty process for the next one.
        self.process = max((pathlib.Path(f"/proc/{process['id']}/smaps_rollup")
                            for process in processes["processInfo"]
                            if process["type"] == "renderer"), key=private_bytes)
        self.heaps, self.processes = [], []
        self.page.click("#listen")

    def begin(self):
        self.page.evaluate("window.count = 0")

    def measure(self):
        self.session.send("HeapProfiler.collectGarbage")
        self.heaps.append(self.session.send("Runtime.getHeapUsage")["usedSize"])
        self.processes.append(private_bytes(self.process))


def private_bytes(smaps):
    """Returns the memory that no other process shares."""
    lines = [line.split() for line in smaps.read_text().splitlines()[1:]]
    return 1024 * sum(int(words[1]) for words in lines
                      if words[0] in ("Private_Clean:", "Private_Dirty:"))
