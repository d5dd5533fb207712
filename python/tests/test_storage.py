# SPDX-License-Identifier: MIT
"""Recordings behind http, s3 and zip, read in place: no byte is written to a file."""

import functools
import http.server
import json
import os
import re
import subprocess
import sys
import threading
import zipfile

import boto3
import pyarrow.parquet as pq
import pytest
import s3fs
import soundfile
from moto.server import ThreadedMotoServer

import headstock
from headstock import archive
from headstock.cache import Cache

from conftest import pluck

# Analyses its arguments in a process that can't write a byte to any file, temporary ones included.
_WITHOUT_FILES = """
import json, resource, sys, tempfile
import headstock
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
try:
    with tempfile.TemporaryFile() as file:
        file.write(b"x")
        file.flush()
except OSError:
    pass
else:
    sys.exit("this process can write files")
print(json.dumps([headstock.analyze(url).track.tobytes().hex() for url in sys.argv[1:]]))
"""


@pytest.fixture(scope="module")
def takes(tmp_path_factory):
    """A folder with one sound in two formats, long enough for many reads."""
    folder = tmp_path_factory.mktemp("takes")
    sound = pluck(110, 44_100, 20)
    soundfile.write(folder / "take.wav", sound, 44_100, subtype="PCM_16")
    soundfile.write(folder / "take.flac", sound, 44_100)
    return folder


class RangeHandler(http.server.SimpleHTTPRequestHandler):
    """Serves the parts of files that are asked for, and remembers the requests."""

    requests: list[tuple[str, str | None, int]] = []
    #: False for a server that sends no time of a file.
    sends_times = True
    #: The number of requests for parts after which the server fails; None for never.
    limit: int | None = None

    def do_GET(self):
        with open(self.translate_path(self.path), "rb") as file:
            data = file.read()
        wanted = self.headers.get("Range")
        if self.limit is not None and len(self.requests) >= self.limit:
            self.send_error(500)
            return
        first, last = 0, len(data) - 1
        if wanted is not None:
            found = re.fullmatch(r"bytes=(\d+)-(\d*)", wanted)
            first, last = int(found[1]), min(int(found[2] or last), last)
        part = data[first : last + 1]
        self.requests.append((self.path, wanted, len(part)))
        self.send_response(200 if wanted is None else 206)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(len(part)))
        if wanted is not None:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        self.end_headers()
        self.wfile.write(part)

    def send_header(self, keyword, value):
        if self.sends_times or keyword != "Last-Modified":
            super().send_header(keyword, value)

    def log_message(self, *_):
        pass


@pytest.fixture()
def web(takes):
    """The address of a server of the folder."""
    handler = functools.partial(RangeHandler, directory=str(takes))
    RangeHandler.requests, RangeHandler.limit, RangeHandler.sends_times = [], None, True
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture()
def bucket(takes, tmp_path, monkeypatch):
    """The URL of a bucket of a local s3 server that holds the folder."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    for name, value in {
        "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_DEFAULT_REGION": "us-east-1", "AWS_ENDPOINT_URL": address,
        "FSSPEC_S3_ENDPOINT_URL": address,
    }.items():
        monkeypatch.setenv(name, value)
    # fsspec keeps file systems by their options, which do not change with the variables.
    s3fs.S3FileSystem.clear_instance_cache()
    client = boto3.client("s3", endpoint_url=address)
    client.create_bucket(Bucket="archive")
    for name in ("take.wav", "take.flac"):
        client.upload_file(str(takes / name), "archive", f"inner/{name}")
    yield "s3://archive/inner"
    server.stop()


@pytest.fixture()
def packed(takes, tmp_path):
    """The URLs of a zip archive, as it is and compressed."""
    urls = []
    for name, method in (("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED)):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w", method) as file:
            for take in ("take.wav", "take.flac"):
                file.write(takes / take, f"inner/{take}")
                urls.append(f"zip://inner/{take}::{tmp_path}/{name}.zip")
    return urls


def without_files(urls):
    """Returns the readings of recordings, from a process that can't write a file."""
    environment = {
        **os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_FILES, *urls],
        env=environment, capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def readings(path):
    return headstock.analyze(path).track.tobytes().hex()


@pytest.mark.parametrize("name", ["take.wav", "take.flac"])
def test_http_is_read_by_ranges_and_without_a_copy(takes, web, name):
    assert without_files([f"{web}/{name}"]) == [readings(takes / name)]
    # Whoever asks for the whole file may keep it somewhere; each part is asked for about once.
    asked = [(wanted, count) for path, wanted, count in RangeHandler.requests if path == f"/{name}"]
    assert asked and all(wanted is not None for wanted, _ in asked), asked
    assert sum(count for _, count in asked) < 1.5 * (takes / name).stat().st_size + (8 << 20)


@pytest.mark.parametrize("name", ["take.wav", "take.flac"])
def test_s3_is_read_without_a_copy(takes, bucket, name):
    assert without_files([f"{bucket}/{name}"]) == [readings(takes / name)]
    with pytest.raises(OSError):
        headstock.analyze(f"{bucket}/none.wav")


def test_a_connection_that_breaks_is_an_error_and_no_shorter_recording(takes, web, tmp_path):
    # Longer than one part of fsspec, so that a second request follows the first.
    soundfile.write(takes / "long.wav", pluck(110, 44_100, 150), 44_100, subtype="PCM_16")
    RangeHandler.limit = 1
    with pytest.raises(OSError, match="long.wav cannot be read"):
        headstock.analyze(f"{web}/long.wav")
    assert len(RangeHandler.requests) == 1
    outcome = archive.analyze([f"{web}/long.wav", str(takes / "take.wav")], tmp_path / "a.parquet")
    assert outcome.recordings == 1 and outcome.failed[0][0] == f"{web}/long.wav"


def test_zip_is_read_without_a_copy(takes, packed):
    expected = [readings(takes / url.split("::")[0].rsplit("/")[-1]) for url in packed]
    assert without_files(packed) == expected


def test_zip_behind_http_is_read_without_a_copy(takes, web):
    with zipfile.ZipFile(takes / "all.zip", "w", zipfile.ZIP_STORED) as file:
        file.write(takes / "take.wav", "take.wav")
    assert without_files([f"zip://take.wav::{web}/all.zip"]) == [readings(takes / "take.wav")]


def test_a_bucket_becomes_parquet_and_its_cache_knows_it(takes, bucket, tmp_path, monkeypatch):
    urls = [f"{bucket}/take.wav", f"{bucket}/take.flac"]
    cache = Cache(tmp_path / "cache.sqlite")
    first = archive.analyze(urls, tmp_path / "1.parquet", cache=cache)
    assert (first.recordings, cache.missed) == (2, 2)
    # The store's mark of the content is enough: nothing is opened the second time.
    monkeypatch.setattr("headstock.cache.opened", None)
    monkeypatch.setattr("headstock.archive.analyze_recording", None)
    second = archive.analyze(urls, tmp_path / "2.parquet", cache=cache)
    assert (second.rows, cache.named) == (first.rows, 2)


def test_an_archive_sees_a_change_on_a_server(takes, web, tmp_path):
    take, file = takes / "changing.wav", tmp_path / "a.parquet"
    urls = [f"{web}/changing.wav", f"{web}/later.wav"]
    soundfile.write(take, pluck(110, 44_100, 1), 44_100)
    os.utime(take, (1_000_000_000, 1_000_000_000))
    assert [name for name, _ in archive.analyze(urls, file).failed] == urls[1:]
    assert archive.analyze(urls, file).skipped
    # The size stays, only the time changes.
    soundfile.write(take, pluck(220, 44_100, 1), 44_100)
    assert not archive.analyze(urls, file).skipped
    assert abs(pq.read_table(file)["frequency_hz"][0].as_py() - 220) < 1
    assert archive.analyze(urls, file).skipped
    soundfile.write(takes / "later.wav", pluck(330, 44_100, 1), 44_100)
    outcome = archive.analyze(urls, file)
    assert (outcome.recordings, outcome.failed) == (2, ())


def test_without_a_time_a_recording_is_never_known(takes, web, tmp_path):
    RangeHandler.sends_times = False
    urls, file = [f"{web}/take.wav"], tmp_path / "a.parquet"
    cache = Cache(tmp_path / "cache.sqlite")
    for _ in range(2):
        assert archive.analyze(urls, file, cache=cache).recordings == 1
    # The cache compares the content.
    assert (cache.missed, cache.copied) == (1, 1)


def test_a_failure_that_has_passed_is_not_kept(takes, tmp_path, monkeypatch):
    names, file = [str(takes / "take.wav")], tmp_path / "a.parquet"

    def refused(*_, **__):
        raise OSError("not now")

    with monkeypatch.context() as patch:
        patch.setattr(archive, "analyze_recording", refused)
        assert archive.analyze(names, file).failed == ((names[0], "not now"),)
        assert archive.analyze(names, file).skipped
    assert archive.analyze(names, file).recordings == 1
    assert archive.analyze(names, file).skipped
