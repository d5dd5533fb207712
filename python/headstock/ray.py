# SPDX-License-Identifier: MIT
"""Many recordings on a Ray cluster.

>>> import headstock.ray
>>> outcomes = headstock.ray.analyze(paths, "notes")

Needs the extra ``headstock[ray]``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Unpack

import ray

from . import archive
from ._config import Settings
from ._partitions import calls


def analyze(
    paths: Iterable[str | os.PathLike[str]],
    directory: str | os.PathLike[str],
    kind: str = "notes",
    *,
    partitions: int | None = None,
    cache: str | os.PathLike[str] | None = None,
    **settings: Unpack[Settings],
) -> list[archive.Outcome]:
    """Analyses recordings into a directory of Parquet files, one per partition.

    If a worker is killed, Ray runs its partition again. The parameters are those of
    :func:`headstock.dask.analyze`.

    Returns
    -------
    list of Outcome
        One for each partition, in their order.
    """
    # The type stubs of Ray do not support keyword arguments.
    task: Any = ray.remote(max_retries=-1)(archive.analyze)
    waiting = [
        task.remote(*call, cache=cache, **settings)
        for call in calls(paths, directory, kind, partitions, **settings)
    ]
    outcomes: list[archive.Outcome] = ray.get(waiting)
    return outcomes
