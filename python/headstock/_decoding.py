# SPDX-License-Identifier: MIT
"""Samples of a file that libsndfile decodes, and the signs of a file that was cut off."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import soundfile

from ._gaps import Gap
from ._waves import is_of_streaming

# The MP3 decoder estimates the length of a file without a header, up to the last frame.
_MP3_FRAME = 1152
# libsndfile writes this to its log if a chunk of samples is longer than the rest of the file.
_SHORT_CHUNK = re.compile(r"^ *(data|SSND) : (\d+) \(should be (\d+)\)", re.MULTILINE)
_NO_LAST_PAGE = "Ogg: Last page lacks an end-of-stream bit."
# libsndfile's number for a FLAC file of unknown length is the largest of 64 bits.
_UNKNOWN = 1 << 62
# Fewer samples than a frame of a FLAC file usually has, so that an error is near its place.
_FLAC_BLOCK = 1024
# The encodings in which every sample has the same number of bytes.
_PLAIN = ("PCM_", "FLOAT", "DOUBLE", "ULAW", "ALAW")


class _InOrder(soundfile.SoundFile):  # type: ignore[misc]
    """A file that is read from beginning to end.

    SoundFile.read() seeks after each block of a seekable file. In an MP3 file that was cut off, the
    decoder then lands beside the right sample, which divides notes.
    """

    def seekable(self) -> bool:
        """False, so that nothing seeks."""
        return False


class DecodedFile:
    """The samples of a file that libsndfile reads.

    Parameters
    ----------
    file : path or binary file
        The file.
    name : str
        The name in warnings.
    check : callable
        Raises the failure of a connection, which looks like the end of the file.
    gaps : list of (int, int)
        The gaps of the recording.
    doubt : str or None
        The reason why their list could not be read; None for a good list, or none.

    Raises
    ------
    soundfile.LibsndfileError
        If it is no such file.
    """

    def __init__(
        self,
        file: Any,
        name: str,
        check: Callable[[], None],
        gaps: list[Gap],
        doubt: str | None,
    ) -> None:
        self._file = _InOrder(file)
        self.name = name
        self._check = check
        self.gaps, self.doubt = gaps, doubt
        self.samplerate = int(self._file.samplerate)
        #: The number of samples of each channel that were read.
        self.frames = 0

    def __enter__(self) -> DecodedFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def blocks(self, count: int) -> Iterator[npt.NDArray[np.float32]]:
        """Returns the samples in arrays of shape (up to `count`, channels)."""
        # SoundFile.blocks() repeats old samples if a block is shorter than the header promises.
        read = self._flac if self._file.format == "FLAC" else self._plain
        while len(block := read(count)):
            self.frames += len(block)
            yield block
        self._check()
        shortfall = self._shortfall()
        if shortfall is not None:
            # The warning names the line that calls analyze().
            warnings.warn(f"{self.name}: {shortfall}", RuntimeWarning, stacklevel=4)

    def _plain(self, count: int) -> npt.NDArray[np.float32]:
        block: npt.NDArray[np.float32] = self._file.read(count, dtype="float32", always_2d=True)
        return block

    def _flac(self, count: int) -> npt.NDArray[np.float32]:
        """Reads a block up to the end of the file, or up to the place where it was cut off.

        Raises
        ------
        OSError
            If samples follow the damage: the decoder leaves out a frame, and their time is wrong.
        """
        block = np.empty((count, self._file.channels), np.float32)
        done = 0
        while done < count:
            part = block[done : done + _FLAC_BLOCK]
            try:
                found = len(self._file.read(dtype="float32", out=part))
            except soundfile.LibsndfileError as error:
                # The decoder has written the samples before the error, and counted them.
                found = int(self._file.tell()) - self.frames - done
                is_cut = self._file.frames < _UNKNOWN and found < len(part)
                if not is_cut or len(self._file.read(1, dtype="float32")):
                    # A connection that failed is the better reason.
                    self._check()
                    good = self.frames + done
                    raise OSError(
                        f"{self.name} cannot be read: it is damaged after {good} samples: {error}"
                    ) from error
            done += found
            if found < len(part):
                break
        return block[:done]

    def _shortfall(self) -> str | None:
        """Returns a sentence about samples that are missing at the end; None if none are known."""
        file = self._file
        tolerance = _MP3_FRAME if file.format == "MP3" else 0
        if _UNKNOWN > file.frames > self.frames + tolerance:
            return (
                f"the file may be cut off: the header promises {file.frames} samples, and "
                f"{self.frames} are there"
            )
        log = file.extra_info
        if _NO_LAST_PAGE in log:
            return (
                f"the file is cut off: its last page is missing, and {self.frames} samples are "
                "there"
            )
        found = _SHORT_CHUNK.search(log)
        if found is None:
            return None
        promised, there, unit = int(found[2]), int(found[3]), "bytes"
        if promised <= there or is_of_streaming(promised):
            return None
        if found[1] == "SSND":
            # Two numbers of 4 bytes precede the samples of an AIFF file.
            promised, there = promised - 8, there - 8
        if file.subtype.startswith(_PLAIN) and there >= self.frames > 0:
            promised, there, unit = promised // (there // self.frames), self.frames, "samples"
        return f"the file is cut off: the header promises {promised} {unit}, and {there} are there"
