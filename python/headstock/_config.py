# SPDX-License-Identifier: MIT
"""Settings as keyword arguments, converted to the structure of the C library."""

from __future__ import annotations

import ctypes
import math
import numbers
import operator
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from . import _interface
from ._library import ConfigurationError, check, library


class Settings(TypedDict, total=False):
    """The keyword arguments of every analysis; the defaults are those of ``tuner analyze``.

    Attributes
    ----------
    rate : float
        Results a second, 1 to 1000, with up to six decimals.
    tuning : str
        An id or a name of :func:`headstock.tunings`, the notes of the strings from the highest
        number to string 1 such as ``"D2 A2 D3 G3 A3 D4"``, ``"chromatic"`` for the nearest note, or
        the JSON text of ``tuner tunings export``.
    a4 : float
        The frequency of A4 in hertz. It is rounded to hundredths, and then must be 390 to 490.
    temperament : str
        ``"equal"``, ``"equal:19"``, ``"just:D"`` and others.
    scale : str or path-like
        The contents of a Scala scale file (``.scl``), or its :class:`pathlib.Path`, instead of
        ``temperament``. None for no scale.
    keyboard_map : str or path-like
        The same of a Scala keyboard mapping (``.kbm``) of ``scale``. None for consecutive keys.
    offsets : mapping of int to float
        Cents that are added to the targets of strings, by their numbers, such as ``{6: -2.0}``.
    capo : int
        The fret of a capo, 0 to 12; without effect for ``"chromatic"``.
    string : int
        The number of the only target string, 1 the highest; 0 for the nearest.
    fmin, fmax : float
        The lowest and the highest searched pitch in hertz, within 25 to 2500.
    tolerance : float
        The largest deviation that is in tune, in cents, 0.5 to 20.
    hysteresis : float
        The distance beyond an edge at which the state changes, in cents, 0 to 5.
    detector : str
        ``"engine"``, ``"spectral"`` or ``"yin"``.
    pitch : str
        ``"partial"`` for the first partial, ``"period"`` for the repetition rate.
    clock_ppm : float
        The error of the clock that counted the samples, in parts per million.
    second_string : bool
        True if a tracker must report the share of a second string, as recordings do. It is NaN
        where no spectrum was searched for one, such as in the first results of a note.
    candidates : bool
        True if a :class:`headstock.Tracker` must report the candidates of its last update. Nothing
        else reports them.
    """

    rate: float
    tuning: str
    a4: float
    temperament: str
    scale: str | os.PathLike[str] | None
    keyboard_map: str | os.PathLike[str] | None
    offsets: Mapping[int, float]
    capo: int
    string: int
    fmin: float
    fmax: float
    tolerance: float
    hysteresis: float
    detector: str
    pitch: str
    clock_ppm: float
    second_string: bool
    candidates: bool


# The signatures of Tracker.retune, Strum and strum name all settings. Those that would have no
# effect are refused at run time.

#: The settings that a recording of notes uses, and an array of samples.
NOTE_NAMES = (
    "rate", "tuning", "a4", "temperament", "scale", "keyboard_map", "offsets", "capo", "string",
    "fmin", "fmax", "tolerance", "hysteresis", "detector", "pitch", "clock_ppm", "second_string",
)  # fmt: skip
#: The settings that move the strings of a tuning.
PITCH_NAMES = ("a4", "temperament", "scale", "keyboard_map", "offsets", "capo")
#: The settings that a running tracker can change.
TARGET_NAMES = ("tuning", *PITCH_NAMES, "string", "tolerance", "hysteresis")
#: The settings that a live strum uses.
STRUM_NAMES = ("tuning", *PITCH_NAMES, "clock_ppm")
#: The settings that the strokes of a recording use.
STROKE_NAMES = (*STRUM_NAMES, "rate")

_NUMBERS = {
    "rate": "update_rate_hz",
    "a4": "a4_hz",
    "fmin": "lowest_hz",
    "fmax": "highest_hz",
    "tolerance": "tolerance_cents",
    "hysteresis": "hysteresis_cents",
    "clock_ppm": "clock_ppm",
}
_WHOLE = ("capo", "string")
_TEXTS = ("tuning", "temperament", "detector", "pitch")
_SCALA = ("scale", "keyboard_map")
_MOST_STRINGS = 12
_OPTIONS = {
    "second_string": _interface.SECOND_STRING,
    "candidates": _interface.CANDIDATES,
}


def made_config(sr: float, settings: dict[str, Any]) -> _interface.Config:
    """Returns the structure of the settings.

    Raises
    ------
    TypeError
        For a value of another type, and for an unknown argument.
    ValueError
        For a sample rate that is not a whole number.
    headstock.ConfigurationError
        For a scale beside a temperament.
    """
    if "temperament" in settings and settings.get("scale") is not None:
        raise ConfigurationError(
            "A scale takes the place of a temperament. Give one of them.",
            _interface.ERROR_TEMPERAMENT,
        )
    config = _interface.Config()
    check(library.headstock_config_init(ctypes.byref(config), ctypes.sizeof(config)))
    config.sample_rate_hz = whole_rate(sr)
    for name, value in settings.items():
        if name in _NUMBERS:
            setattr(config, _NUMBERS[name], _number(name, value))
        elif name in _WHOLE:
            number = operator.index(value)
            if not -(2**31) <= number < 2**31:
                raise ValueError(f"{name}={number} is out of range.")
            setattr(config, name, number)
        elif name in _TEXTS:
            if not isinstance(value, str):
                raise TypeError(f"{name} is a text, not {type(value).__name__}.")
            if "\0" in value:
                raise ValueError(f"{name} contains a NUL.")
            field = "tuning_document" if name == "tuning" and "{" in value else name
            setattr(config, field, value.encode())
        elif name in _SCALA:
            setattr(config, name, None if value is None else _scala(name, value).encode())
        elif name == "offsets":
            cents = _offsets(value)
            values = [cents.get(number, 0.0) for number in range(1, max(cents, default=0) + 1)]
            config.offsets_cents = (ctypes.c_double * len(values))(*values)
            config.offset_count = len(values)
        elif name in _OPTIONS:
            config.options |= _OPTIONS[name] if _truth(name, value) else 0
        else:
            known = ", ".join([*_NUMBERS, *_WHOLE, *_TEXTS, *_SCALA, "offsets", *_OPTIONS])
            raise TypeError(f"There is no argument {name!r}. Known are: {known}.")
    return config


def changed(settings: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Returns settings with changes, of which a temperament and a scale replace one another."""
    kept = dict(settings)
    if "temperament" in changes or ("scale" in changes and changes["scale"] is None):
        for name in _SCALA:
            kept.pop(name, None)
    elif "scale" in changes:
        kept.pop("temperament", None)
    return {**kept, **changes}


def _number(name: str, value: object) -> float:
    """Returns a real number of Python or NumPy. A text is none, also if it has digits only."""
    if not isinstance(value, numbers.Real):
        raise TypeError(f"{name} is a number, not {type(value).__name__}.")
    return float(value)


def _truth(name: str, value: object) -> bool:
    """Returns True or False of Python or NumPy. A text would be true whatever it says."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is True or False, not {type(value).__name__}.")
    return bool(value)


def _scala(name: str, value: object) -> str:
    """Returns the contents of a Scala file. They are in Latin-1 if they are not in UTF-8."""
    if isinstance(value, os.PathLike):
        contents = Path(value).read_bytes()
        try:
            text = contents.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = contents.decode("latin-1")
    elif isinstance(value, str):
        text = value
        if "\n" not in text:
            raise ValueError(f"{name} has one line. Give the contents of a file, or a pathlib.Path.")
    else:
        raise TypeError(f"{name} is a text or a path, not {type(value).__name__}.")
    if "\0" in text:
        raise ValueError(f"{name} contains a NUL.")
    return text


def _offsets(value: object) -> dict[int, float]:
    """Returns offsets by the numbers of strings, in order."""
    if not isinstance(value, Mapping):
        raise TypeError(f"offsets is a mapping of strings to cents, not {type(value).__name__}.")
    cents = {operator.index(key): _number("an offset", each) for key, each in value.items()}
    for number in cents:
        if not 1 <= number <= _MOST_STRINGS:
            raise ValueError(f"offsets: there is no string {number}.")
    return dict(sorted(cents.items()))


def whole_rate(sr: float) -> int:
    """Returns a sample rate, which often comes as a float, for example from librosa.

    Raises
    ------
    ValueError
        For a sample rate that is not a whole number.
    """
    if not math.isfinite(sr) or sr != int(sr) or not 0 < sr < 2**32:
        raise ValueError(f"A sample rate of {sr} Hz is not a whole number above 0.")
    return int(sr)


def whole_gap(count: int) -> int:
    """Returns a number of lost samples.

    Raises
    ------
    ValueError
        For a gap that is out of range.
    """
    count = operator.index(count)
    if not 0 <= count <= 1 << 40:
        raise ValueError(f"A gap of {count} samples is out of range: 0 to 2**40.")
    return count


def plain_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns settings with the numbers of Python, which JSON needs, for example from NumPy's.

    Equal settings become equal, such as ``440`` and ``440.0``.
    """
    plain: dict[str, Any] = {}
    for name, value in settings.items():
        if name in _NUMBERS:
            plain[name] = _number(name, value)
        elif name in _WHOLE:
            plain[name] = operator.index(value)
        elif name in _SCALA:
            if value is not None:
                plain[name] = _scala(name, value)
        elif name == "offsets":
            plain[name] = _offsets(value)
        else:
            plain[name] = _truth(name, value) if name in _OPTIONS else value
    return plain


def check_names(settings: Mapping[str, object], known: tuple[str, ...], user: str) -> None:
    """Raises TypeError for a setting that `user` would ignore."""
    for name in settings:
        if name not in known:
            raise TypeError(f"{user} does not use {name!r}. Give only: {', '.join(known)}.")


_FLOAT32 = np.dtype(np.float32)


def mono(samples: npt.ArrayLike) -> npt.NDArray[np.float32]:
    """Returns one channel as contiguous and aligned ``float32``, without a copy if it already is.

    Raises
    ------
    TypeError
        For samples that are not real floating-point numbers.
    ValueError
        For samples of more than one dimension.
    """
    # The common case of a stream, in which each microsecond counts.
    if (
        type(samples) is np.ndarray
        and samples.dtype is _FLOAT32
        and samples.ndim == 1
        and samples.flags.carray
    ):
        return samples
    array = unmasked(samples)
    if array.dtype.kind != "f":
        raise TypeError(
            f"Samples are floating-point numbers from -1 to 1, not {array.dtype}. Divide whole "
            "numbers by their full scale."
        )
    if array.ndim != 1:
        raise ValueError(
            f"Samples are one channel, an array of shape (n,), not {array.shape}. Mix channels "
            "with headstock.mix()."
        )
    return in_place(array)


def unmasked(samples: npt.ArrayLike) -> npt.NDArray[Any]:
    """Returns samples as an array, in which a masked sample is NaN, which counts as silence."""
    if isinstance(samples, np.ma.MaskedArray) and samples.dtype.kind == "f":
        return np.asarray(samples.filled(np.nan))
    return np.asarray(samples)


def in_place(array: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Returns an array as the C library reads it.

    A part of a file or of a record may be unaligned. A number over the range of ``float32`` becomes
    infinite, and then counts as silence.
    """
    with np.errstate(over="ignore"):
        return np.require(array, np.float32, ["C_CONTIGUOUS", "ALIGNED"])
