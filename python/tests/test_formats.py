# SPDX-License-Identifier: MIT
"""The package reads the records that each release wrote."""

import pathlib

import pytest

pytest.importorskip("pyarrow")
from headstock import archive  # noqa: E402  pyarrow may be missing

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASES = sorted((ROOT / "Tests/Formats").iterdir())


@pytest.mark.parametrize("release", RELEASES, ids=lambda each: each.name)
@pytest.mark.parametrize("kind", ["notes", "frames", "strokes", "strum-frames"])
def test_converts_records_of_earlier_releases(release, kind, tmp_path):
    source = release / f"{kind}.ndjson"
    records = [line for line in source.read_text().splitlines() if not line.startswith('{"schema"')]
    assert records
    assert archive.convert(source, tmp_path / "records.parquet") == len(records)
