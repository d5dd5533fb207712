# SPDX-License-Identifier: MIT
"""A cache of results by the content of the recordings."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _interface
from ._opening import Watched, check_path, opened, stamp


class CacheError(RuntimeError):
    """A cache that cannot be used: its file is damaged, is no cache, or cannot be written."""


class Cache:
    """A file of results, which lets a second pass over an unchanged archive read no recording.

    A recording is found by its name, size and time, or else by the SHA-256 of its content. So a
    copied or renamed file is read once but not analysed again. The version of the engine, the kind
    and the settings are part of the key. Several processes of one machine may use one cache, and
    several threads one object.

    Parameters
    ----------
    path : path-like
        The file, an SQLite database, which is created if it is missing.

    Raises
    ------
    headstock.ConfigurationError
        For a path with a NUL character.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        check_path(path)
        self.path = os.fspath(path)
        #: The numbers of recordings that were found by name, by content, and not at all.
        self.named = self.copied = self.missed = 0
        # Guards the three numbers, and the opening of the file by several threads.
        self._lock = threading.Lock()
        # SQLite refuses a connection in another thread than that which made it.
        self._local = threading.local()

    def __reduce__(self) -> tuple[type[Cache], tuple[str]]:
        """A worker process opens the file itself."""
        return (Cache, (self.path,))

    def _database(self) -> sqlite3.Connection:
        """Returns the connection of the current thread."""
        # A connection must not be used by a process that was forked.
        if getattr(self._local, "process", None) != os.getpid():
            with self._lock:
                self._local.connection = self._opened()
            self._local.process = os.getpid()
        connection: sqlite3.Connection = self._local.connection
        return connection

    def _opened(self) -> sqlite3.Connection:
        os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=60, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS files (name BLOB, stamp TEXT, content BLOB, "
            "PRIMARY KEY (name)) WITHOUT ROWID"
        )
        connection.execute(
            "CREATE TABLE IF NOT EXISTS results (content BLOB, key TEXT, rows BLOB, "
            "PRIMARY KEY (content, key)) WITHOUT ROWID"
        )
        return connection

    def rows(
        self,
        path: str | os.PathLike[str],
        key: str,
        dtype: np.dtype[Any],
        measure: Callable[[], npt.NDArray[Any]],
    ) -> npt.NDArray[Any]:
        """Returns the rows of a recording.

        Parameters
        ----------
        path : path-like
            The recording.
        key : str
            The kind and the settings.
        dtype : numpy.dtype
            The type of the rows.
        measure : callable
            Analyses the recording.

        Raises
        ------
        OSError
            If the recording cannot be read.
        CacheError
            If the file of the cache is damaged, or cannot be written.
        """
        with self._named_errors():
            # A name that is no UTF-8 is no text of SQLite.
            name, database = os.fsencode(path), self._database()
            key = f"{_interface.VERSION} {key}"
            state = stamp(path)
            known = database.execute(
                "SELECT content FROM files WHERE name = ? AND stamp = ?", (name, state)
            ).fetchone()
            content = known[0] if known and state is not None else _content(path)
            found = database.execute(
                "SELECT rows FROM results WHERE content = ? AND key = ?", (content, key)
            ).fetchone()
            if known is None and state is not None:
                database.execute("REPLACE INTO files VALUES (?, ?, ?)", (name, state, content))
            with self._lock:
                if found is None:
                    self.missed += 1
                elif known:
                    self.named += 1
                else:
                    self.copied += 1
            if found is not None:
                if len(found[0]) % dtype.itemsize:
                    raise CacheError(f"The cache {self.path} is damaged: a result is cut off. Remove it.")
                return np.frombuffer(found[0], dtype).copy()
            rows = np.asarray(measure())
            # If a recording changed while it was read, its result belongs to neither content.
            if stamp(path) == state:
                database.execute("REPLACE INTO results VALUES (?, ?, ?)", (content, key, rows.tobytes()))
            return rows

    @contextlib.contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Raises CacheError for the errors of SQLite."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise CacheError(f"The cache {self.path} cannot be used: {error}.") from error
        except sqlite3.DatabaseError as error:
            raise CacheError(
                f"The cache {self.path} is damaged, or no cache: {error}. Remove it, or give "
                "another path."
            ) from error


def _content(path: str | os.PathLike[str]) -> bytes:
    digest = hashlib.sha256()
    with opened(path) as file:
        while block := file.read(1 << 20):
            digest.update(block)
        if isinstance(file, Watched):
            file.check(os.fsdecode(path))
    return digest.digest()
