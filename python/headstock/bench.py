# SPDX-License-Identifier: MIT
"""Scores other pitch detectors: compares a Python function with headstock in one table.

>>> import headstock.bench
>>> table = headstock.bench.judge(my_tracker, "mine", dataset="guitarsounds")
>>> print(table.text)

``python -m headstock.bench leaderboard RESULT.json… > leaderboard.html`` makes a page of the result
files that :func:`judge` writes.
"""

from __future__ import annotations

import html
import json
import os
import pathlib
import shlex
import shutil
import socketserver
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

#: A judged function: samples of shape (n,) and the sample rate in hertz to times in seconds,
#: frequencies in hertz and confidences from 0 to 1, each of shape (k,).
Detector = Callable[
    [npt.NDArray[np.float32], int], tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]
]

SCHEMA = "tuner-bench.comparison/1"


@dataclass(frozen=True)
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


class _Server(socketserver.UnixStreamServer):
    """Answers the programs that ``tuner-bench`` starts, one at a time."""

    def __init__(self, place: str, function: Detector) -> None:
        super().__init__(place, _Handler)
        self.function = function
        self.errors: list[str] = []


class _Handler(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        import soundfile

        try:
            path = self.rfile.readline().decode().rstrip("\n")
            samples, sr = soundfile.read(path, dtype="float32")
            answer = lines(*self.server.function(samples, int(sr)))
            self.wfile.write(b"ok\n" + answer.encode())
        except BaseException:
            # SystemExit too: it would end this thread, and tuner-bench would wait for each item.
            # Ctrl-C never arrives here, but in the main thread.
            text = traceback.format_exc()
            self.server.errors.append(text)
            self.wfile.write(b"error\n" + text.encode())


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
        ``"partial"`` or ``"period"``: the pitch that headstock's detector reports.
    time_limit : float
        Seconds for one item.
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
    # The path of a socket has at most 107 bytes, and the name of the directory and the socket 21.
    is_long = len(os.fsencode(tempfile.gettempdir())) > 80
    place_of_sockets = "/tmp" if is_long else None
    with tempfile.TemporaryDirectory(prefix="headstock-", dir=place_of_sockets) as directory:
        place, report = os.path.join(directory, "s"), os.path.join(directory, "result.json")
        command = [found, "compare", "--contestant", f"{name}={_client(place)}"]
        command += ["--json", report, "--pitch", meaning, "--time-limit", str(time_limit)]
        for one in [dataset] if isinstance(dataset, str) else dataset:
            command += ["--dataset", one]
        if sets is not None:
            command += ["--sets", sets]
        answer, errors = _serve(function, place, command)
        if answer.returncode != 0:
            raise ValueError(answer.stderr.strip() or f"tuner-bench ended with {answer.returncode}.")
        document = json.loads(pathlib.Path(report).read_text())
    if result is not None:
        pathlib.Path(result).write_text(json.dumps(document, sort_keys=True) + "\n")
    return Judgement(text=answer.stdout, report=document, errors=errors)


def _client(place: str) -> str:
    """Returns the command that asks the function at the socket `place`."""
    client = str(pathlib.Path(__file__).with_name("_contestant.py"))
    words = [shlex.quote(word) for word in (sys.executable, "-I", client, place)]
    return f"{' '.join(words)} {{wav}}"


def _serve(
    function: Detector, place: str, command: Sequence[str]
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Runs a command while the function answers at the socket `place`.

    Returns
    -------
    tuple
        The ended command, and the exceptions of the function.
    """
    with _Server(place, function) as server:
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


# ---- Leaderboard ------------------------------------------------------------------------------


def leaderboard(results: Iterable[str | os.PathLike[str]]) -> str:
    """Makes one page from result files.

    Every table of every file becomes a table of the page, with a row for each contestant. If
    several files contain the same contestant, the last one counts.

    Parameters
    ----------
    results : iterable of path-like
        Files that :func:`judge` or ``tuner-bench compare --json`` wrote.

    Returns
    -------
    str
        HTML without scripts and without references to other files.

    Raises
    ------
    ValueError
        For a file of another format; the message names it.
    """
    # {(table, row): {contestant: {figure: text}}}
    tables: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for path in results:
        try:
            document = json.loads(pathlib.Path(path).read_text())
            if document["schema"] != SCHEMA:
                raise ValueError(f"the schema is {document['schema']!r} where {SCHEMA!r} is due")
            for report in document["reports"]:
                _add(tables, report)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{os.fspath(path)} is no result file: {error}") from error
    parts = [
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Pitch detectors</title>',
        "<style>body{font:16px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}",
        "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right}",
        "td:first-child,th:first-child{text-align:left}tr:nth-child(even){background:#f4f4f4}",
        "</style><h1>Pitch detectors on strings</h1>",
    ]
    for (table, row), contestants in tables.items():
        columns = list(dict.fromkeys(name for row in contestants.values() for name in row))
        parts.append(f"<h2>{html.escape(table)}: {html.escape(row)}</h2><table><tr><th>detector")
        parts += [f"<th>{html.escape(name)}" for name in columns]
        for contestant, figures in contestants.items():
            parts.append(f"<tr><td>{html.escape(contestant)}")
            parts += [f"<td>{html.escape(figures.get(name, '–'))}" for name in columns]
        parts.append("</table>")
    return "\n".join(parts) + "\n"


def _add(tables: dict[tuple[str, str], dict[str, dict[str, str]]], report: dict[str, Any]) -> None:
    """Adds the tables of one contestant."""
    for table in report["tables"]:
        if table["name"] == "files":
            continue
        for row in table["rows"]:
            figures = {}
            for column, value in zip(table["columns"], row["figures"]):
                unit = column.get("unit", "")
                text = "–" if value is None else f"{value:.4g}"
                figures[f"{column['name']} ({unit})" if unit else column["name"]] = text
            tables.setdefault((table["title"], row["name"]), {})[report["plan"]["contestant"]] = figures


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
