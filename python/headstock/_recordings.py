# SPDX-License-Identifier: MIT
"""Whole recordings: notes and strokes, as ``tuner analyze`` reports them."""

from __future__ import annotations

import ctypes
import operator
import os
import warnings
from dataclasses import dataclass
from typing import Any, BinaryIO, Callable, Unpack

import numpy as np
import numpy.typing as npt

from . import _interface
from ._config import (
    NOTE_NAMES,
    STROKE_NAMES,
    Settings,
    check_names,
    in_place,
    made_config,
    mono,
    unmasked,
)
from ._gaps import segments
from ._library import Owner, check, library
from ._opening import sound
from ._results import NOTE, RESULT, STROKE, Track, view
from ._tracking import check_real_time

_BLOCK = 65536


class _Recording(Owner):
    """The analysis of one recording by the C library."""

    def __init__(self, sr: float, kind: int, settings: dict[str, Any]) -> None:
        config = made_config(sr, settings)
        self.sr = int(config.sample_rate_hz)
        pointer = ctypes.c_void_p()
        check(library.headstock_recording_create(ctypes.byref(config), kind, ctypes.byref(pointer)))
        self._own(pointer, library.headstock_recording_destroy)

    def append(self, block: npt.NDArray[np.float32]) -> None:
        check(library.headstock_recording_append(self._pointer, block.ctypes.data, len(block)))

    def skip(self, count: int) -> None:
        check(library.headstock_recording_skip(self._pointer, count))

    def finish(self) -> None:
        check(library.headstock_recording_finish(self._pointer))

    def _taken(self, take: Callable[..., int], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
        count = ctypes.c_size_t(0)
        parts, status, capacity = [], _interface.RESULT, 4096
        while status == _interface.RESULT:
            rows = np.empty(capacity, dtype)
            status = check(
                take(
                    self._pointer, rows.ctypes.data, dtype.itemsize, capacity, ctypes.byref(count)
                )
            )
            parts.append(rows[: count.value])
        return np.concatenate(parts)

    def results(self) -> Track:
        return view(self._taken(library.headstock_recording_results, RESULT), self.sr)

    def notes(self) -> npt.NDArray[Any]:
        return self._taken(library.headstock_recording_notes, NOTE)

    def strokes(self) -> npt.NDArray[Any]:
        return self._taken(library.headstock_recording_strokes, STROKE)


# Arrays have no single truth of being equal, so an analysis is equal to itself only.
@dataclass(frozen=True, eq=False)
class Analysis:
    """The results and notes of a recording.

    Attributes
    ----------
    track : Track of shape (k,)
        One row an update.
    notes : ndarray of shape (n,), dtype ``headstock.NOTE``
        One row a note: ``start_s``, ``end_s``, ``frequency_hz``, ``cents``, ``sigma_cents``,
        ``string`` and others; ``articulations`` are the bits of ``headstock.h``.
    sr : int
        The sample rate in hertz.
    duration : float
        The length in seconds.
    """

    track: Track
    notes: npt.NDArray[Any]
    sr: int
    duration: float


def mix(samples: npt.ArrayLike, channel: int = 0) -> npt.NDArray[np.float32]:
    """Mixes the channels of samples.

    Parameters
    ----------
    samples : array_like of shape (n, channels) or (n,)
        As ``soundfile.read`` returns them. A masked sample is NaN, which counts as silence.
    channel : int
        The selected channel, from 1; 0 for the mean of all.

    Returns
    -------
    ndarray of shape (n,), ``float32``
        One channel.
    """
    array = unmasked(samples)
    if array.dtype.kind != "f":
        raise TypeError(f"Samples are floating-point numbers from -1 to 1, not {array.dtype}.")
    if array.ndim == 1:
        array = array[:, np.newaxis]
    if array.ndim != 2:
        raise ValueError(f"Samples have a shape (n, channels) or (n,), not {array.shape}.")
    if array.shape[1] == 0:
        raise ValueError("The samples have no channels.")
    channel = operator.index(channel)
    if not 0 <= channel < 2**32:
        raise ValueError(f"There is no channel {channel} among {array.shape[1]}.")
    array = in_place(array)
    mixed = np.empty(array.shape[0], np.float32)
    status = library.headstock_mix(
        array.ctypes.data, array.shape[0], array.shape[1], channel, mixed.ctypes.data
    )
    if status == _interface.ERROR_CHANNEL:
        raise ValueError(f"There is no channel {channel} among {array.shape[1]}.")
    check_real_time(status)
    return mixed


def analyze(
    path: str | os.PathLike[str] | BinaryIO,
    *,
    smooth: bool = False,
    channel: int = 0,
    **settings: Unpack[Settings],
) -> Analysis:
    """Analyses a sound file, as ``tuner analyze`` does.

    In a recording of ``tuner live --record``, results inside the samples that were lost have no
    pitch.

    Parameters
    ----------
    path : path-like or binary file
        A file that libsndfile reads: WAV, FLAC, Ogg, MP3 and others; a URL of fsspec, such as
        ``s3://bucket/take.wav`` or ``zip://take.wav::archive.zip``; or an open file. A WAV file in
        a pipe is streamed if its samples are plain numbers. All else in a pipe is read into memory.
    smooth : bool
        True to let later samples correct earlier results.
    channel : int
        The channel that is analysed, from 1; 0 for the mean of all.
    **settings
        See :class:`headstock.Settings`. The default of ``rate`` is 20.

    Returns
    -------
    Analysis
        The results and notes, with the values of `tuner analyze --frames` and `--notes`.

    Warns
    -----
    RuntimeWarning
        If the file is cut off, as far as its header or its last page reveals it. The samples that
        are there are analysed, as ``tuner analyze`` does. Also if the list of the samples that were
        lost while a WAV file was recorded is damaged: they are then analysed as silence.

    Raises
    ------
    OSError
        If the file cannot be read, or its samples cannot be decoded. For a damaged FLAC file, the
        text names the number of samples before the damage.
    TypeError
        For what is neither a path nor a file, and for a setting that has no effect here.
    headstock.ConfigurationError
        A ``ValueError`` that names the value that is out of its range, or a path with a NUL
        character.
    """
    check_names(settings, NOTE_NAMES, "An analysis of notes")
    kind = _interface.SMOOTHED_NOTES if smooth else _interface.NOTES
    with sound(path) as file:
        recording, duration = _analysed(file, kind, channel, dict(settings))
        return Analysis(recording.results(), recording.notes(), recording.sr, duration)


def strokes_of(
    path: str | os.PathLike[str] | BinaryIO, *, channel: int = 0, **settings: Unpack[Settings]
) -> npt.NDArray[Any]:
    """Measures every string of the strokes of a sound file, like ``tuner analyze --strum``.

    Parameters
    ----------
    path, channel
        As of :func:`analyze`.
    **settings
        As of :func:`strum`.

    Returns
    -------
    ndarray of shape (strokes * strings,), dtype ``headstock.STROKE``
        As of :func:`strum`.
    """
    check_names(settings, STROKE_NAMES, "An analysis of strokes")
    with sound(path) as file:
        return _analysed(file, _interface.STROKES, channel, dict(settings))[0].strokes()


def _analysed(
    file: Any, kind: int, channel: int, settings: dict[str, Any]
) -> tuple[_Recording, float]:
    """Returns the analysis of an open recording, and its length in seconds."""
    recording = _Recording(file.samplerate, kind, settings)
    if file.doubt is not None:
        # The warning names the line that calls analyze() or strokes_of().
        warnings.warn(
            f"{file.name}: the header can't be checked ({file.doubt}), so lost samples may be "
            "unknown",
            RuntimeWarning,
            stacklevel=3,
        )
    position = 0
    for block in file.blocks(_BLOCK):
        mixed = mix(block, channel)
        for first, last, is_lost in segments(file.gaps, position, len(mixed)):
            if is_lost:
                recording.skip(last - first)
            else:
                recording.append(mixed[first:last])
        position += len(mixed)
    recording.finish()
    return recording, file.frames / file.samplerate


def strum(samples: npt.ArrayLike, sr: float, **settings: Unpack[Settings]) -> npt.NDArray[Any]:
    """Measures every string of the strokes in an array of samples, like ``tuner analyze --strum``.

    Parameters
    ----------
    samples : array_like of shape (n,)
        One channel, full scale ±1. A contiguous array of ``float32`` is read in place. The GIL is
        released.
    sr : int
        The sample rate in hertz.
    **settings
        ``tuning``, ``a4``, ``temperament``, ``scale``, ``keyboard_map``, ``offsets``, ``capo``,
        ``clock_ppm`` and ``rate`` of :class:`headstock.Settings`; any tuning except
        ``"chromatic"``. The default of ``rate`` is 20.

    Returns
    -------
    ndarray of shape (strokes * strings,), dtype ``headstock.STROKE``
        One row for each string of each stroke. ``state`` is an index of
        ``headstock.STRING_STATES``; only a sounding string has ``frequency_hz``, ``cents``,
        ``sigma_cents`` and ``confidence``.

    Raises
    ------
    headstock.ConfigurationError
        A ``ValueError`` that names the value that is out of its range.
    TypeError
        For a setting that has no effect here.
    """
    check_names(settings, STROKE_NAMES, "An analysis of strokes")
    recording = _Recording(sr, _interface.STROKES, dict(settings))
    recording.append(mono(samples))
    recording.finish()
    return recording.strokes()
