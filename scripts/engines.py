#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a batch under xargs, GNU parallel, Dask and Ray on this host, and compares the results.

usage: scripts/engines.py [--program FILE] [--library DIRECTORY] [--only NAME] [COUNT]

Makes COUNT (2 000) short recordings. xargs and parallel run the shards of `tuner analyze --batch`;
the merge must have the bytes of one run. Dask (a local cluster of three worker processes) and Ray
run the Python package; a worker is killed by SIGKILL midway. Together the Parquet files must hold
the rows of one call.

--library DIRECTORY uses the C library that scripts/library.sh made in DIRECTORY. --only NAME runs
one of xargs, parallel, dask, ray. Dask, Ray and pyarrow are installed in .build/engines.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from environments import environment

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PACKAGES = ["numpy==2.4.6", "soundfile==0.14.0", "pyarrow==26.0.1", "fsspec==2026.9.0",
            "dask[distributed]==2026.8.0", "ray==2.60.0"]
SHARDS = 8
PARTITIONS = 24


def recordings(directory, count):
    spec = importlib.util.spec_from_file_location("kills", os.path.join(ROOT, "scripts/batch-kills.py"))
    kills = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kills)
    return kills.make(directory, count)


def say(text):
    print(f"engines: {text}", flush=True)


# MARK: - Shards of the program


def merged(program, place):
    subprocess.run([program, "merge", place, "-q", "-o", place + ".ndjson", "--errors",
                    place + ".errors"], check=True)
    with open(place + ".ndjson", "rb") as results, open(place + ".errors", "rb") as errors:
        return results.read() + errors.read()


def shell_engine(name, program, work, expected):
    """Runs the one-liners of docs/scale.md."""
    if shutil.which(name) is None:
        sys.exit(f"engines: {name} is missing. Install it: apt-get install {name}")
    place = os.path.join(work, name)
    batch = f'"{program}" analyze --files-from "{work}/list" --batch "{place}" --resume -q -j 1'
    line = {
        "xargs": f'seq {SHARDS} | xargs -P 2 -I @ {batch} --shard @/{SHARDS}',
        "parallel": f'parallel -q -j 2 {batch} --shard {{}}/{SHARDS} ::: $(seq {SHARDS})',
    }[name]
    start = time.monotonic()
    subprocess.run(["bash", "-c", line], check=False)
    seconds = time.monotonic() - start
    if merged(program, place) != expected:
        sys.exit(f"engines: the merge after {name} differs")
    say(f"{name}: {SHARDS} shards in {seconds:.1f} s; the merge has the bytes of one run")


# MARK: - The Python package


def rows(files):
    import pyarrow as pa
    import pyarrow.parquet as pq

    whole = pa.concat_tables([pq.read_table(file) for file in files])
    return whole.replace_schema_metadata(None).sort_by([("file", "ascending"), ("start", "ascending")])


def kill_when(files, victims):
    """Kills a worker as soon as three partitions exist; returns a description of the kill."""
    said = []

    def watch():
        while sum(map(os.path.exists, files)) < 3:
            time.sleep(0.01)
        victim = victims()
        os.kill(victim, signal.SIGKILL)
        said.append(f"worker {victim} was killed after "
                    f"{sum(map(os.path.exists, files))} of {len(files)} partitions")

    thread = threading.Thread(target=watch)
    thread.start()
    return thread, said


def dask_engine(names, work, expected):
    from dask.distributed import Client, LocalCluster

    import headstock.dask
    from headstock._partitions import partition_files

    place = os.path.join(work, "dask")
    with LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None,
                      silence_logs=50) as cluster, Client(cluster) as client:
        bag = headstock.dask.analyze(names, place, partitions=PARTITIONS)
        processes = list(client.run(os.getpid).values())
        thread, said = kill_when(partition_files(place, PARTITIONS), lambda: processes[0])
        start = time.monotonic()
        outcomes = bag.compute()
        thread.join()
        seconds = time.monotonic() - start
        again = headstock.dask.analyze(names, place, partitions=PARTITIONS).compute()
    finish("dask", outcomes, again, seconds, said, place, expected)


def ray_engine(names, work, expected):
    import ray

    import headstock.ray
    from headstock._partitions import partition_files

    place = os.path.join(work, "ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR",
             object_store_memory=100 << 20)

    def worker():
        # Workers of Ray are named by what they run.
        while True:
            for number in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{number}/cmdline") as file:
                        if file.read().startswith("ray::analyze") and descends(int(number)):
                            return int(number)
                except OSError:
                    continue

    thread, said = kill_when(partition_files(place, PARTITIONS), worker)
    start = time.monotonic()
    outcomes = headstock.ray.analyze(names, place, partitions=PARTITIONS)
    thread.join()
    seconds = time.monotonic() - start
    again = headstock.ray.analyze(names, place, partitions=PARTITIONS)
    ray.shutdown()
    finish("ray", outcomes, again, seconds, said, place, expected)


def descends(number):
    """True for a process that this one started, through any number of others."""
    while number > 1:
        if number == os.getpid():
            return True
        with open(f"/proc/{number}/stat") as file:
            number = int(file.read().rsplit(")", 1)[1].split()[1])
    return False


def finish(name, outcomes, again, seconds, said, place, expected):
    if not said:
        sys.exit(f"engines: no worker of {name} was killed")
    if not rows([outcome.file for outcome in outcomes]).equals(expected):
        sys.exit(f"engines: the rows of {name} differ")
    if not all(outcome.skipped for outcome in again):
        sys.exit(f"engines: a second call of {name} did something again")
    if sorted(os.listdir(place)) != [os.path.basename(outcome.file) for outcome in outcomes]:
        sys.exit(f"engines: {name} left other files behind: {sorted(os.listdir(place))}")
    failed = sum(len(outcome.failed) for outcome in again)
    say(f"{name}: {said[0]}; {len(outcomes)} partitions in {seconds:.1f} s hold the rows of one call "
        f"({expected.num_rows}); {failed} recordings could not be used; a second call did nothing")


def python_part(only, names, work):
    from headstock import archive

    whole = archive.analyze(names, os.path.join(work, "whole.parquet"))
    expected = rows([whole.file])
    for name, engine in (("dask", dask_engine), ("ray", ray_engine)):
        if only in (None, name):
            engine(names, work, expected)


def shell_part(only, names, work, program):
    """Runs the wanted engines that start `program`; None builds it."""
    if program is None:
        build = ["swift", "build", "-c", "release"]
        subprocess.run([*build, "--product", "tuner"], check=True, stdout=sys.stderr, cwd=ROOT)
        program = subprocess.run([*build, "--show-bin-path"], check=True, text=True, cwd=ROOT,
                                 capture_output=True).stdout.strip() + "/tuner"
    program = os.path.abspath(program)
    with open(work + "/list", "w") as file:
        file.write("\n".join(names) + "\n")
    subprocess.run([program, "analyze", "--files-from", work + "/list", "--batch",
                    work + "/whole", "-q"], check=False)
    expected = merged(program, work + "/whole")
    for name in ("xargs", "parallel"):
        if only in (None, name):
            shell_engine(name, program, work, expected)


def start_python_part(only, count, work, library):
    """Runs this script for each wanted engine in Python; None builds the library."""
    if library is None:
        library = subprocess.run([os.path.join(ROOT, "scripts/library.sh")], check=True,
                                 text=True, stdout=subprocess.PIPE).stdout.strip()
    python = environment(os.path.join(ROOT, ".build/engines"), PACKAGES, "ray")
    variables = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python"),
                 "LD_LIBRARY_PATH": os.path.join(os.path.abspath(library), "lib"),
                 "PYTHONDONTWRITEBYTECODE": "1", "RAY_USAGE_STATS_ENABLED": "0"}
    for name in ("dask", "ray"):
        if only in (None, name):
            subprocess.run([python, os.path.abspath(__file__), "--work", work,
                            "--only", name, str(count)], check=True, env=variables)


def main():
    words = sys.argv[1:]
    options = {"--program": None, "--library": None, "--only": None, "--work": None}
    while len(words) > 1 and words[0] in options:
        options[words[0]], words = words[1], words[2:]
    known = ("xargs", "parallel", "dask", "ray", None)
    if (words in (["-h"], ["--help"]) or len(words) > 1 or options["--only"] not in known
            or not all(word.isdigit() for word in words)):
        print(__doc__.strip())
        sys.exit(0 if words in (["-h"], ["--help"]) else 2)
    count, only = int(words[0]) if words else 2000, options["--only"]
    if options["--work"]:
        work = options["--work"]
        return python_part(only, recordings(os.path.join(work, "in"), count), work)
    with tempfile.TemporaryDirectory() as work:
        names = recordings(os.path.join(work, "in"), count)
        if only in (None, "xargs", "parallel"):
            shell_part(only, names, work, options["--program"])
        if only in (None, "dask", "ray"):
            start_python_part(only, count, work, options["--library"])


if __name__ == "__main__":
    main()
