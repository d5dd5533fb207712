# SPDX-License-Identifier: MIT
"""Guitar strings Dataset Loader

.. admonition:: Dataset Info
    :class: dropdown

    Single plucked strings of two acoustic guitars, recorded with a microphone at the École de
    Lutherie Bruand and published in the Python package guitarsounds under the MIT licence. The
    frequency of the first partial of each string was measured with Praat and by demodulation over
    the steady part of the note. It is given there; all other frames are unvoiced.

"""

import csv
from typing import BinaryIO, Optional, TextIO, Tuple

import librosa
import numpy as np

from mirdata import annotations, core, io

BIBTEX = """
@misc{guitarsounds,
  author = {Chabot, Olivier},
  title = {guitarsounds},
  year = {2023},
  howpublished = {Python Package Index},
  note = {version 1.2.0}
}
"""

INDEXES = {
    "default": "1.0",
    "test": "1.0",
    "1.0": core.Index(filename="guitar_strings_index_1.0.json"),
}

REMOTES = None

DOWNLOAD_INFO = """
    The sound is part of the Python package guitarsounds 1.2.0. Headstock writes the directory:

        tuner-bench datasets fetch guitarsounds
        scripts/string-set.py guitarsounds {}
"""

LICENSE_INFO = "MIT License"


class Track(core.Track):
    """Guitar strings Track class

    Args:
        track_id (str): track id of the track

    Attributes:
        audio_path (str): path to the sound
        f0_path (str): path to the annotation
        instrument (str): the guitar
        string (int): the number of the string, 1 the highest
        midi (int): the key of the open string

    Cached Properties:
        f0 (annotations.F0Data): the first partial

    """

    def __init__(self, track_id, data_home, dataset_name, index, metadata):
        super().__init__(track_id, data_home, dataset_name, index, metadata)
        self.audio_path = self.get_path("audio")
        self.f0_path = self.get_path("f0")

    @property
    def instrument(self) -> Optional[str]:
        return self._track_metadata.get("instrument")

    @property
    def string(self) -> Optional[int]:
        return self._track_metadata.get("string")

    @property
    def midi(self) -> Optional[int]:
        return self._track_metadata.get("midi")

    @core.cached_property
    def f0(self) -> Optional[annotations.F0Data]:
        return load_f0(self.f0_path)

    @property
    def audio(self) -> Optional[Tuple[np.ndarray, float]]:
        """The track's audio

        Returns:
            * np.ndarray - audio signal
            * float - sample rate

        """
        return load_audio(self.audio_path)


@io.coerce_to_bytes_io
def load_audio(fhandle: BinaryIO) -> Tuple[np.ndarray, float]:
    """Load a sound

    Args:
        fhandle (str or file-like): path or file-like object pointing to an audio file

    Returns:
        * np.ndarray - the mono audio signal
        * float - the sample rate of the audio file

    """
    return librosa.load(fhandle, sr=None, mono=True)


@io.coerce_to_string_io
def load_f0(fhandle: TextIO) -> annotations.F0Data:
    """Load the annotation of a string

    Args:
        fhandle (str or file-like): path or file-like object pointing to an f0 annotation file

    Returns:
        F0Data: the first partial, unvoiced where it is not known

    """
    rows = np.array([[float(cell) for cell in row] for row in csv.reader(fhandle)])
    # A voiced frame of mirdata has a frequency, so frames whose pitch is not known are unvoiced.
    voicing = (rows[:, 1] > 0).astype(float)
    return annotations.F0Data(rows[:, 0], "s", rows[:, 1], "hz", voicing, "binary")


@core.docstring_inherit(core.Dataset)
class Dataset(core.Dataset):
    """The guitar strings dataset"""

    def __init__(self, data_home=None, version="default"):
        super().__init__(
            data_home,
            version,
            name="guitar_strings",
            track_class=Track,
            bibtex=BIBTEX,
            indexes=INDEXES,
            remotes=REMOTES,
            download_info=DOWNLOAD_INFO,
            license_info=LICENSE_INFO,
        )

    @core.cached_property
    def _metadata(self):
        path = self._index["metadata"]["metadata"][0]
        with open(f"{self.data_home}/{path}", newline="") as file:
            return {
                row["track_id"]: {
                    "instrument": row["instrument"],
                    "string": int(row["string"]),
                    "midi": int(row["midi"]),
                }
                for row in csv.DictReader(file)
            }
