# SPDX-License-Identifier: MIT
"""One pitch at a time: whole arrays and streams."""

from __future__ import annotations

import ctypes
import threading
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from . import _interface
from ._config import (
    NOTE_NAMES,
    TARGET_NAMES,
    Settings,
    changed,
    check_names,
    made_config,
    mono,
    whole_gap,
)
from ._library import Owner, check, library
from ._results import CANDIDATE, RESULT, Track, view

# Results of a block of a stream, which are copied from a buffer; more are written in place.
_SHORT = 16
# Results of a gap: process() returns all of them in one array, here of 2.4 GB.
_LONGEST = 1 << 24
_NONE = np.empty(0, RESULT)


class Tracker(Owner):
    """Follows the pitch of a stream, block by block.

    Blocks of any size give the same results, bit for bit, and a result uses no sample after its own
    time. Different trackers can run in different threads at the same time; a lock makes the calls
    of one tracker wait for each other.

    Parameters
    ----------
    sr : int
        The sample rate in hertz, 8000 to 192000.
    **settings
        See :class:`headstock.Settings`. The default of ``rate`` is 60.

    Raises
    ------
    headstock.ConfigurationError
        A ``ValueError`` that names the value that is out of its range.
    """

    def __init__(self, sr: float, **settings: Unpack[Settings]) -> None:
        self._settings: dict[str, Any] = {"rate": 60.0, **settings}
        config = made_config(sr, self._settings)
        self._sr = int(config.sample_rate_hz)
        self._rate = float(config.update_rate_hz)
        pointer = ctypes.c_void_p()
        check(library.headstock_tracker_create(ctypes.byref(config), ctypes.byref(pointer)))
        self._own(pointer, library.headstock_tracker_destroy)
        self._lock = threading.Lock()
        self._skipped = 0
        # Made once: a stream calls the library for every block.
        self._used, self._count = ctypes.c_size_t(0), ctypes.c_size_t(0)
        self._references = ctypes.byref(self._used), ctypes.byref(self._count)
        self._buffer = ctypes.create_string_buffer(_SHORT * RESULT.itemsize)
        self._buffer_address = ctypes.addressof(self._buffer)

    @property
    def sr(self) -> int:
        """The sample rate in hertz."""
        return self._sr

    @property
    def position(self) -> int:
        """The number of samples that were processed or skipped."""
        with self._lock:
            return int(library.headstock_tracker_position(self._pointer))

    @property
    def rejected(self) -> int:
        """The number of samples that were not finite, or huge, and counted as silence."""
        with self._lock:
            return int(library.headstock_tracker_rejected(self._pointer))

    def process(self, samples: npt.ArrayLike) -> Track:
        """Processes the next samples of the stream.

        Parameters
        ----------
        samples : array_like of shape (n,)
            One channel, full scale ±1. A contiguous array of ``float32`` is read in place; any
            other floating-point array is converted, and a masked sample counts as silence. The GIL
            is released while it is processed.

        Returns
        -------
        Track of shape (k,)
            The results that are due, often none. :meth:`Track.join` joins those of several blocks.

        Raises
        ------
        TypeError
            For samples that are not floating-point numbers.
        ValueError
            For samples of more than one dimension.
        """
        block = mono(samples)
        with self._lock:
            return self._process(block)

    def _process(self, block: npt.NDArray[np.float32]) -> Track:
        parts = []
        # One more than are due, so that one call is almost always enough.
        capacity = int((len(block) + self._skipped) * self._rate / self._sr) + 2
        is_short = capacity <= _SHORT
        self._used.value = 0
        used, count = self._references
        status = _interface.RESULT
        while status == _interface.RESULT:
            # Without memory for the rows, nothing is processed, and the gap remains.
            rows = _NONE if is_short else np.empty(capacity, RESULT)
            self._skipped = 0
            status = check_real_time(
                library.headstock_tracker_process(
                    self._pointer,
                    block.ctypes.data,
                    len(block),
                    used,
                    self._buffer_address if is_short else rows.ctypes.data,
                    RESULT.itemsize,
                    capacity,
                    count,
                )
            )
            if is_short:
                # NumPy copies a structured array field by field, which takes ten times as long.
                size = self._count.value * RESULT.itemsize
                rows = np.frombuffer(bytearray(self._buffer.raw[:size]), RESULT)
            parts.append(rows[: self._count.value])
        rows = parts[0] if len(parts) == 1 else np.concatenate(parts)
        return view(rows, self._sr)

    def skip(self, count: int) -> None:
        """Skips samples that were lost.

        The next call of :meth:`process` also returns the results inside the gap, without a pitch.

        Parameters
        ----------
        count : int
            The number of lost samples, 0 to 2**40, with up to 2**24 results (at a rate of 60, three
            days). After a longer gap, call :meth:`reset`.

        Raises
        ------
        ValueError
            For a gap that is out of range.
        """
        count = whole_gap(count)
        with self._lock:
            if (self._skipped + count) * self._rate / self._sr > _LONGEST:
                raise ValueError(
                    f"A gap of {self._skipped + count} samples has more than {_LONGEST} results. "
                    "Begin a new stream with reset()."
                )
            check_real_time(library.headstock_tracker_skip(self._pointer, count))
            self._skipped += count

    def retune(self, **settings: Unpack[Settings]) -> None:
        """Compares with other targets from the next result on.

        The tracker forgets previous notes: the ``onset`` of a note that still sounds becomes the
        position of the next result.

        Parameters
        ----------
        **settings
            The changed settings among ``tuning``, ``temperament``, ``scale``, ``keyboard_map``,
            ``offsets``, ``a4``, ``capo``, ``string``, ``tolerance`` and ``hysteresis``. A
            temperament removes the scale and its keyboard mapping, and a scale the temperament.
            ``scale=None`` returns to equal temperament.

        Raises
        ------
        headstock.ConfigurationError
            A ``ValueError`` that names the value that is out of its range. The targets are the same
            as before.
        TypeError
            For another setting: a tracker keeps it from its creation on.
        """
        check_names(settings, TARGET_NAMES, "retune()")
        with self._lock:
            targets = changed(self._settings, settings)
            config = made_config(self._sr, targets)
            check(library.headstock_tracker_retune(self._pointer, ctypes.byref(config)))
            self._settings = targets

    def reset(self) -> None:
        """Begins a new stream: the tracker is in the state after its creation.

        The targets of ``retune`` stay.
        """
        with self._lock:
            check(library.headstock_tracker_reset(self._pointer))
            self._skipped = 0

    def candidates(self) -> npt.NDArray[Any]:
        """Returns the pitches that the detector compared in its last update.

        Returns
        -------
        ndarray of shape (k,), dtype ``headstock.CANDIDATE``
            ``frequency_hz`` and ``evidence``; only differences of evidence have a meaning.

        Raises
        ------
        headstock.ConfigurationError
            Unless the tracker was made with ``candidates=True``.
        """
        count, capacity = ctypes.c_size_t(0), 64
        with self._lock:
            while True:
                rows = np.empty(capacity, CANDIDATE)
                check(
                    library.headstock_tracker_candidates(
                        self._pointer,
                        rows.ctypes.data,
                        CANDIDATE.itemsize,
                        capacity,
                        ctypes.byref(count),
                    )
                )
                if count.value <= capacity:
                    return rows[: count.value]
                capacity = count.value


def check_real_time(status: int) -> int:
    """Returns the status of a real-time function, which stores no error text."""
    if status < 0:
        raise ValueError(f"The C library refuses the arguments (status {status}).")
    return status


def track(samples: npt.ArrayLike, sr: float, **settings: Unpack[Settings]) -> Track:
    """Follows the pitch of a whole array of samples.

    Parameters
    ----------
    samples : array_like of shape (n,)
        One channel, full scale ±1. A contiguous array of ``float32`` is read in place. The GIL is
        released.
    sr : int
        The sample rate in hertz, 8000 to 192000.
    **settings
        See :class:`headstock.Settings`. The default of ``rate`` is 60.

    Returns
    -------
    Track of shape (k,)
        One row for each of ``rate`` updates a second.

    Raises
    ------
    headstock.ConfigurationError
        A ``ValueError`` that names the value that is out of its range.
    TypeError
        For samples that are not floating-point numbers, and for a setting that has no effect here.
    ValueError
        For samples of more than one dimension.

    Examples
    --------
    >>> import headstock, numpy as np
    >>> time = np.arange(48000) / 48000
    >>> row = headstock.track(np.sin(2 * np.pi * 110.5 * time), 48000)[-1]
    >>> print(f"string {row['string']}: {row['cents']:+.2f} cents")
    string 5: +7.85 cents
    """
    check_names(settings, NOTE_NAMES, "track()")
    return Tracker(sr, **settings).process(samples)
