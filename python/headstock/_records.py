# SPDX-License-Identifier: MIT
"""Records of ``tuner analyze`` and ``tuner merge`` as Parquet files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import IO, Any

import pyarrow as pa

from ._parquet import field, write

_TEXTS = ("note", "target", "state", "verdict", "articulation", "file")
_WHOLE = ("midi", "octave", "stroke", "string", "missing_updates")


def convert(source: str | os.PathLike[str] | IO[str], file: str | os.PathLike[str]) -> int:
    """Converts records of ``tuner analyze -f ndjson`` or ``tuner merge`` to Parquet.

    Parameters
    ----------
    source : path-like or text file
        The records.
    file : path-like
        The Parquet file: ``file``, ``from_s``, ``to_s`` and the keys of the records, with units as
        metadata.

    Returns
    -------
    int
        The number of rows.

    Raises
    ------
    ValueError
        For lines that are not such records, with the number of the line, and for records of several
        kinds.
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8") as text:
            return convert(text, file)
    lines = enumerate(source, 1)
    first = next(lines, None)
    if first is None:
        raise ValueError("There is no record.")
    head = _record(*first)
    name = head.get("schema")
    if name is None:
        raise ValueError("Line 1 has no schema. Give the whole output of tuner analyze -f ndjson.")
    if not isinstance(name, str) or name not in _KEYS:
        raise ValueError(f"{name} is no kind of record. Known are: {', '.join(_KEYS)}.")
    form = _record_schema(name)
    count = 0

    def tables() -> Iterator[pa.Table]:
        nonlocal count, head
        waiting: list[tuple[int, dict[str, Any]]] = []
        for number, line in lines:
            record = _record(number, line)
            if "schema" in record:
                if record["schema"] != name:
                    raise ValueError(
                        f"The records are of {name} and of {record['schema']} (line {number})."
                    )
                head = record
                continue
            place = {key: head.get(key) for key in ("file", "from_s", "to_s")}
            waiting.append((number, {**place, **record}))
            if len(waiting) >= 1 << 16:
                count += len(waiting)
                yield _record_table(waiting, form)
                waiting = []
        count += len(waiting)
        yield _record_table(waiting, form)

    write(os.fspath(file), form, tables(), dict)
    return count


def _record(number: int, line: str) -> dict[str, Any]:
    """Reads a line.

    Raises
    ------
    ValueError
        With the number of the line, if it is no record.
    """
    try:
        record = json.loads(line)
    except ValueError as error:
        raise ValueError(f"Line {number} is no record: {error}") from error
    if not isinstance(record, dict) or not record:
        raise ValueError(f"Line {number} is no record: {line.strip()[:40]}")
    return record


def _record_table(records: Sequence[tuple[int, dict[str, Any]]], form: pa.Schema) -> pa.Table:
    """Returns records, each with the number of its line, as a table.

    Raises
    ------
    ValueError
        With the number of the first line in which a value has another type.
    """
    try:
        return pa.Table.from_pylist([record for _, record in records], form)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        # The whole table does not tell which record is wrong.
        for number, record in records:
            try:
                pa.Table.from_pylist([record], form)
            except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError) as error:
                raise ValueError(f"Line {number} is no record: {error}") from error
        raise


_KEYS = {
    "tuner.notes/1": (
        "start_s end_s frequency_hz midi note cents target sigma_cents confidence inharmonicity "
        "onset_level_dbfs polyphonic articulation glide_cents vibrato_hz vibrato_cents "
        "measured_from_s measured_to_s target_hz"
    ),
    "tuner.frames/1": (
        "time_s frequency_hz confidence sigma_cents note octave midi cents target state level_dbfs "
        "inharmonicity missing_updates"
    ),
    "tuner.strokes/1": (
        "stroke start_s end_s string note target_hz state frequency_hz cents confidence sigma_cents "
        "inharmonicity verdict"
    ),
    "tuner.strum-frames/1": (
        "time_s string target_hz state frequency_hz cents confidence sigma_cents onset_s "
        "missing_updates"
    ),
}


def _record_schema(name: str) -> pa.Schema:
    def kind(key: str) -> pa.DataType:
        if key in _TEXTS:
            return pa.string()
        if key in _WHOLE:
            return pa.int32()
        return pa.bool_() if key == "polyphonic" else pa.float64()

    keys = ["file", "from_s", "to_s", *_KEYS[name].split()]
    return pa.schema([field(key, kind(key)) for key in keys], {"schema": name})
