# SPDX-License-Identifier: MIT
"""Many recordings: shards, tables with units, and Parquet files.

>>> from headstock import archive
>>> archive.analyze(paths, "notes.parquet")
>>> archive.convert("merged.ndjson", "notes.parquet")  # what tuner merge wrote

Needs the extra ``headstock[archive]``: pyarrow and fsspec.
"""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from . import _interface
from ._config import Settings, plain_settings
from ._library import ConfigurationError
from ._opening import check_path, path_text, stamp
from ._parquet import field, write
from ._recordings import analyze as analyze_recording
from ._recordings import strokes_of
from ._records import convert
from ._results import NOTE, RESULT, STROKE
from .cache import Cache

__all__ = [
    "KINDS",
    "Outcome",
    "analyze",
    "convert",
    "digest",
    "rows",
    "schema",
    "shard",
    "shards",
    "table",
]

#: The kinds of rows: one for each note, update, or string of a stroke.
KINDS = ("notes", "frames", "strokes")

_DTYPES = {"notes": NOTE, "frames": RESULT, "strokes": STROKE}
_MASK = (1 << 64) - 1


# MARK: - Shards


def digest(
    path: str | os.PathLike[str], start: float | None = None, end: float | None = None
) -> int:
    """Returns the hash of an entry of a list, as ``tuner analyze --shard`` computes it.

    Parameters
    ----------
    path : path-like
        The path as given in the list.
    start, end : float, optional
        The part of the recording in seconds.

    Returns
    -------
    int
        FNV-1a with 128 bits.
    """
    identity = path_text(path).encode()
    if start is not None:
        identity += f"\0{_decimal(start)},{'' if end is None else _decimal(end)}".encode()
    value = 0x6C62272E07BB014262B821756295C58D
    for byte in identity:
        value = ((value ^ byte) * 0x0000000001000000000000000000013B) & ((1 << 128) - 1)
    return value


def shard(
    path: str | os.PathLike[str],
    count: int,
    start: float | None = None,
    end: float | None = None,
) -> int:
    """Returns the shard of an entry of a list, as ``tuner analyze --shard`` chooses it.

    Parameters
    ----------
    path, start, end
        As of :func:`digest`.
    count : int
        The number of shards.

    Returns
    -------
    int
        1 to `count`.

    Raises
    ------
    ValueError
        For a `count` that is not a whole number from 1.
    """
    count = _shard_count(count)
    value = digest(path, start, end)
    mixed = (value ^ (value >> 64)) & _MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return (mixed ^ (mixed >> 31)) % count + 1


def _shard_count(count: int) -> int:
    try:
        number = operator.index(count)
    except TypeError:
        number = 0
    if number < 1:
        raise ValueError(f"The number of shards is a whole number from 1, not {count!r}.")
    return number


def _decimal(value: float) -> str:
    whole = value == round(value) and abs(value) < 1e15
    return str(int(value)) if whole else repr(value)


def shards(paths: Iterable[str | os.PathLike[str]], count: int) -> list[list[str]]:
    """Returns the paths of each shard, in the order of their names.

    Raises
    ------
    ValueError
        For a `count` that is not a whole number from 1.
    """
    count = _shard_count(count)
    parts: list[list[str]] = [[] for _ in range(count)]
    for path in sorted(set(listed(paths)), key=os.fsencode):
        parts[shard(path, count) - 1].append(path)
    return parts


def listed(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Returns paths as texts.

    Raises
    ------
    TypeError
        For one path instead of several, which would be read letter by letter.
    """
    if isinstance(paths, (str, bytes, os.PathLike)):
        raise TypeError(f"Recordings are a list of paths, not {type(paths).__name__}. Write [path].")
    return [os.fsdecode(path) for path in paths]


# MARK: - Tables


def schema(kind: str = "notes", **settings: Unpack[Settings]) -> pa.Schema:
    """Returns the schema of a table of results.

    Parameters
    ----------
    kind : str
        One of :data:`KINDS`.
    **settings
        See :class:`headstock.Settings`; they become metadata.

    Returns
    -------
    pyarrow.Schema
        ``file`` and the fields of ``headstock.NOTE``, ``RESULT`` or ``STROKE``. If the name of a
        field ends in a unit, the unit is also its metadata ``unit``: s, Hz, cent or dBFS.
    """
    if kind not in KINDS:
        raise ValueError(f"There is no kind {kind!r}. Choose from: {', '.join(KINDS)}.")
    dtype = _DTYPES[kind]
    fields = [pa.field("file", pa.string(), nullable=False)]
    fields += [
        field(name, pa.from_numpy_dtype(kind_of_field[0]))
        for name, kind_of_field in (dtype.fields or {}).items()
        if name != "reserved"
    ]
    return pa.schema(
        fields,
        {
            "schema": f"headstock.{kind}/1",
            "engine": f"headstock {_interface.VERSION}",
            "settings": json.dumps(plain_settings(settings), sort_keys=True),
        },
    )


def table(file: str, rows: npt.NDArray[Any], form: pa.Schema) -> pa.Table:
    """Returns the rows of one recording as a table; NaN becomes null.

    A byte b of the name that is no UTF-8 becomes the scalar U+10FE00 + b, as in the program.
    """
    names = np.full(len(rows), path_text(file), object)
    columns = [pa.array(names, pa.string())]
    for part in list(form)[1:]:
        column = np.ascontiguousarray(rows[part.name])
        columns.append(pa.array(column, part.type, from_pandas=True))
    return pa.Table.from_arrays(columns, schema=form)


def rows(
    path: str | os.PathLike[str],
    kind: str = "notes",
    cache: Cache | None = None,
    **settings: Unpack[Settings],
) -> npt.NDArray[Any]:
    """Analyses one recording.

    Parameters
    ----------
    path : path-like
        A file, or a URL of fsspec such as ``s3://bucket/take.wav`` or ``zip://take.wav::a.zip``.
    kind : str
        One of :data:`KINDS`.
    cache : Cache, optional
        Known results are read from the cache, and new ones are added.
    **settings
        See :class:`headstock.Settings`.

    Returns
    -------
    ndarray
        A structured array of ``headstock.NOTE``, ``RESULT`` or ``STROKE``.

    Raises
    ------
    OSError
        If the recording cannot be read.
    headstock.ConfigurationError
        A ``ValueError`` that names the value that is out of its range, or a path with a NUL
        character.
    """
    if kind not in KINDS:
        raise ValueError(f"There is no kind {kind!r}. Choose from: {', '.join(KINDS)}.")

    def measure() -> npt.NDArray[Any]:
        if kind == "strokes":
            return strokes_of(path, **settings)
        analysis = analyze_recording(path, **settings)
        return analysis.notes if kind == "notes" else np.asarray(analysis.track)

    if cache is None:
        return measure()
    key = f"{kind} {json.dumps(plain_settings(settings), sort_keys=True)}"
    return cache.rows(path, key, _DTYPES[kind], measure)


# MARK: - Parquet


@dataclass(frozen=True)
class Outcome:
    """The outcome of one Parquet file.

    Attributes
    ----------
    file : str
        The Parquet file.
    recordings : int
        The number of analysed recordings.
    rows : int
        The number of rows of the file.
    failed : tuple of (str, str)
        The recordings that could not be used, each with the reason.
    skipped : bool
        True if the file already existed with the same recordings and settings.
    """

    file: str
    recordings: int
    rows: int
    failed: tuple[tuple[str, str], ...]
    skipped: bool = False


def analyze(
    paths: Iterable[str | os.PathLike[str]],
    file: str | os.PathLike[str],
    kind: str = "notes",
    *,
    cache: Cache | str | os.PathLike[str] | None = None,
    **settings: Unpack[Settings],
) -> Outcome:
    """Analyses recordings into one Parquet file.

    The file is written under a temporary name, synchronised, and renamed, so it is complete or
    absent. An existing file with the same recordings, sizes, times, settings and version is not
    changed, unless a recording that failed can be used now. A recording whose server sends neither
    a time nor a checksum counts as changed.

    Parameters
    ----------
    paths : iterable of path-like
        Files, or URLs of fsspec.
    file : path-like
        The Parquet file.
    kind : str
        One of :data:`KINDS`.
    cache : Cache or path-like, optional
        See :class:`headstock.cache.Cache`.
    **settings
        See :class:`headstock.Settings`.

    Returns
    -------
    Outcome
        The counts, and the recordings that could not be used. These do not stop the analysis of the
        others.

    Raises
    ------
    TypeError
        For one path instead of several, and for a setting that has no effect.
    headstock.ConfigurationError
        A ``ValueError`` that names the value that is out of its range, or a path of `file` or
        `cache` with a NUL character. Such a path of a recording is one that could not be used.
    """
    names = listed(paths)
    check_path(file)
    target = os.fspath(file)
    form = schema(kind, **settings)
    store = cache if isinstance(cache, Cache) or cache is None else Cache(cache)
    stamps = [stamp(name) for name in names]
    contents = _fingerprint(names, stamps, form)
    kept = _kept(target, contents)
    if kept is not None:
        failed = {name for name, _ in kept.failed}
        # The reason of a failure may have passed: a server that did not answer, a missing right.
        trial = _Run(kind, form, store, settings)
        if all(
            trial.measured(name) is None if name in failed else mark is not None
            for name, mark in zip(names, stamps)
        ):
            return kept
    run = _Run(kind, form, store, settings)
    write(
        target,
        form,
        run.tables(names),
        lambda: {"contents": contents, "failed": json.dumps(run.failed)},
    )
    return Outcome(target, len(names) - len(run.failed), run.rows, tuple(run.failed))


class _Run:
    """The analysis of one recording after another into tables.

    Attributes
    ----------
    rows : int
        The number of rows so far.
    failed : list of (str, str)
        The recordings so far that could not be used, each with the reason.
    """

    def __init__(
        self, kind: str, form: pa.Schema, cache: Cache | None, settings: Settings
    ) -> None:
        self._kind = kind
        self._form = form
        self._cache = cache
        self._settings = settings
        self.rows = 0
        self.failed: list[tuple[str, str]] = []

    def tables(self, names: Iterable[str]) -> Iterator[pa.Table]:
        """Yields the table of each recording that can be used."""
        for name in names:
            found = self.measured(name)
            if found is not None:
                self.rows += len(found)
                yield table(name, found, self._form)

    def measured(self, name: str) -> npt.NDArray[Any] | None:
        """Returns the rows of a recording; None if it cannot be used."""
        try:
            return rows(name, self._kind, self._cache, **self._settings)
        except OSError as error:
            self.failed.append((name, str(error)))
        except ConfigurationError as error:
            # The rate comes from the recording, and only its path is a refused argument. Every
            # other value comes from the settings.
            if error.status not in (_interface.ERROR_SAMPLE_RATE, _interface.ERROR_ARGUMENT):
                raise
            self.failed.append((name, f"{name}: {error}"))
        return None


def _fingerprint(names: Sequence[str], stamps: Sequence[str | None], form: pa.Schema) -> str:
    digest = sha256(repr(sorted((form.metadata or {}).items())).encode())
    for name, mark in zip(names, stamps):
        digest.update(os.fsencode(name) + f"\0{mark}\0".encode())
    return digest.hexdigest()


def _kept(file: str, contents: str) -> Outcome | None:
    try:
        found = pq.read_metadata(file)
    except (OSError, pa.ArrowInvalid):
        return None
    metadata = found.metadata or {}
    if metadata.get(b"contents") != contents.encode():
        return None
    failed = tuple((name, reason) for name, reason in json.loads(metadata[b"failed"]))
    return Outcome(file, 0, found.num_rows, failed, skipped=True)
