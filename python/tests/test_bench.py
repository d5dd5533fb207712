# SPDX-License-Identifier: MIT
"""The judge: the protocol with a stand-in for tuner-bench, and the whole with the program."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import headstock.bench as bench

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_writes_updates():
    text = bench.lines([0.1, 0.2, 0.3], [110, np.nan, -5], [0.5, np.nan, 7])
    assert text == "0.100000000,110.000000,0.500000\n0.200000000,0.000000,0.000000\n" + (
        "0.300000000,0.000000,1.000000\n"
    )


@pytest.mark.parametrize(
    "times, hertz, confidence, match",
    [
        ([0.1, 0.2], [110], [1, 1], "shapes"),
        ([0.2, 0.1], [110, 110], [1, 1], "rise"),
        ([0.1, np.nan], [110, 110], [1, 1], "rise"),
        ([[0.1]], [[110]], [[1]], "shapes"),
    ],
)
def test_refuses_updates(times, hertz, confidence, match):
    with pytest.raises(ValueError, match=match):
        bench.lines(times, hertz, confidence)


@pytest.mark.parametrize("name", ["", "a b", "a=b", 'a"b'])
def test_refuses_names(name):
    with pytest.raises(ValueError, match="name"):
        bench.judge(lambda samples, sr: ([], [], []), name, program=sys.executable)


def test_names_the_missing_program():
    with pytest.raises(FileNotFoundError, match="no-such-program"):
        bench.judge(lambda samples, sr: ([], [], []), "mine", program="no-such-program")


@pytest.fixture
def tuner_bench(tuner):
    found = pathlib.Path(tuner).with_name("tuner-bench")
    if not found.exists():
        pytest.fail(f"There is no tuner-bench beside {tuner}. Build it.")
    return str(found)


def test_judges_a_function(tuner_bench, tmp_path):
    heard = []

    def always(samples, sr):
        heard.append((samples.ndim, samples.dtype, sr))
        times = np.arange(1, int(len(samples) / sr * 100) + 1) / 100
        return times, np.full(len(times), 110.0), np.ones(len(times))

    result = tmp_path / "result.json"
    judgement = bench.judge(
        always, "always", sets="unvoiced", result=result, program=tuner_bench
    )
    assert judgement.errors == []
    assert len(heard) > 10 and set(heard) == {(1, np.dtype(np.float32), 48_000)}
    assert "always" in judgement.text
    page = bench.leaderboard([result])
    assert "always" in page and "engine" in page and "<script" not in page
    # Noise and hum have no pitch: a function that always reports one is always wrong.
    ours, theirs = json.loads(result.read_text())["reports"]
    assert theirs["plan"]["contestant"] == "always"
    shares = [
        value
        for table in theirs["tables"]
        if table["name"] == "unvoiced"
        for row in table["rows"]
        for value in row["figures"]
    ]
    assert 1.0 in shares, theirs["tables"]
    assert ours["plan"]["contestant"] == "engine"


@pytest.mark.parametrize("kind", [RuntimeError, SystemExit])
def test_reports_the_exception_of_a_function(tuner_bench, kind):
    def broken(samples, sr):
        raise kind("no network")

    judgement = bench.judge(broken, "broken", sets="unvoiced", program=tuner_bench)
    assert len(judgement.errors) > 10 and "no network" in judgement.errors[0]


def test_a_long_name_of_the_temporary_directory_leaves_room_for_the_socket(tmp_path, monkeypatch):
    long = tmp_path / ("d" * 100)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with pytest.raises(ValueError, match="tuner-bench ended with 1"):
        bench.judge(lambda samples, sr: ([], [], []), "mine", program="false")


def test_says_what_tuner_bench_refuses(tuner_bench):
    with pytest.raises(ValueError, match="nowhere"):
        bench.judge(lambda samples, sr: ([], [], []), "m", dataset="nowhere", program=tuner_bench)


def test_makes_a_page_by_command(tmp_path):
    report = {
        "plan": {"contestant": "a<b"},
        "tables": [
            {
                "name": "t",
                "title": "Strings",
                "columns": [{"name": "error", "unit": "cents", "better": "down"}],
                "rows": [{"name": "all", "figures": [1.25]}, {"name": "low", "figures": [None]}],
            }
        ],
    }
    path = tmp_path / "r.json"
    path.write_text(json.dumps({"schema": bench.SCHEMA, "reports": [report]}))
    command = [sys.executable, "-m", "headstock.bench", "leaderboard", str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert answer.returncode == 0, answer.stderr
    assert "a&lt;b" in answer.stdout and "1.25" in answer.stdout and "–" in answer.stdout
    path.write_text('{"schema": "other/1"}')
    answer = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert answer.returncode == 2 and "r.json" in answer.stderr and "other/1" in answer.stderr
