# SPDX-License-Identifier: MIT
"""The judge: the protocol with a stand-in for tuner-bench, and the whole with the program."""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import threading

import numpy as np
import pytest
import soundfile

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


def test_an_item_without_its_file_does_not_lose_the_others(tmp_path):
    report = json.dumps({"schema": bench.SCHEMA, "reports": [a_report("mine", 1.5)]})
    program = tmp_path / "program"
    program.write_text(
        "#!/bin/sh\nwhile [ $# -gt 1 ]; do\n"
        '  if [ "$1" = --quiet ]; then quiet=1; fi\n'
        '  if [ "$1" = --json ]; then json=$2; fi\n  shift\ndone\n'
        '[ "$1" = --quiet ] && quiet=1\n[ "$quiet" ] || exit 3\n'
        f"cat >\"$json\" <<'END'\n{report}\nEND\n"
        "echo 'the tables'\necho 'tuner-bench: none.flac: the file is missing' >&2\nexit 2\n"
    )
    program.chmod(0o755)
    result = tmp_path / "res.json"
    judgement = bench.judge(
        lambda samples, sr: ([], [], []), "mine", result=result, program=str(program)
    )
    assert judgement.text == "the tables\n"
    assert json.loads(result.read_text())["reports"][0]["plan"]["contestant"] == "mine"


def test_says_what_tuner_bench_refuses(tuner_bench):
    with pytest.raises(ValueError, match="nowhere"):
        bench.judge(lambda samples, sr: ([], [], []), "m", dataset="nowhere", program=tuner_bench)


def a_report(contestant, figure, **plan):
    """A report with one table, as tuner-bench writes it."""
    return {
        "plan": {
            "command": "accuracy",
            "contestant": contestant,
            "meaning": "partial",
            "datasets": {"guitars": "sha256:1"},
            "settings": {"updatesPerSecond": 200},
            "items": 1,
            **plan,
        },
        "provenance": {"machine": "an abacus", "commit": "abc"},
        "results": [{"outcome": {"scored": {"_0": {}}}}],
        "tables": [
            {
                "name": "t",
                "title": "Strings",
                "columns": [{"name": "error", "unit": "cents", "better": "down"}],
                "rows": [{"name": "all", "figures": [figure]}, {"name": "low", "figures": [None]}],
            }
        ],
    }


def a_file(directory, name, *reports):
    path = directory / name
    path.write_text(json.dumps({"schema": bench.SCHEMA, "reports": reports}))
    return path


def test_makes_a_page_by_command(tmp_path):
    path = a_file(tmp_path, "r.json", a_report("a<b", 1.25))
    command = [sys.executable, "-m", "headstock.bench", "leaderboard", str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert answer.returncode == 0, answer.stderr
    assert "a&lt;b" in answer.stdout and "1.25" in answer.stdout and "–" in answer.stdout
    for text in ["guitars sha256:1", "against the first partial", "abc", "updatesPerSecond 200"]:
        assert text in answer.stdout
    path.write_text('{"schema": "other/1"}')
    answer = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert answer.returncode == 2 and "r.json" in answer.stderr and "other/1" in answer.stderr


@pytest.mark.parametrize(
    "other",
    [
        {"datasets": {"pianos": "sha256:2"}},
        {"datasets": {"guitars": "sha256:9"}},
        {"meaning": "period"},
        {"settings": {"updatesPerSecond": 20}},
        {"command": "synthetic"},
    ],
)
def test_a_page_has_a_section_for_each_run(tmp_path, other):
    files = [
        a_file(tmp_path, "a.json", a_report("engine", 0.41), a_report("mine", 0.92)),
        a_file(tmp_path, "b.json", a_report("engine", 7.71, **other)),
    ]
    for order in [files, files[::-1]]:
        page = bench.leaderboard(order)
        assert page.count("<h2>") == 2 and page.count("<h3>Strings: all") == 2
        # Of two runs, no figure replaces that of the other.
        assert all(figure in page for figure in ["0.41", "0.92", "7.71"])
        tables = page.split("<h3>Strings: all")
        assert not any("0.92" in table and "7.71" in table for table in tables)


def test_a_page_tells_contestants_of_one_name_apart(tmp_path):
    program = {"words": ["./mine", "{wav}"], "checksums": {"./mine": "sha256:1"}, "version": "2.0"}
    changed = {**program, "checksums": {"./mine": "sha256:2"}}
    page = bench.leaderboard(
        [
            a_file(tmp_path, "a.json", a_report("mine", 1.5, program=program)),
            a_file(tmp_path, "b.json", a_report("mine", 2.5, program=changed)),
            a_file(tmp_path, "c.json", a_report("mine", 3.5, program=changed)),
        ]
    )
    assert "<td>mine (1)<td>1.5" in page.replace("\n", "")
    # Of equal programs the last one counts.
    assert "<td>mine (2)<td>3.5" in page.replace("\n", "") and "2.5" not in page
    assert "mine (2): ./mine {wav}; 2.0; ./mine sha256:2; judged by abc on an abacus" in page


def test_a_page_names_failures_and_refuses_parts(tmp_path):
    report = a_report("mine", 1.5, items=2)
    path = a_file(tmp_path, "a.json", report)
    with pytest.raises(ValueError, match="a.json.*1 of 2 items are missing"):
        bench.leaderboard([path])
    report["results"].append({"outcome": {"unanswered": {"_0": {}, "reason": "mine: crashed"}}})
    page = bench.leaderboard([a_file(tmp_path, "a.json", report)])
    assert "1 of 2 items failed, 1 counted as wrong throughout. First: mine: crashed" in page


def test_the_time_limit_counts_from_the_start_of_a_call(tmp_path):
    """Programs that wait for one another have no limit; a call has one."""
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\necho "$@" >{tmp_path}/words\nexit 1\n')
    program.chmod(0o755)
    with pytest.raises(ValueError):
        bench.judge(lambda samples, sr: None, "mine", time_limit=0.5, program=str(program))
    assert "--time-limit 86400" in (tmp_path / "words").read_text()
    with pytest.raises(ValueError, match="time_limit"):
        bench.judge(lambda samples, sr: None, "mine", time_limit=0, program=str(program))

    sound = tmp_path / "sound.wav"
    soundfile.write(sound, np.zeros(100), 8000)
    is_over = threading.Event()

    def slow(samples, sr):
        is_over.wait()
        return [0.1], [110], [1]

    with bench._Server(str(tmp_path / "s"), slow, 0.05) as server:
        assert server.answer(str(sound)) == (None, "did not end within 0.05 s")
        for _ in range(2):
            assert server.answer(str(sound))[1].startswith("not called: an earlier call")
        is_over.set()
        server._last.join()
        assert server.answer(str(sound)) == ("0.100000000,110.000000,1.000000\n", "")


def test_a_result_file_identifies_the_function(tuner_bench, tmp_path):
    def nothing(samples, sr):
        times = np.arange(1, int(len(samples) / sr * 20) + 1) / 20
        return times, np.zeros(len(times)), np.zeros(len(times))

    result = tmp_path / "result.json"
    bench.judge(nothing, "nothing", sets="unvoiced", result=result, program=tuner_bench)
    ours, theirs = json.loads(result.read_text())["reports"]
    program = theirs["plan"]["program"]
    name = f"{__name__}.{nothing.__qualname__}"
    assert "program" not in ours["plan"] and program["words"] == [name]
    digest = hashlib.sha256(pathlib.Path(__file__).read_bytes()).hexdigest()
    assert program["checksums"] == {name: f"sha256:{digest}"}
    assert np.__version__ in program["version"]
    # tuner-bench still reads the document.
    merged = subprocess.run([tuner_bench, "merge", result], capture_output=True, text=True)
    assert merged.returncode == 0 and name in merged.stdout, merged.stderr


def test_judges_both_with_one_pitch(tuner_bench):
    with pytest.raises(ValueError, match="leave out --pitch period"):
        bench.judge(
            lambda samples, sr: ([], [], []), "m", meaning="period", program=tuner_bench
        )
