#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens the web page in Debian's Firefox, headless, as far as its fake microphone allows.

Usage: scripts/web-firefox.py [--page DIRECTORY]

  --page DIRECTORY   the built page, .build/web/page by default (scripts/web-page.sh)

Firefox has no microphone that plays a file: its fake one sounds 1000 Hz. Its audio needs a sound
card: without one, run it as scripts/virtual-card.sh scripts/web-firefox.py. The script speaks
Marionette, Firefox's own protocol. Exit status: 0 all checks passed, 1 one failed, 2 Firefox is
missing or does not start.
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


class Firefox:
    """A headless Firefox with a profile of its own, driven by Marionette."""

    def __init__(self, program, profile):
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});"
                 for key, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [program, "--headless", "--marionette", "--profile", str(profile), "--no-remote"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.number = 0
        self.connection = self._connect(profile / "MarionetteActivePort")
        self._receive()  # the greeting
        self.send("WebDriver:NewSession", {})

    def _connect(self, port):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", int(port.read_text())), PATIENCE)
            except (OSError, ValueError):
                time.sleep(0.2)
        self.process.kill()
        print("web-firefox: Firefox does not start", file=sys.stderr)
        sys.exit(2)

    def _receive(self):
        length = b""
        while not length.endswith(b":"):
            length += self.connection.recv(1)
        left, data = int(length[:-1]), b""
        while len(data) < left:
            data += self.connection.recv(left - len(data))
        return json.loads(data)

    def send(self, command, parameters):
        self.number += 1
        data = json.dumps([0, self.number, command, parameters]).encode()
        self.connection.sendall(str(len(data)).encode() + b":" + data)
        _, _, error, result = self._receive()
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

    def stop(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / ".build/web/page")
    arguments = parser.parse_args()
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        print("web-firefox: Firefox is missing. Run: scripts/setup.sh --tests", file=sys.stderr)
        sys.exit(2)
    handler = functools.partial(Handler, directory=str(arguments.page))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    failures = 0
    with tempfile.TemporaryDirectory() as profile:
        firefox = Firefox(program, pathlib.Path(profile))
        try:
            address = f"http://127.0.0.1:{server.server_address[1]}/#target=chromatic"
            firefox.send("WebDriver:Navigate", {"url": address})
            checks = {
                "the page starts": "return !document.getElementById('listen').disabled",
                "it listens": """
                    const listen = document.getElementById('listen');
                    if (listen.getAttribute('aria-pressed') !== 'true') listen.click();
                    return listen.getAttribute('aria-pressed') === 'true'""",
                # 1000 Hz lie 21.31 cents above B5.
                "it shows the fake microphone's 1000 Hz": """
                    const [note, cents, detail] = ['note', 'cents', 'detail'].map((part) =>
                      document.querySelector(`[data-part=${part}]`).textContent);
                    return note === 'B5' && cents === '+21.3 cents'
                      && detail.startsWith('1000.00 Hz')""",
                "it works without a network": """
                    return navigator.serviceWorker.controller !== null
                      || navigator.serviceWorker.ready.then(() => true)""",
            }
            for sentence, script in checks.items():
                passed = firefox.wait(script) is True
                failures += not passed
                print(f"{'ok  ' if passed else 'FAIL'} {sentence}", flush=True)
            if failures:
                print(firefox.evaluate("return document.querySelector('main').innerText"))
        finally:
            firefox.stop()
            server.shutdown()
    print(f"web-firefox: {failures} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
