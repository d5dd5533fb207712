# SPDX-License-Identifier: MIT
"""Recordings behind paths, URLs and pipes."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, BinaryIO

from . import _interface
from ._gaps import Gap, listed
from ._library import ConfigurationError
from ._waves import CodedSamples, WavePipe, whole_file


# What the file systems of fsspec call the time, the version or the checksum of a file.
_MARKS = (
    "ETag", "etag", "mtime", "LastModified", "last_modified", "Last-Modified", "modified", "modify",
    "updated", "created", "CRC", "Content-MD5", "content_md5", "md5Hash", "sha",
)  # fmt: skip


def is_url(path: str | os.PathLike[str]) -> bool:
    """True for a URL of fsspec: ``s3://…``, ``zip://take.wav::archive.zip``.

    A file whose name looks like a URL is a file, and so is a path object with ``::``.
    """
    name = os.fsdecode(path)
    # A path of pathlib never contains "://". Path objects of other packages may be URLs.
    looks_so = "://" in name or ("::" in name and isinstance(path, str))
    return looks_so and not os.path.exists(name)


# The program writes the scalar U+10FE00 + b for a byte b that is no UTF-8, where Python has the
# surrogate U+DC00 + b. The bytes of a name that has such a scalar itself are written so too.
_SCALARS = {0xDC00 + byte: chr(0x10FE00 + byte) for byte in range(0x80, 0x100)}
_SCALARS |= {
    ord(scalar): "".join(chr(0x10FE00 + byte) for byte in scalar.encode())
    for scalar in _SCALARS.values()
}


def path_text(path: str | os.PathLike[str]) -> str:
    """Returns the text that the program writes for a path, which is UTF-8 for every path."""
    return os.fsencode(path).decode(errors="surrogateescape").translate(_SCALARS)


def check_path(path: str | os.PathLike[str]) -> None:
    """Refuses a path that no file can have.

    Raises
    ------
    headstock.ConfigurationError
        For a path with a NUL character.
    """
    if b"\0" in os.fsencode(path):
        raise ConfigurationError(
            f"The path {os.fsdecode(path)!r} has a NUL character.", _interface.ERROR_ARGUMENT
        )


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[Any]:
    """Opens a file or a URL for reading bytes.

    Raises
    ------
    OSError
        If it cannot be opened.
    headstock.ConfigurationError
        For a path with a NUL character.
    """
    check_path(path)
    if not is_url(path):
        with open(path, "rb") as file:
            yield file
        return
    import fsspec

    try:
        # When the file system is released, it closes the archive that contains the file.
        system, inner = fsspec.core.url_to_fs(os.fsdecode(path))
        remote = system.open(inner, "rb")
    except Exception as error:
        # Each kind of storage has its own exceptions, for example for an unknown protocol, a name
        # that is not in an archive, a missing package, or a server that refuses or does not answer.
        raise OSError(f"{os.fsdecode(path)} cannot be opened: {error}") from error
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


def stamp(path: str | os.PathLike[str]) -> str | None:
    """Returns a text that changes with the content of a recording.

    Returns
    -------
    str or None
        The size, and the time or checksum. None if the storage has neither of these two, as some
        servers, and for a path that is no file or has a NUL character.
    """
    if not is_url(path):
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            return None
        return f"{status.st_size} {status.st_mtime_ns}"
    import fsspec

    try:
        system, inner = fsspec.core.url_to_fs(os.fsdecode(path))
        info = system.info(inner)
    except Exception:
        return None
    marks = [info.get(key) for key in _MARKS]
    if info.get("size") is None or not any(mark is not None for mark in marks):
        return None
    return " ".join(str(mark) for mark in [info["size"], *marks])


@contextmanager
def sound(path: str | os.PathLike[str] | BinaryIO) -> Iterator[Any]:
    """Opens a recording: a path, a URL of fsspec, or an open binary file.

    A seekable file is read in place, even over the network. A WAV file of plain numbers in a pipe
    is streamed. All else in a pipe is first read into memory, because it needs seeking.

    Yields
    ------
    DecodedFile or WavePipe

    Raises
    ------
    TypeError
        For what is neither a path nor a file.
    OSError
        If it cannot be read, also for samples that the body of the ``with`` statement reads.
    headstock.ConfigurationError
        For a path with a NUL character.
    """
    # soundfile is needed by recordings only.
    import soundfile

    from ._decoding import DecodedFile

    with ExitStack() as stack:
        file: Any = path
        local = False
        name = "the stream"
        if isinstance(path, (str, os.PathLike)):
            name = os.fsdecode(path)
            file = stack.enter_context(opened(path))
            # libsndfile reads a local file faster directly than through Python.
            local = not is_url(path)
        elif not hasattr(path, "read") or not hasattr(path, "seekable"):
            raise TypeError(
                f"A recording is a path, a URL or an open binary file, not {type(path).__name__}."
            )
        if not file.seekable():
            front = file.read(4)
            if front in (b"RIFF", b"RF64"):
                try:
                    pipe = WavePipe(file, front)
                except CodedSamples as coded:
                    data = whole_file(coded.header, file.read())
                else:
                    yield pipe
                    _check(file, name)
                    return
            else:
                data = front + file.read()
            _check(file, name)
            file, local = io.BytesIO(data), False
        gaps: list[Gap] = []
        doubt: str | None = None
        try:
            gaps = listed(file)
        except ValueError as error:
            doubt = str(error)
        try:
            # soundfile can't encode a name that is no UTF-8.
            source = os.fsencode(name) if local else file
            decoded = DecodedFile(source, name, lambda: _check(file, name), gaps, doubt)
            yield stack.enter_context(decoded)
        except soundfile.LibsndfileError as error:
            _check(file, name)
            raise OSError(f"{name} cannot be read: {error}") from error
        _check(file, name)


def _check(file: Any, name: str) -> None:
    if isinstance(file, Watched):
        file.check(name)
