# SPDX-License-Identifier: MIT
"""Scores other pitch detectors: compares a Python function with headstock in one table.

>>> import headstock.bench
>>> table = headstock.bench.judge(my_tracker, "mine", dataset="guitarsounds")
>>> print(table.text)

``python -m headstock.bench leaderboard RESULT.json… > leaderboard.html`` makes a page of the result
files that :func:`judge` writes.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import pathlib
import platform
import shlex
import shutil
import socketserver
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ._leaderboard import SCHEMA, leaderboard

__all__ = ["SCHEMA", "Detector", "Judgement", "judge", "leaderboard", "lines", "main"]

#: A judged function: samples of shape (n,) and the sample rate in hertz to times in seconds,
#: frequencies in hertz and confidences from 0 to 1, each of shape (k,).
Detector = Callable[
    [npt.NDArray[np.float32], int], tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]
]


# The report is a dict, which has no hash, so a judgement is equal to itself only.
@dataclass(frozen=True, eq=False)
class Judgement:
    """The outcome of :func:`judge`.

    Attributes
    ----------
    text : str
        The table of ``tuner-bench``, headstock's detector first.
    report : dict
        The result file: the schema is ``tuner-bench.comparison/1``.
    errors : list of str
        The exceptions of the judged function, one text for each item.
    """

    text: str
    report: dict[str, Any]
    errors: list[str] = field(default_factory=list)


def lines(
    times: npt.ArrayLike, hertz: npt.ArrayLike, confidence: npt.ArrayLike
) -> str:
    """Returns updates in the form that ``tuner-bench`` reads: time, frequency and confidence on
    each line.

    Parameters
    ----------
    times : array_like of shape (k,)
        In seconds, rising.
    hertz : array_like of shape (k,)
        NaN, 0 or a negative number means that there is no pitch.
    confidence : array_like of shape (k,)
        Clipped to 0 to 1; NaN counts as 0.

    Raises
    ------
    ValueError
        For arrays of different shapes, and for times that do not rise.
    """
    t, f, c = (np.asarray(values, np.float64) for values in (times, hertz, confidence))
    if t.ndim != 1 or f.shape != t.shape or c.shape != t.shape:
        raise ValueError(f"Times, hertz and confidence have shapes {t.shape}, {f.shape}, {c.shape}.")
    if not np.isfinite(t).all() or (np.diff(t) <= 0).any():
        raise ValueError("Times are finite and rise from one update to the next.")
    f = np.where(np.isfinite(f) & (f > 0), f, 0.0)
    c = np.clip(np.nan_to_num(c), 0.0, 1.0)
    return "".join(f"{a:.9f},{b:.6f},{d:.6f}\n" for a, b, d in zip(t, f, c))


class _Call(threading.Thread):
    """A call of the judged function on one item, in a thread of its own, so that it has a limit.

    Attributes
    ----------
    answer : str or None
        The updates as text; `None` while the function runs, and if it failed.
    error : str
        The traceback of a function that failed.
    """

    def __init__(self, function: Detector, path: str) -> None:
        super().__init__(daemon=True)
        self.function = function
        self.path = path
        self.answer: str | None = None
        self.error = ""

    def run(self) -> None:
        import soundfile

        try:
            samples, sr = soundfile.read(self.path, dtype="float32")
            self.answer = lines(*self.function(samples, int(sr)))
        except BaseException:
            # SystemExit too: it would end this thread without a word. Ctrl-C never arrives here,
            # but in the main thread.
            self.error = traceback.format_exc()


class _Server(socketserver.UnixStreamServer):
    """Answers the programs that ``tuner-bench`` starts, one at a time.

    The time limit counts from the start of a call, because the programs wait for one another.
    """

    # The programs of all cores wait at once.
    request_queue_size = 128

    def __init__(self, place: str, function: Detector, time_limit: float) -> None:
        super().__init__(place, _Handler)
        self.function = function
        self.time_limit = time_limit
        self.errors: list[str] = []
        self._last: _Call | None = None
        self._is_stuck = False

    def answer(self, path: str) -> tuple[str | None, str]:
        """Calls the function.

        Returns
        -------
        tuple
            The updates as text, or `None` and the reason.
        """
        if self._last is not None and self._last.is_alive():
            # Nothing can stop a call. The next item has no part in its time.
            self._last.join(0 if self._is_stuck else self.time_limit)
            if self._last.is_alive():
                self._is_stuck = True
                return None, "not called: an earlier call of the function has not ended"
        self._is_stuck = False
        self._last = call = _Call(self.function, path)
        call.start()
        call.join(self.time_limit)
        if call.is_alive():
            return None, f"did not end within {self.time_limit} s"
        return call.answer, call.error


class _Handler(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        path = self.rfile.readline().decode().rstrip("\n")
        answer, error = self.server.answer(path)
        if answer is None:
            self.server.errors.append(error)
            self.wfile.write(b"error\n" + error.encode())
        else:
            self.wfile.write(b"ok\n" + answer.encode())


def judge(
    function: Detector,
    name: str,
    *,
    dataset: str | Sequence[str] = (),
    sets: str | None = None,
    meaning: str = "partial",
    time_limit: float = 60.0,
    result: str | os.PathLike[str] | None = None,
    program: str = "tuner-bench",
) -> Judgement:
    """Judges a function by ``tuner-bench compare``, on the same items as headstock's detector.

    The function runs in this process, so a neural network is loaded only once. ``tuner-bench``
    reaches it through a socket in a directory that only this user can open.

    Parameters
    ----------
    function : callable
        Takes samples of shape (n,) in ``float32`` and the sample rate in hertz; returns times,
        hertz and confidence. The time of an update is that of the last sample that it used, so a
        detector with centred frames adds half a frame.
    name : str
        The name in tables: letters, digits, ``-``, ``_`` and ``.``.
    dataset : str or sequence of str
        Sets of recordings, as ``tuner-bench datasets list`` names them; none for synthetic strings.
    sets : str, optional
        Synthetic sets, separated by commas, such as ``"string,missing,unvoiced"``.
    meaning : str
        ``"partial"`` or ``"period"``: the pitch that headstock's detector reports, and with which
        both are compared. ``"period"`` needs a `dataset`: synthetic strings are compared with
        their first partial.
    time_limit : float
        Seconds for one call of the function. A call that takes longer counts as wrong throughout
        the item. It can't be stopped, and the next item waits for its end up to as long again.
    result : path-like, optional
        The result file to write.
    program : str
        The name or path of ``tuner-bench``.

    Returns
    -------
    Judgement
        The table, the result file and the exceptions of the function.

    Raises
    ------
    FileNotFoundError
        If there is no ``tuner-bench``.
    ValueError
        For a name or an argument that ``tuner-bench`` refuses, with the message of ``tuner-bench``.
    """
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(
            f"There is no program {program!r}. Install headstock's programs, or give program=."
        )
    if not name or not all(letter.isalnum() or letter in "-_." for letter in name):
        raise ValueError(f"{name!r} is no name for a table: use letters, digits, -, _ and dots.")
    if not time_limit > 0:
        raise ValueError(f"A call can't end within {time_limit} s. Give a longer time_limit.")
    # The path of a socket has at most 107 bytes, and the name of the directory and the socket 21.
    is_long = len(os.fsencode(tempfile.gettempdir())) > 80
    place_of_sockets = "/tmp" if is_long else None
    with tempfile.TemporaryDirectory(prefix="headstock-", dir=place_of_sockets) as directory:
        place, report = os.path.join(directory, "s"), os.path.join(directory, "result.json")
        command = [found, "compare", "--contestant", f"{name}={_client(place)}"]
        # The limit of the programs, which also wait for one another, is the longest one.
        command += ["--json", report, "--pitch", meaning, "--time-limit", "86400"]
        for one in [dataset] if isinstance(dataset, str) else dataset:
            command += ["--dataset", one]
        if sets is not None:
            command += ["--sets", sets]
        answer, errors = _serve(function, place, command, time_limit)
        if answer.returncode != 0:
            raise ValueError(answer.stderr.strip() or f"tuner-bench ended with {answer.returncode}.")
        document = json.loads(pathlib.Path(report).read_text())
    for one in document["reports"]:
        if one["plan"]["contestant"] == name:
            one["plan"]["program"] = _identity(function)
    if result is not None:
        pathlib.Path(result).write_text(json.dumps(document, sort_keys=True) + "\n")
    return Judgement(text=answer.stdout, report=document, errors=errors)


def _client(place: str) -> str:
    """Returns the command that asks the function at the socket `place`."""
    client = str(pathlib.Path(__file__).with_name("_contestant.py"))
    words = [shlex.quote(word) for word in (sys.executable, "-I", client, place)]
    return f"{' '.join(words)} {{wav}}"


def _identity(function: Detector) -> dict[str, Any]:
    """Returns what a result file says about a judged function: its name, the checksum of the file
    that defines it, and the versions, in the form of a program's.
    """
    target = function if hasattr(function, "__qualname__") else type(function)
    name = f"{target.__module__}.{target.__qualname__}"
    try:
        source = inspect.getsourcefile(target)
    except TypeError:  # a function that is not written in Python
        source = None
    checksums = {}
    # A notebook names a file that does not exist.
    if source is not None and os.path.isfile(source):
        digest = hashlib.sha256(pathlib.Path(source).read_bytes()).hexdigest()
        checksums[name] = f"sha256:{digest}"
    versions = f"Python {platform.python_version()}, numpy {np.__version__}"
    return {"words": [name], "checksums": checksums, "version": versions}


def _serve(
    function: Detector, place: str, command: Sequence[str], time_limit: float
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Runs a command while the function answers at the socket `place`.

    Returns
    -------
    tuple
        The ended command, and the exceptions of the function.
    """
    with _Server(place, function, time_limit) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            answer = subprocess.run(
                command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
            )
        finally:
            server.shutdown()
            thread.join()
        return answer, server.errors


def main(words: Sequence[str]) -> int:
    """Runs ``python -m headstock.bench``."""
    if len(words) >= 2 and words[0] == "leaderboard":
        try:
            sys.stdout.write(leaderboard(words[1:]))
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            return 2
        return 0
    print("Usage: python -m headstock.bench leaderboard RESULT.json… > PAGE.html", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
