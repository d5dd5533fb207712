# SPDX-License-Identifier: MIT
"""Recorded guitar strings as a data set of pitch-benchmark, to be copied to
datasets/guitar_strings.py.

Headstock's scripts/string-set.py writes the directory that it reads.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import torch
import torchaudio

from .base import PitchDataset


class PitchDatasetGuitarStrings(PitchDataset):
    """Single plucked strings with their first partials, which another program measured.

    Args:
        root_dir (str): the directory with audio/, f0/ and metadata.csv.
        use_cache (bool, optional): whether decoded samples are kept. Defaults to True.
        **kwargs: arguments of PitchDataset.
    """

    fmin = 46.875
    fmax = 1000

    def __init__(self, root_dir: str, use_cache: bool = True, **kwargs):
        super().__init__(use_cache=use_cache, **kwargs)
        self.root_dir = Path(root_dir)
        self.metadata = pd.read_csv(self.root_dir / "metadata.csv")

    def __len__(self) -> int:
        return len(self.metadata)

    def get_group(self, idx: int) -> str:
        """Returns the instrument."""
        return str(self.metadata["instrument"][idx])

    def _load_sample(self, idx: int) -> dict:
        track = self.metadata["track_id"][idx]
        wav_path = self.root_dir / "audio" / f"{track}.wav"
        waveform, sample_rate = torchaudio.load(wav_path)
        # Voiced frames whose pitch is not known have 0 Hz; they count only for voicing.
        labels = np.loadtxt(self.root_dir / "f0" / f"{track}.csv", delimiter=",")
        waveform, pitch, periodicity, _ = self.process_sample(
            waveform.squeeze(),
            torch.from_numpy(labels[:, 1]).float(),
            torch.from_numpy(labels[:, 2]).float(),
            sample_rate,
            None,
            label_times=labels[:, 0],
        )
        return {
            "audio": waveform,
            "pitch": pitch,
            "periodicity": periodicity,
            "wav_path": wav_path,
        }
