# SPDX-License-Identifier: MIT
"""Ends a script at a signal as an error would, so that it ends what it has started."""

import signal
import sys


def exit_at_signals():
    """Makes SIGTERM, SIGHUP and SIGINT raise SystemExit with the status that a shell gives them.

    Python ends at once at the first two otherwise: no `finally` runs, no `with` and no `atexit`.
    The first signal counts. A signal that the caller ignores stays ignored.
    """
    numbers = [number for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
               if signal.getsignal(number) != signal.SIG_IGN]

    def leave(number, _):
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        sys.exit(128 + number)

    for number in numbers:
        signal.signal(number, leave)
