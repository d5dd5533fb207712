# SPDX-License-Identifier: MIT
"""Parquet files with units, which are complete or absent."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import tempfile
from collections.abc import Callable, Iterable
from typing import IO

import pyarrow as pa
import pyarrow.parquet as pq

_UNITS = {"_s": "s", "_hz": "Hz", "_cents": "cent", "_dbfs": "dBFS"}


def field(name: str, kind: pa.DataType) -> pa.Field:
    """Returns a column, whose metadata has the unit that its name ends in."""
    unit = next((_UNITS[end] for end in _UNITS if f"_{name}".endswith(end)), None)
    return pa.field(name, kind, metadata=None if unit is None else {"unit": unit})


def write(
    file: str,
    form: pa.Schema,
    tables: Iterable[pa.Table],
    metadata: Callable[[], dict[str, str]],
) -> None:
    """Writes tables to a Parquet file that appears when it is complete."""
    os.makedirs(os.path.dirname(file) or ".", exist_ok=True)
    output, temporary = _temporary(file)
    try:
        with output:
            with pq.ParquetWriter(output, form, compression="zstd") as writer:
                waiting: list[pa.Table] = []
                for part in tables:
                    waiting.append(part)
                    if sum(map(len, waiting)) >= 1 << 16:
                        writer.write_table(pa.concat_tables(waiting))
                        waiting.clear()
                if waiting:
                    writer.write_table(pa.concat_tables(waiting))
                writer.add_key_value_metadata(metadata())
            output.flush()
            os.fsync(output.fileno())
            # The file is renamed while the lock is held, so that the next writer finds another
            # file.
            os.replace(temporary, file)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _temporary(file: str) -> tuple[IO[bytes], str]:
    """Opens the temporary file beside `file`, which one process at a time may write.

    The name is derived from `file`, so a writer reuses the file of a killed writer, and no file is
    left over. The lock of a killed process ends with the process. On a file system without locks
    each writer uses a separate name, because two writers of one file would mix their bytes.
    """
    directory, name = os.path.split(file)
    temporary = os.path.join(directory, f".{name}.writing")
    while True:
        # The file is not truncated, because another process may be writing it.
        handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        output = os.fdopen(handle, "wb")
        try:
            fcntl.flock(output, fcntl.LOCK_EX)
        except OSError as error:
            output.close()
            os.unlink(temporary)
            if error.errno not in (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK):
                raise
            unlocked, own = tempfile.mkstemp(prefix=f".{name}.", dir=directory or ".")
            os.fchmod(unlocked, 0o666 & ~_umask())
            return os.fdopen(unlocked, "wb"), own
        if _names(temporary, output):
            output.truncate(0)
            return output, temporary
        # The process that held the lock has renamed or removed the file meanwhile.
        output.close()


def _names(path: str, file: IO[bytes]) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
