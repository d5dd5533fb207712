# SPDX-License-Identifier: MIT
"""The pitch of guitars and other string instruments, with the standard error of each reading.

>>> import headstock, soundfile
>>> samples, sr = soundfile.read("A2.wav", dtype="float32")
>>> track = headstock.track(samples, sr)
>>> for row in track[track["confidence"] > 0.7]:
...     print(f"{row['time_s']:.2f} s  {row['cents']:+.2f} ± {row['sigma_cents']:.2f} cents")
"""

from ._config import Settings
from ._interface import VERSION as __version__
from ._library import ConfigurationError
from ._names import note_name, state_name, strings, strobe, tunings
from ._recordings import Analysis, analyze, mix, strum
from ._results import (
    CANDIDATE,
    NOTE,
    READING,
    RESULT,
    STATES,
    STRING,
    STRING_STATES,
    STROKE,
    Track,
)
from ._strumming import Strum
from ._tracking import Tracker, track

__all__ = [
    "CANDIDATE",
    "NOTE",
    "READING",
    "RESULT",
    "STATES",
    "STRING",
    "STRING_STATES",
    "STROKE",
    "Analysis",
    "ConfigurationError",
    "Settings",
    "Strum",
    "Track",
    "Tracker",
    "__version__",
    "analyze",
    "mix",
    "note_name",
    "state_name",
    "strings",
    "strobe",
    "strum",
    "track",
    "tunings",
]
