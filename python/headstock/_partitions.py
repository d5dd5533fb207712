# SPDX-License-Identifier: MIT
"""The partitions of an archive on a cluster."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import Unpack

from . import archive
from ._config import Settings


def partition_files(directory: str | os.PathLike[str], count: int) -> list[str]:
    """Returns the Parquet files of the partitions."""
    return [
        os.path.join(directory, f"part-{number:05}-of-{count:05}.parquet")
        for number in range(1, count + 1)
    ]


def calls(
    paths: Iterable[str | os.PathLike[str]],
    directory: str | os.PathLike[str],
    kind: str,
    partitions: int | None,
    **settings: Unpack[Settings],
) -> list[tuple[list[str], str, str]]:
    """Returns the paths, the file and the kind of each partition.

    Raises
    ------
    ValueError
        For a kind that does not exist, here instead of in a worker, and for fewer partitions than
        one.
    TypeError
        For one path instead of several.
    """
    names = archive.listed(paths)
    archive.schema(kind, **settings)
    count = max(1, -(-len(names) // 1000)) if partitions is None else operator.index(partitions)
    if count < 1:
        raise ValueError(f"There are {count} partitions. Give 1 or more.")
    files = partition_files(directory, count)
    return [(part, file, kind) for part, file in zip(archive.shards(names, count), files)]
