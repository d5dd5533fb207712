# SPDX-License-Identifier: MIT
"""Every string of a stroke at once, live."""

from __future__ import annotations

import ctypes
import threading
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from . import _interface
from ._config import STRUM_NAMES, Settings, check_names, made_config, mono, whole_gap
from ._library import Owner, check, library
from ._results import READING
from ._tracking import check_real_time


class Strum(Owner):
    """Measures every string of the newest stroke in a stream.

    Parameters
    ----------
    sr : int
        The sample rate in hertz, 8000 to 192000.
    **settings
        ``tuning``, ``a4``, ``temperament``, ``scale``, ``keyboard_map``, ``offsets``, ``capo`` and
        ``clock_ppm`` of :class:`headstock.Settings`; any tuning except ``"chromatic"``.

    Raises
    ------
    headstock.ConfigurationError
        A ``ValueError`` that names the value that is out of its range.
    TypeError
        For a setting that has no effect here.
    """

    def __init__(self, sr: float, **settings: Unpack[Settings]) -> None:
        check_names(settings, STRUM_NAMES, "A strum")
        config = made_config(sr, dict(settings))
        pointer = ctypes.c_void_p()
        check(library.headstock_strum_create(ctypes.byref(config), ctypes.byref(pointer)))
        self._own(pointer, library.headstock_strum_destroy)
        self._lock = threading.Lock()
        self._count = int(library.headstock_strum_string_count(pointer))

    def __len__(self) -> int:
        """Returns the number of strings that are measured."""
        return self._count

    def append(self, samples: npt.ArrayLike) -> None:
        """Appends the next samples of the stream.

        Until a stroke is found, it also measures between updates, in the first 0.2 s after an
        onset.

        Parameters
        ----------
        samples : array_like of shape (n,)
            One channel, full scale ±1. A contiguous array of ``float32`` is read in place.
        """
        block = mono(samples)
        with self._lock:
            check_real_time(
                library.headstock_strum_append(self._pointer, block.ctypes.data, len(block))
            )

    def update(self) -> npt.NDArray[Any]:
        """Measures every string at the end of the samples. The GIL is released.

        Returns
        -------
        ndarray of shape (strings,), dtype ``headstock.READING``
            In the order of the instrument, from the highest number to string 1. ``state`` is an
            index of ``headstock.STRING_STATES``. The numbers of a silent string are NaN, and so are
            those of one of which no partial was found. A sounding string lies within 150 cents of
            its target, an unclear one may lie at any distance.
        """
        rows = np.empty(self._count, READING)
        with self._lock:
            check_real_time(library.headstock_strum_update(self._pointer))
            for index in range(self._count):
                check_real_time(
                    library.headstock_strum_reading(
                        self._pointer,
                        index,
                        rows.ctypes.data + index * READING.itemsize,
                        READING.itemsize,
                    )
                )
        return rows

    def _newest(self) -> _interface.NewestStroke:
        newest = _interface.NewestStroke()
        with self._lock:
            check_real_time(
                library.headstock_strum_newest(
                    self._pointer, ctypes.byref(newest), ctypes.sizeof(newest)
                )
            )
        return newest

    @property
    def position(self) -> int:
        """The number of samples that were appended or skipped."""
        return int(self._newest().position)

    @property
    def stroke(self) -> int:
        """The number of the newest stroke in which a string has sounded; 0 before the first."""
        return int(self._newest().stroke)

    @property
    def onset(self) -> int | None:
        """The position of the first onset of the newest stroke at the last update; None without
        one.
        """
        onset = int(self._newest().onset)
        return None if onset < 0 else onset

    def settled(self) -> npt.NDArray[Any] | None:
        """Returns the one reading that all updates of the newest stroke give for each string.

        A stroke is settled about 1.2 s after its last onset. Updates about 20 times a second give
        what ``tuner live --strum`` reports.

        Returns
        -------
        ndarray of shape (strings,), dtype ``headstock.READING``, or None
            In the order of the instrument, from the highest number to string 1; only a sounding
            string has numbers. None before the stroke is settled.
        """
        rows = np.empty(self._count, READING)
        with self._lock:
            for index in range(self._count):
                status = check_real_time(
                    library.headstock_strum_settled(
                        self._pointer,
                        index,
                        rows.ctypes.data + index * READING.itemsize,
                        READING.itemsize,
                    )
                )
                if status != _interface.RESULT:
                    return None
        return rows

    def skip(self, count: int) -> None:
        """Skips samples that were lost.

        The stroke before the gap ends. Strings that ring on after it are read as another stroke.

        Parameters
        ----------
        count : int
            The number of lost samples, 0 or more, and at most 2**40 in all since the last reset.

        Raises
        ------
        ValueError
            For a gap that is out of range.
        """
        count = whole_gap(count)
        with self._lock:
            check_real_time(library.headstock_strum_skip(self._pointer, count))

    def reset(self) -> None:
        """Begins a new stream."""
        with self._lock:
            check_real_time(library.headstock_strum_reset(self._pointer))
