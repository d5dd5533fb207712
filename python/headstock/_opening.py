# SPDX-License-Identifier: MIT
"""Recordings behind paths, URLs and pipes."""

from __future__ import annotations

import io
import os
import struct
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt


def is_url(path: str) -> bool:
    """True for a URL of fsspec: ``s3://…``, ``zip://take.wav::archive.zip``."""
    return "://" in path or "::" in path


@contextmanager
def opened(path: str) -> Iterator[Any]:
    """Opens a file or a URL for reading bytes.

    Raises
    ------
    OSError
        If it cannot be opened.
    """
    if not is_url(path):
        with open(path, "rb") as file:
            yield file
        return
    import fsspec

    try:
        # When the file system is released, it closes the archive that contains the file.
        system, inner = fsspec.core.url_to_fs(path)
        remote = system.open(inner, "rb")
    except Exception as error:
        # Each kind of storage has its own exceptions, for example for an unknown protocol, a name
        # that is not in an archive, a missing package, or a server that refuses or does not answer.
        raise OSError(f"{path} cannot be opened: {error}") from error
    with remote:
        yield Watched(remote)
    del system


class Watched:
    """A remote file that stores its first failure.

    libsndfile calls these functions and treats a failure as the end of the file, so a broken
    connection would look like a shorter recording.

    Parameters
    ----------
    file : binary file
        The file.
    """

    def __init__(self, file: Any) -> None:
        self._file = file
        #: The first failure; None for none.
        self.failure: Exception | None = None

    def read(self, count: int = -1) -> bytes:
        """Returns the next bytes; empty after a failure."""
        try:
            return bytes(self._file.read(count)) if self.failure is None else b""
        except Exception as error:
            self.failure = error
            return b""

    def seek(self, offset: int, whence: int = 0) -> int:
        """Moves to another position."""
        try:
            return int(self._file.seek(offset, whence))
        except Exception as error:
            self.failure = self.failure or error
            return int(self._file.tell())

    def tell(self) -> int:
        """Returns the position."""
        return int(self._file.tell())

    def seekable(self) -> bool:
        """True for a seekable file."""
        return bool(self._file.seekable())

    def check(self, name: str) -> None:
        """Raises OSError after a failure."""
        if self.failure is not None:
            raise OSError(f"{name} cannot be read: {self.failure}") from self.failure


def stamp(path: str) -> str | None:
    """Returns a text that changes with the content of a recording: its size and time.

    Returns
    -------
    str or None
        None if there is no such text, for example for a pipe or a missing file.
    """
    if not is_url(path):
        try:
            status = os.stat(path)
        except OSError:
            return None
        return f"{status.st_size} {status.st_mtime_ns}"
    import fsspec

    try:
        system, inner = fsspec.core.url_to_fs(path)
        info = system.info(inner)
    except Exception:
        return None
    marks = [info.get(key) for key in ("ETag", "etag", "mtime", "LastModified", "created", "CRC")]
    if info.get("size") is None or not any(mark is not None for mark in marks):
        return None
    return " ".join(str(mark) for mark in [info["size"], *marks])


class WavePipe:
    """A WAV file that is read from beginning to end, without seeking.

    Parameters
    ----------
    file : binary file
        Only ``read`` is used.

    Raises
    ------
    OSError
        If it is not a WAV file with plain samples.
    """

    def __init__(self, file: BinaryIO, front: bytes = b"") -> None:
        self._file = file
        self._front = front
        head = self._exactly(12)
        if head[:4] not in (b"RIFF", b"RF64") or head[8:] != b"WAVE":
            raise OSError("the stream is not a WAV file")
        self.samplerate = self.channels = self._width = 0
        self._tag = 0
        long_size: int | None = None
        place = 12
        while True:
            name, size = struct.unpack("<4sI", self._exactly(8))
            place += 8
            if name == b"data":
                break
            body = self._exactly(size + size % 2)
            place += len(body)
            if name == b"ds64" and size >= 16:
                long_size = struct.unpack("<Q", body[8:16])[0]
            if name == b"fmt ":
                if size < 16:
                    raise OSError("the format of the stream is cut off")
                self._tag, self.channels, self.samplerate = struct.unpack("<HHI", body[:8])
                bits = struct.unpack("<H", body[14:16])[0]
                if self._tag == 0xFFFE and size >= 26:
                    self._tag = struct.unpack("<H", body[24:26])[0]
                self._width = bits // 8
        if (self._tag, self._width) not in _READERS or self.channels == 0:
            raise OSError("the stream has no plain samples; give a file that can be searched")
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

    def _check_length(self) -> None:
        """Warns of a stream that ends too early, as ``tuner`` does."""
        if self._promised is None:
            return
        promised = self._promised // (self._width * self.channels)
        if self.frames < promised:
            warnings.warn(
                f"the stream is cut off: the header promises {promised} samples, and {self.frames} "
                "are there",
                RuntimeWarning,
                stacklevel=2,
            )

    def _some(self, count: int) -> bytes:
        parts = [self._front[:count]]
        self._front = self._front[count:]
        left = count - len(parts[0])
        while left > 0 and (part := self._file.read(left)):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _exactly(self, count: int) -> bytes:
        data = self._some(count)
        if len(data) < count:
            raise OSError("the stream ends in its header")
        return data


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
        return 0 if not _is_of_streaming(outer) and outer + 8 > place else None
    return None if _is_of_streaming(size) else size


def _is_of_streaming(size: int) -> bool:
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


@contextmanager
def sound(path: str | os.PathLike[str] | BinaryIO) -> Iterator[Any]:
    """Opens a recording: a path, a URL of fsspec, or an open binary file.

    A seekable file is read in place, even over the network. A WAV file in a pipe is streamed. Other
    formats in a pipe are first read into memory, because they need seeking.

    Yields
    ------
    soundfile.SoundFile or WavePipe

    Raises
    ------
    OSError
        If it cannot be read.
    """
    import soundfile

    with ExitStack() as stack:
        file: Any = path
        local = False
        name = "the stream"
        if isinstance(path, (str, os.PathLike)):
            name = os.fspath(path)
            file = stack.enter_context(opened(name))
            # libsndfile reads a local file faster directly than through Python.
            local = not is_url(name)
        if not file.seekable():
            front = file.read(4)
            if front in (b"RIFF", b"RF64"):
                yield WavePipe(file, front)
                _check(file, name)
                return
            data = front + file.read()
            _check(file, name)
            file, local = io.BytesIO(data), False
        try:
            found = stack.enter_context(soundfile.SoundFile(path if local else file))
        except soundfile.LibsndfileError as error:
            _check(file, name)
            raise OSError(f"{name} cannot be read: {error}") from error
        yield found
        _check(file, name)


def _check(file: Any, name: str) -> None:
    if isinstance(file, Watched):
        file.check(name)
