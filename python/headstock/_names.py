# SPDX-License-Identifier: MIT
"""Tunings, strings, names and the phase of a strobe."""

from __future__ import annotations

import ctypes
import numbers
import operator
import os
from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from . import _interface
from ._config import PITCH_NAMES, check_names, made_config, mono, whole_rate
from ._library import check, library
from ._results import STRING
from ._tracking import check_real_time


#: The numbers of the notations in the C library.
NOTATIONS = {
    "english": _interface.NOTATION_ENGLISH,
    "german": _interface.NOTATION_GERMAN,
    "solfege": _interface.NOTATION_SOLFEGE,
}


class PitchSettings(TypedDict, total=False):
    """The settings of :class:`headstock.Settings` that move the strings of a tuning."""

    a4: float
    temperament: str
    scale: str | os.PathLike[str] | None
    keyboard_map: str | os.PathLike[str] | None
    offsets: Mapping[int, float]
    capo: int


def tunings() -> dict[str, str]:
    """Returns the built-in tunings: English names by id."""
    return {
        library.headstock_tuning_id(index).decode(): library.headstock_tuning_name(index).decode()
        for index in range(library.headstock_tuning_count())
    }


def strings(tuning: str = "standard", **settings: Unpack[PitchSettings]) -> npt.NDArray[Any]:
    """Returns the strings of a tuning.

    Parameters
    ----------
    tuning : str
        As in :class:`headstock.Settings`.
    **settings
        ``a4``, ``temperament``, ``scale``, ``keyboard_map``, ``offsets`` and ``capo`` of
        :class:`headstock.Settings`.

    Returns
    -------
    ndarray of shape (strings,), dtype ``headstock.STRING``
        In the order of the instrument: ``frequency_hz``, ``offset_cents``, ``number``, ``course``,
        ``midi`` and ``name``, as bytes.

    Raises
    ------
    headstock.ConfigurationError
        A ``ValueError`` that names the value that is out of its range.
    TypeError
        For a setting that has no effect here.
    """
    check_names(settings, PITCH_NAMES, "strings()")
    config = made_config(48_000, {"tuning": tuning, **settings})
    count = ctypes.c_size_t(0)
    rows = np.empty(12, STRING)
    check(
        library.headstock_strings(
            ctypes.byref(config), rows.ctypes.data, STRING.itemsize, len(rows), ctypes.byref(count)
        )
    )
    return rows[: count.value]


def note_name(midi: int, *, notation: str = "english", flats: bool = False) -> str | None:
    """Returns the name of a key with its octave.

    Parameters
    ----------
    midi : int
        The key, 0 to 1000; 69 is A4. -1 is ``midi`` or ``target_midi`` of a result without one.
    notation : {"english", "german", "solfege"}
        The language of the name.
    flats : bool
        True for a flat where the key needs an accidental, False for a sharp.

    Returns
    -------
    str or None
        The name, such as ``"F#3"``, ``"Fis3"`` or ``"Solb3"``; None for -1.

    Raises
    ------
    ValueError
        For another number or notation.
    """
    midi = _whole(midi, "A key")
    if notation not in NOTATIONS:
        raise ValueError(f"There is no notation {notation!r}. Give one of: {', '.join(NOTATIONS)}.")
    if midi == -1:
        return None
    text = ctypes.create_string_buffer(12)
    if not 0 <= midi <= 1000:
        raise ValueError(f"The key {midi} is out of range: 0 to 1000, or -1 for no note.")
    number = NOTATIONS[notation]
    check(library.headstock_note_name_in(midi, number, int(bool(flats)), text, len(text)))
    return text.value.decode()


def state_name(state: int) -> str:
    """Returns the name of a ``state`` of a track, such as ``"inTune"``."""
    state = _whole(state, "A state")
    name = library.headstock_state_name(state) if -(2**31) <= state < 2**31 else None
    if name is None:
        raise ValueError(f"There is no state {state}.")
    return str(name.decode())


def strobe(samples: npt.ArrayLike, sr: int, target: float, end: int) -> float | None:
    """Measures the phase of a tone against a reference, as a strobe tuner displays it.

    Parameters
    ----------
    samples : array_like of shape (n,)
        The newest samples, at least a period of the target.
    sr : int
        The sample rate in hertz.
    target : float
        The frequency of the reference in hertz.
    end : int
        The position in the stream after the last sample.

    Returns
    -------
    float or None
        The phase in turns, 0 to 1; a tone d hertz above the target gains d turns a second. None in
        silence, if a sample is not finite, if the samples are fewer than three or shorter than a
        period of the target, and if the target is not above 0 and below half the sample rate.
    """
    block = mono(samples)
    if not isinstance(target, numbers.Real):
        raise TypeError(f"A target is a frequency in hertz, not {type(target).__name__}.")
    rate, position = whole_rate(sr), _whole(end, "A position")
    if not -(2**63) <= position < 2**63:
        raise ValueError(f"The position {position} is out of range.")
    turns = ctypes.c_double()
    status = check_real_time(
        library.headstock_strobe(
            block.ctypes.data, len(block), position, float(target), rate, ctypes.byref(turns)
        )
    )
    return turns.value if status == _interface.RESULT else None


def _whole(value: int, what: str) -> int:
    """Returns a whole number of Python or NumPy.

    Raises
    ------
    TypeError
        For another type, which would be an error of ctypes.
    """
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {type(value).__name__}.") from None
