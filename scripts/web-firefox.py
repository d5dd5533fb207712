#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the web page in Debian's headless Firefox, as far as its fake microphone allows.

Usage: scripts/web-firefox.py [--page DIRECTORY]

  --page DIRECTORY   the built page, .build/web/page by default (scripts/web-page.sh)

Firefox has no microphone that plays a file: its fake microphone gives a tone of 1000 Hz. Its audio
needs a sound card: without one, run it as scripts/virtual-card.sh scripts/web-firefox.py. Strings,
strokes and melodies come from files. At the end the server stops, and the page starts without it.
The script speaks Marionette, Firefox's own protocol. Exit status: 0 all checks passed, 1 one
failed, 2 Firefox is missing or does not start.
"""

import argparse
import functools
import http.server
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from web_signals import write_melody, write_pluck, write_stroke
from web_strokes import E2, FLAT, MELODY, NOTES, SENTENCE, STROKE

ROOT = pathlib.Path(__file__).resolve().parent.parent
PREFERENCES = {
    "media.navigator.streams.fake": True,
    "media.navigator.permission.disabled": True,
    "media.autoplay.default": 0,
    "marionette.port": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
}
# The seconds within which Firefox starts, and the page shows what it hears.
PATIENCE = 25


class Handler(http.server.SimpleHTTPRequestHandler):
    """A plain file server that prints nothing."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        pass


def received(connection):
    """Returns the next message of Marionette."""

    def part(size):
        data = connection.recv(size)
        if not data:
            raise ConnectionError("Firefox has ended.")
        return data

    length = b""
    while not length.endswith(b":"):
        length += part(1)
    left, data = int(length[:-1]), b""
    while len(data) < left:
        data += part(left - len(data))
    return json.loads(data)


def judge_the_end():
    """Tests that the end of Firefox is an error, before a message and inside one."""
    for sent in (b"", b"12", b"12:{}"):
        near, far = socket.socketpair()
        near.settimeout(PATIENCE)
        far.sendall(sent)
        far.close()
        try:
            received(near)
        except ConnectionError:
            continue
        raise SystemExit("web-firefox: the end of Firefox is taken for a message.")


class Firefox:
    """A headless Firefox with a private profile, driven by Marionette."""

    def __init__(self, program, profile):
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});"
                 for key, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [program, "--headless", "--marionette", "--profile", str(profile), "--no-remote"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.number = 0
        try:
            self.connection = self._connect(profile / "MarionetteActivePort")
            received(self.connection)  # the greeting
            self.send("WebDriver:NewSession", {})
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise

    def _connect(self, port):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", int(port.read_text())), PATIENCE)
            except (OSError, ValueError):
                time.sleep(0.2)
        print("web-firefox: Firefox does not start", file=sys.stderr)
        sys.exit(2)

    def send(self, command, parameters):
        self.number += 1
        data = json.dumps([0, self.number, command, parameters]).encode()
        self.connection.sendall(str(len(data)).encode() + b":" + data)
        _, _, error, result = received(self.connection)
        if error:
            raise RuntimeError(error["message"])
        return result

    def evaluate(self, script):
        return self.send("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]

    def wait(self, script):
        """Returns the first answer that is true, or the last one."""
        end = time.monotonic() + PATIENCE
        while not (answer := self.evaluate(script)) and time.monotonic() < end:
            time.sleep(0.1)
        return answer

    def choose_file(self, path):
        """Chooses a file as a person does, and forgets the analysis of an earlier one."""
        self.evaluate("document.getElementById('analysis').replaceChildren()")
        found = self.send("WebDriver:FindElement", {"using": "css selector", "value": "#file"})
        (element,) = found["value"].values()
        self.send("WebDriver:ElementSendKeys", {"id": element, "text": str(path)})

    def stop(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait()


LISTENS = {
    "the page starts": "return !document.getElementById('listen').disabled",
    "it listens": """
        const listen = document.getElementById('listen');
        if (!listen.matches('[data-on]')) listen.click();
        return listen.matches('[data-on]')""",
    # 1000 Hz lie 21.31 cents above B5.
    "it shows the fake microphone's 1000 Hz": """
        const [note, cents, detail] = ['note', 'cents', 'detail'].map((part) =>
          document.querySelector(`[data-part=${part}]`).textContent);
        return note === 'B5' && cents === '+21.3 cents' && detail.startsWith('1000.00 Hz')""",
    "no browser's processing is told": "return document.getElementById('message').hidden",
    "nothing is wider than the screen":
        "return document.documentElement.scrollWidth <= window.innerWidth",
}
ROWS = """
    return JSON.stringify([...document.querySelectorAll('#analysis tbody tr')].map((row) =>
      [...row.cells].map((cell) => cell.textContent))) %s"""


class Checks:
    """The checks of the page, in one Firefox."""

    def __init__(self, firefox):
        self.firefox = firefox
        self.failures = 0

    def check(self, sentence, script):
        passed = self.firefox.wait(script) is True
        self.failures += not passed
        print(f"{'ok  ' if passed else 'FAIL'} {sentence}", flush=True)
        if not passed:
            print(self.firefox.evaluate("return document.querySelector('main').innerText"))

    def open(self, address, link):
        # A change of the fragment alone does not load the page again.
        self.firefox.send("WebDriver:Navigate", {"url": "about:blank"})
        self.firefox.send("WebDriver:Navigate", {"url": address + link})
        self.firefox.wait("return !document.getElementById('listen').disabled")

    def listens(self, address):
        self.open(address, "#target=chromatic")
        for sentence, script in LISTENS.items():
            self.check(sentence, script)

    def analyses_files(self, address, directory):
        string, melody, stroke = (directory / f"{name}.wav" for name in ("string", "melody", "all"))
        write_pluck(string, E2 * 2 ** (FLAT / 1200), seconds=3)
        write_melody(melody, MELODY)
        write_stroke(stroke, STROKE)
        self.open(address, "#target=nearest")
        self.firefox.choose_file(string)
        self.check("a file is analysed: E2 -5 cents",
                   ROWS % """.startsWith('[["E2","−5.0"')""")
        self.firefox.choose_file(melody)
        wanted = [[note, cents, string] for note, cents, string in NOTES]
        self.check("the notes of a recording are listed", f"""
            return JSON.stringify([...document.querySelectorAll('[aria-label=Notes] tbody tr')]
              .map((row) => [2, 3, 5].map((place) => row.cells[place].textContent)))
              === {json.dumps(json.dumps(wanted, ensure_ascii=False, separators=(",", ":")))}""")
        self.open(address, "#target=all")
        self.firefox.choose_file(stroke)
        self.check("the strokes of a recording are listed", ROWS % f".includes({SENTENCE!r})")
        self.check("with plots", "return document.querySelector('#analysis svg') !== null")

    def works_alone(self, server, address):
        """The page starts without its server."""
        self.firefox.wait("""
            return navigator.serviceWorker.ready.then(({ active }) =>
              active.state === 'activated')""")
        server.shutdown()
        server.server_close()
        # Marionette's own reload asks the server whatever the page's worker has.
        self.open(address, "#target=chromatic")
        self.check("the page comes from its own worker when the server is gone",
                   "return navigator.serviceWorker.controller !== null")
        for sentence in list(LISTENS)[:3]:
            self.check(f"{sentence}, without its server", LISTENS[sentence])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / ".build/web/page")
    arguments = parser.parse_args()
    judge_the_end()
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        print("web-firefox: Firefox is missing. Run: scripts/setup.sh --tests", file=sys.stderr)
        sys.exit(2)
    handler = functools.partial(Handler, directory=str(arguments.page))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"

    with tempfile.TemporaryDirectory() as directory:
        profile = pathlib.Path(directory) / "profile"
        profile.mkdir()
        firefox = Firefox(program, profile)
        checks = Checks(firefox)
        try:
            checks.listens(address)
            checks.analyses_files(address, pathlib.Path(directory))
            checks.works_alone(server, address)
        finally:
            firefox.stop()
    print(f"web-firefox: {checks.failures} failed")
    sys.exit(1 if checks.failures else 0)


if __name__ == "__main__":
    main()
