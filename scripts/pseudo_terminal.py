# SPDX-License-Identifier: MIT
"""Programs in a terminal of their own, for scripts/display.py and scripts/live.py."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading


def make(rows, columns):
    """Makes a terminal, and returns the descriptors of its reader and of its programs."""
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    return reader, terminal


def start(arguments, terminal):
    """Starts a program in a terminal, and returns its process."""
    return subprocess.Popen(
        arguments, stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color"})


def drain(reader):
    """Reads a terminal in a thread of its own until its program has ended."""

    def read():
        try:
            while os.read(reader, 65536):
                pass
        except OSError:
            pass

    threading.Thread(target=read, daemon=True).start()


def status(process, seconds):
    """The exit status of a program, which is killed if it does not end in time: "none"."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return "none"
