# SPDX-License-Identifier: MIT
"""Results as structured arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _interface

if TYPE_CHECKING:
    import jams

#: The fields of a :class:`Track`; headstock.h describes each.
RESULT = np.dtype(_interface.Result)
#: The fields of the notes of an :class:`~headstock.Analysis`.
NOTE = np.dtype(_interface.Note)
#: The fields of the strokes that :func:`headstock.strum` returns.
STROKE = np.dtype(_interface.Stroke)
#: The fields of :meth:`headstock.Strum.update`.
READING = np.dtype(_interface.StringReading)
#: The fields of :meth:`headstock.Tracker.candidates`.
CANDIDATE = np.dtype(_interface.Candidate)


def _with_text(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Returns a type whose arrays of characters are texts."""
    fields: Any = dtype.fields
    return np.dtype(
        {
            "names": list(fields),
            "formats": [
                f"S{kind.itemsize}" if kind.shape else kind for kind, *_ in fields.values()
            ],
            "offsets": [place for _, place, *_ in fields.values()],
            "itemsize": dtype.itemsize,
        }
    )


#: The fields of :func:`headstock.strings`.
STRING = _with_text(np.dtype(_interface.String))

#: The names of ``state`` in a :class:`Track`, by its number.
STATES = (
    "silent",
    "detecting",
    "active",
    "inTune",
    "slightlyFlat",
    "veryFlat",
    "slightlySharp",
    "verySharp",
)
#: The names of ``state`` of a string, by its number.
STRING_STATES = ("silent", "unclear", "sounding")


class Track(np.ndarray):
    """The results of a stream, one row per update: a structured array with the fields of
    ``RESULT``.

    ``track["cents"]`` is a column of shape (n,), and ``pandas.DataFrame(track)`` is a table. An
    unknown number is NaN. The most used columns are ``time_s``, ``frequency_hz``, ``confidence``,
    ``sigma_cents`` (the standard error), ``cents`` (the deviation from the target), ``string`` (the
    number of the target string), ``midi`` and ``state`` (an index of ``headstock.STATES``).

    Attributes
    ----------
    sr : int
        The sample rate in hertz.
    """

    sr: int

    def __array_finalize__(self, source: Any) -> None:
        self.sr = getattr(source, "sr", 0)

    def __reduce__(self) -> tuple[Any, ...]:
        """Keeps the sample rate in a pickle."""
        reduced: Any = super().__reduce__()
        make, arguments, state = reduced
        return make, arguments, (state, self.sr)

    def __setstate__(self, state: Any) -> None:
        rows, self.sr = state
        super().__setstate__(rows)

    def __getitem__(self, key: Any) -> Any:
        """Returns rows as a track; a column is a plain array."""
        value = super().__getitem__(key)
        return value.view(np.ndarray) if isinstance(key, str) else value

    @classmethod
    def join(cls, parts: Iterable[Track]) -> Track:
        """Joins the results of successive blocks, which ``np.concatenate`` makes a plain array.

        Parameters
        ----------
        parts : iterable of Track
            Tracks of one stream, in order, as :meth:`headstock.Tracker.process` returns them.

        Returns
        -------
        Track
            All rows, with the sample rate of the parts.

        Raises
        ------
        TypeError
            For a part that is not a track.
        ValueError
            Without parts, and for parts with different sample rates.
        """
        parts = list(parts)
        for part in parts:
            if not isinstance(part, Track):
                raise TypeError(f"A part is a Track, not {type(part).__name__}.")
        rates = sorted({part.sr for part in parts})
        if len(rates) != 1:
            found = "there are none" if not rates else f"these have {rates} Hz"
            raise ValueError(f"Give tracks of one sample rate: {found}.")
        return view(np.concatenate([np.asarray(part) for part in parts]), rates[0])

    def to_mir_eval(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Returns times and frequencies as ``mir_eval.melody`` reads them.

        Returns
        -------
        times : ndarray of shape (n,)
            In seconds.
        frequencies : ndarray of shape (n,)
            In hertz; 0 if there is no pitch. An unclear pitch (confidence below 0.7) is negative:
            mir_eval counts it as unvoiced but still compares its pitch.
        """
        frequencies = np.nan_to_num(np.asarray(self["frequency_hz"]), nan=0.0)
        sign = np.where(np.asarray(self["confidence"]) >= 0.7, 1.0, -1.0)
        return np.array(self["time_s"]), frequencies * sign + 0.0

    def to_jams(self) -> jams.JAMS:
        """Returns the track as one JAMS annotation of the namespace ``pitch_contour``.

        Returns
        -------
        jams.JAMS
            The confidence of each observation is that of the result.

        Raises
        ------
        ImportError
            If the package jams is not installed.
        """
        import jams

        annotation = jams.Annotation(namespace="pitch_contour")
        annotation.annotation_metadata = jams.AnnotationMetadata(
            annotation_tools=f"headstock {_interface.VERSION}", data_source="program"
        )
        for row in self:
            frequency = float(row["frequency_hz"])
            voiced = bool(row["confidence"] >= 0.7)
            annotation.append(
                time=float(row["time_s"]),
                duration=0.0,
                value={
                    "index": 0,
                    "frequency": 0.0 if np.isnan(frequency) else frequency,
                    "voiced": voiced,
                },
                confidence=float(row["confidence"]),
            )
        file = jams.JAMS()
        file.file_metadata.duration = float(self["time_s"][-1]) if len(self) else 0.0
        annotation.duration = file.file_metadata.duration
        file.annotations.append(annotation)
        return file


def view(rows: npt.NDArray[Any], sr: int) -> Track:
    """Returns rows as a track."""
    track = rows.view(Track)
    track.sr = sr
    return track
