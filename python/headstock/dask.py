# SPDX-License-Identifier: MIT
"""Many recordings on a Dask cluster.

>>> from dask.distributed import Client
>>> import headstock.dask
>>> client = Client("scheduler:8786")
>>> outcomes = headstock.dask.analyze(paths, "s3-mount/notes").compute()

Needs the extra ``headstock[dask]``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Unpack

import dask.bag
from dask.delayed import delayed

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
) -> dask.bag.Bag:
    """Analyses recordings into a directory of Parquet files, one per partition.

    A recording belongs to a partition by the hash of its name (:func:`headstock.archive.shard`), so
    a growing list keeps its partitions. A partition is written under a temporary name and renamed.
    So a killed worker loses only its partition in progress, which Dask gives to another worker, and
    a second call skips complete partitions.

    Parameters
    ----------
    paths : iterable of path-like
        Files that every worker can read, or URLs of fsspec.
    directory : path-like
        A directory that every worker can write.
    kind : str
        One of ``headstock.archive.KINDS``.
    partitions : int, optional
        The number of partitions, the same for every call on a directory. The default is one for
        every 1000 recordings, because a task should take seconds.
    cache : path-like, optional
        See :class:`headstock.cache.Cache`.
    **settings
        See :class:`headstock.Settings`.

    Returns
    -------
    dask.bag.Bag
        One :class:`headstock.archive.Outcome` for each partition. ``.compute()`` analyses.
    """
    tasks: list[Any] = [
        delayed(archive.analyze, pure=False)(*call, cache=cache, **settings)
        for call in calls(paths, directory, kind, partitions, **settings)
    ]
    from_delayed: Any = dask.bag.from_delayed
    bag: dask.bag.Bag = from_delayed([delayed(_listed)(task) for task in tasks])
    return bag


def _listed(outcome: archive.Outcome) -> list[archive.Outcome]:
    return [outcome]
