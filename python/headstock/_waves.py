# SPDX-License-Identifier: MIT
"""WAV files in pipes."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Callable, Iterator
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from . import _gaps


# A chunk of the header that is kept: those of formats have less than a hundred bytes.
_LONGEST_CHUNK = 1 << 16


class CodedSamples(Exception):
    """A WAV file in a pipe whose samples are no plain numbers.

    Attributes
    ----------
    header : bytes
        The header up to the samples, without the chunks that were skipped.
    """

    def __init__(self, header: bytes) -> None:
        super().__init__("the samples are no plain numbers")
        self.header = header


class WavePipe:
    """A WAV file that is read from beginning to end, without seeking.

    Attributes
    ----------
    name : str
        The name in warnings.
    gaps : list of (int, int)
        The gaps of the recording.
    doubt : str or None
        The reason why their list could not be read; None for a good list, or none.

    Parameters
    ----------
    file : binary file
        Only ``read`` is used.

    Raises
    ------
    CodedSamples
        If its samples are no plain numbers. The next byte of the file is the first one of them.
    OSError
        If it is not a WAV file.
    """

    def __init__(self, file: BinaryIO, front: bytes = b"") -> None:
        self._file = file
        self._front = front
        head = self._exactly(12)
        if head[:4] not in (b"RIFF", b"RF64") or head[8:] != b"WAVE":
            raise OSError("the stream is not a WAV file")
        self.samplerate = self.channels = self._width = 0
        self.name = "the stream"
        self.gaps: list[_gaps.Gap] = []
        self.doubt: str | None = None
        self._tag = 0
        long_size: int | None = None
        place, kept = 12, head
        while True:
            chunk = self._exactly(8)
            name, size = struct.unpack("<4sI", chunk)
            place += 8
            if name == b"data":
                kept += chunk
                break
            place += size + size % 2
            if name == _gaps.CHUNK:
                kept += self._read_gaps(size)
                continue
            if name not in (b"ds64", b"fmt ", b"fact"):
                self._skip(size + size % 2)
                continue
            if size > _LONGEST_CHUNK:
                raise OSError("the header of the stream is damaged")
            body = self._exactly(size + size % 2)
            kept += chunk + body
            if name == b"ds64" and size >= 16:
                long_size = struct.unpack("<Q", body[8:16])[0]
            if name == b"fmt ":
                if size < 16:
                    raise OSError("the format of the stream is cut off")
                self._tag, self.channels, self.samplerate = struct.unpack("<HHI", body[:8])
                block, bits = struct.unpack("<HH", body[12:16])
                if self._tag == 0xFFFE and size >= 26:
                    self._tag = struct.unpack("<H", body[24:26])[0]
                # Samples of 12 or 20 bits, and of 24 bits in 4 bytes, have unused bits.
                is_full = 8 * block == self.channels * bits and bits % 8 == 0
                self._width = bits // 8 if is_full else 0
        if (self._tag, self._width) not in _READERS or self.channels == 0:
            raise CodedSamples(kept)
        if self.samplerate == 0:
            raise OSError("the stream has no sample rate")
        self._promised = _sample_bytes(size, struct.unpack("<I", head[4:8])[0], long_size, place)
        self._left = self._promised
        self.frames = 0

    def blocks(self, count: int) -> Iterator[npt.NDArray[np.float32]]:
        """Returns the samples in arrays of shape (up to `count`, channels)."""
        width = self._width * self.channels
        while True:
            wanted = count * width if self._left is None else min(count * width, self._left)
            data = self._some(wanted)
            if self._left is not None:
                self._left -= len(data)
            data = data[: len(data) // width * width]
            if not data:
                self._check_length()
                return
            samples = _READERS[self._tag, self._width](data).reshape(-1, self.channels)
            self.frames += len(samples)
            yield samples

    def _read_gaps(self, size: int) -> bytes:
        """Reads the list of gaps, and returns its chunk without unused bytes."""
        used = min(size, _gaps.LONGEST) // 2 * 2
        body = self._exactly(used)
        self._skip(size + size % 2 - used)
        try:
            self.gaps, self.doubt = _gaps.parsed(body), None
        except ValueError as error:
            self.gaps, self.doubt = [], str(error)
        return _gaps.CHUNK + struct.pack("<I", used) + body

    def _check_length(self) -> None:
        """Warns of a stream that ends too early, as ``tuner`` does."""
        if self._promised is None:
            return
        promised = self._promised // (self._width * self.channels)
        if self.frames < promised:
            warnings.warn(
                f"{self.name} is cut off: the header promises {promised} samples, and "
                f"{self.frames} are there",
                RuntimeWarning,
                stacklevel=5,
            )

    def _some(self, count: int) -> bytes:
        parts = [self._front[:count]]
        self._front = self._front[count:]
        left = count - len(parts[0])
        while left > 0 and (part := self._file.read(left)):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _skip(self, count: int) -> None:
        """Skips bytes of the header in blocks, whatever length it claims."""
        while count > 0:
            count -= len(self._exactly(min(count, _LONGEST_CHUNK)))

    def _exactly(self, count: int) -> bytes:
        data = self._some(count)
        if len(data) < count:
            raise OSError("the stream ends in its header")
        return data


def whole_file(header: bytes, rest: bytes) -> bytes:
    """Returns the WAV file of a header and of all that follows it, as a file has it.

    Parameters
    ----------
    header : bytes
        As of :class:`CodedSamples`.
    rest : bytes
        The samples, and the chunks behind them.
    """
    size = struct.unpack("<I", header[-4:])[0]
    # Of a length that its program did not know, all bytes are samples.
    if header[:4] == b"RIFF" and is_of_streaming(size):
        size = len(rest)
        header = header[:-4] + struct.pack("<I", min(size, 0xFFFFFFFF))
    outer = len(header) - 8 + max(size, len(rest))
    if header[:4] == b"RIFF":
        header = header[:4] + struct.pack("<I", min(outer, 0xFFFFFFFF)) + header[8:]
    return header + rest


def _sample_bytes(size: int, outer: int, long_size: int | None, place: int) -> int | None:
    """Returns the number of bytes of the samples in a stream; None if its program did not know it.

    Parameters
    ----------
    size : int
        The length of the chunk ``data``.
    outer : int
        The length of the file without its first 8 bytes.
    long_size : int or None
        The length of the samples in a chunk ``ds64``.
    place : int
        The number of bytes before the samples.
    """
    if size == 0xFFFFFFFF and long_size is not None and long_size < 1 << 61:
        return long_size
    if size == 0:
        # With chunks behind the samples, the program knew that there are none.
        return 0 if not is_of_streaming(outer) and outer + 8 > place else None
    return None if is_of_streaming(size) else size


def is_of_streaming(size: int) -> bool:
    """True for a length that programs write which cannot seek back to complete it.

    They write 0, 0x7F000000, 0x7FFFFFFF, 0x80000000 or 0xFFFFFFFF; some subtract the header.
    """
    return size == 0 or 0x7EFF0000 <= size <= 0x80000200 or size >= 0xFFFFF000


def _whole(data: bytes, kind: str, scale: float) -> npt.NDArray[np.float32]:
    return (np.frombuffer(data, kind) / np.float64(scale)).astype(np.float32)


def _three(data: bytes) -> npt.NDArray[np.float32]:
    raw = np.frombuffer(data, np.uint8).reshape(-1, 3)
    wide = np.zeros((len(raw), 4), np.uint8)
    wide[:, 1:] = raw
    return (wide.view("<i4").ravel() / np.float64(1 << 31)).astype(np.float32)


_READERS: dict[tuple[int, int], Callable[[bytes], npt.NDArray[np.float32]]] = {
    (1, 1): lambda data: ((np.frombuffer(data, np.uint8) - 128.0) / 128).astype(np.float32),
    (1, 2): lambda data: _whole(data, "<i2", 1 << 15),
    (1, 3): _three,
    (1, 4): lambda data: _whole(data, "<i4", 1 << 31),
    (3, 4): lambda data: np.frombuffer(data, "<f4").astype(np.float32),
    (3, 8): lambda data: np.frombuffer(data, "<f8").astype(np.float32),
}
