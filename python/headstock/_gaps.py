# SPDX-License-Identifier: MIT
"""Samples that were lost while a WAV file was recorded."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import BinaryIO

# A gap: its first sample, and its length.
Gap = tuple[int, int]

#: The chunk in which ``tuner live --record`` lists the gaps of a recording.
CHUNK = b"hgap"
#: The largest size of the chunk.
LONGEST = 1 << 16

_VERSION = 1
_HEAD, _ENTRY = 16, 16
_CAPACITY = (LONGEST - _HEAD) // _ENTRY
# A file of zeros is an endless series of empty chunks.
_MOST_CHUNKS = 4096


def parsed(body: bytes, order: str = "<") -> list[Gap]:
    """Returns the gaps of a chunk; none for a chunk of another version.

    Parameters
    ----------
    body : bytes
        The chunk without its name and size.
    order : str
        The order of the bytes of a number: ``"<"``, or ``">"`` in a RIFX file.

    Raises
    ------
    ValueError
        If the list is damaged.
    """
    if len(body) < 8:
        raise ValueError(f"a list of gaps of {len(body)} bytes")
    version, count = struct.unpack(f"{order}II", body[:8])
    if version != _VERSION:
        return []
    if count > _CAPACITY or _HEAD + _ENTRY * count > len(body):
        raise ValueError(f"a list of {count} gaps without room for them")
    numbers = struct.unpack(f"{order}{2 * count}Q", body[_HEAD : _HEAD + _ENTRY * count])
    gaps, end = list(zip(numbers[::2], numbers[1::2])), -1
    for start, length in gaps:
        if start <= end or length == 0 or max(start, length) >= 1 << 60:
            raise ValueError("gaps that overlap, touch or have no length")
        end = start + length
    return gaps


def listed(file: BinaryIO) -> list[Gap]:
    """Returns the gaps of a seekable file, and returns to its beginning; none if it is no WAV file.

    Raises
    ------
    ValueError
        If the list is damaged, or the header has no end.
    """
    start = file.tell()
    try:
        head = _read(file, 12)
        if head[:4] not in (b"RIFF", b"RIFX", b"RF64") or head[8:] != b"WAVE":
            return []
        order = ">" if head[:4] == b"RIFX" else "<"
        gaps: list[Gap] = []
        place = start + 12
        for _ in range(_MOST_CHUNKS):
            file.seek(place)
            chunk = _read(file, 8)
            if len(chunk) < 8:
                break
            name, size = struct.unpack(f"{order}4sI", chunk)
            if name == b"data":
                return gaps
            if name == CHUNK:
                gaps = parsed(_read(file, min(size, LONGEST)), order)
            place += 8 + size + size % 2
        raise ValueError("its header has no samples")
    finally:
        file.seek(start)


def segments(gaps: list[Gap], position: int, count: int) -> Iterator[tuple[int, int, bool]]:
    """Cuts a block of samples at the gaps.

    Parameters
    ----------
    gaps : list of (int, int)
        The gaps in order.
    position : int
        The position of the first sample of the block in the file.
    count : int
        The length of the block.

    Yields
    ------
    (int, int, bool)
        The first sample of a segment in the block, the one after its last, and True if the samples
        were lost.
    """
    done = 0
    for start, length in gaps:
        first, last = (min(max(place - position, done), count) for place in (start, start + length))
        if done < first:
            yield done, first, False
        if first < last:
            yield first, last, True
        done = last
    if done < count:
        yield done, count, False


def _read(file: BinaryIO, count: int) -> bytes:
    """Returns so many bytes; fewer at the end of the file."""
    data = b""
    while len(data) < count and (part := file.read(count - len(data))):
        data += part
    return data
