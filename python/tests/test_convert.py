# SPDX-License-Identifier: MIT
"""Records of the program as Parquet: every key of the schemas, and lines that are no records."""

import io
import json
import os
import pathlib

import pyarrow.parquet as pq
import pytest

from headstock import archive

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = ["notes", "frames", "strokes", "strum-frames"]
HEAD = '{"schema":"tuner.notes/1","file":"a.wav"}'
NOTE = '{"start_s":0.5,"end_s":1.5,"measured_from_s":0.7,"measured_to_s":1.5}'


def converted(tmp_path, *lines):
    file = tmp_path / "a.parquet"
    archive.convert(io.StringIO("".join(line + "\n" for line in lines)), file)
    return pq.read_table(file)


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_a_schema_is_a_column(kind, tmp_path):
    path = ROOT / f"docs/schemas/tuner.{kind}-1.schema.json"
    keys = json.loads(path.read_text())["$defs"]["record"]["properties"]
    found = converted(tmp_path, f'{{"schema":"tuner.{kind}/1"}}')
    assert set(found.column_names) == {"file", "from_s", "to_s", *keys}


def test_the_span_of_a_reading_is_kept(tmp_path):
    found = converted(tmp_path, HEAD, NOTE)
    assert found["measured_from_s"].to_pylist() == [0.7]
    assert found["measured_to_s"].to_pylist() == [1.5]
    assert found.schema.field("measured_to_s").metadata == {b"unit": b"s"}


@pytest.mark.parametrize("wrong", ["{}", "[]", "5", "", "null", "{", '{"start_s":"soon"}'])
def test_a_line_that_is_no_record_is_named(wrong, tmp_path):
    with pytest.raises(ValueError, match="^Line 3 is no record: "):
        converted(tmp_path, HEAD, NOTE, wrong, NOTE)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("wrong", ["{}", "[]", "5", "", NOTE, '{"schema":5}', '{"schema":[]}'])
def test_a_first_line_without_a_known_schema_is_a_value_error(wrong, tmp_path):
    with pytest.raises(ValueError, match="Line 1 |no kind of record"):
        converted(tmp_path, wrong, NOTE)


def test_records_of_two_kinds_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"tuner.notes/1 and of tuner.frames/1 \(line 2\)"):
        converted(tmp_path, HEAD, '{"schema":"tuner.frames/1"}')
