# SPDX-License-Identifier: MIT
"""The C library and the conversion of its errors.

In a wheel, the library is beside this file. Debian's package uses the system's library.
"""

from __future__ import annotations

import ctypes
import pathlib
import weakref
from typing import Any, NoReturn

from . import _interface

_INSIDE = pathlib.Path(__file__).with_name("libheadstock.so.0")


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(str(_INSIDE) if _INSIDE.exists() else _INSIDE.name)
    _interface.declare(library)
    version = library.headstock_version().decode()
    if version.split(".")[:2] != _interface.VERSION.split(".")[:2]:
        raise ImportError(
            f"The C library is of version {version}, and this package of {_interface.VERSION}. "
            "Install both of the same version."
        )
    return library


#: The C library. Every call releases the GIL.
library = _load()


class ConfigurationError(ValueError):
    """A value that the library refuses.

    Attributes
    ----------
    status : int
        The status of the C library, such as ``-5`` for an unknown tuning.
    """

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> tuple[type[ConfigurationError], tuple[str, int]]:
        """An error of a worker process has both arguments, so that it can be made again."""
        return (type(self), (str(self), self.status))


class Owner:
    """An object of the C library, which ends with this Python object.

    When the interpreter ends, the object stays: a daemon thread, or the callback of a sound device,
    may be inside a call that uses it. Its memory goes with the process.
    """

    _pointer: ctypes.c_void_p

    def _own(self, pointer: ctypes.c_void_p, destroy: Any) -> None:
        """Takes an object, and destroys it when this Python object ends."""
        self._pointer = pointer
        weakref.finalize(self, destroy, pointer).atexit = False

    def __reduce__(self) -> NoReturn:
        """Refuses copies and pickles: a second owner would use the object after its end."""
        raise TypeError(
            f"A {type(self).__name__.lstrip('_')} cannot be copied or pickled. Create another one "
            "with the same settings."
        )


def check(status: int) -> int:
    """Returns the status of a call, or raises the error that it names."""
    if status >= 0:
        return status
    raise ConfigurationError(library.headstock_error_text().decode(), status)
