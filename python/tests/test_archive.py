# SPDX-License-Identifier: MIT
"""Shards, tables, Parquet files, URLs and pipes."""

import errno
import fcntl
import io
import os
import signal
import struct
import subprocess
import sys
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile

import headstock
from headstock import archive

from conftest import pluck


def test_shards_are_those_of_the_program(tuner, takes, tmp_path):
    assert archive.digest("foobar") == 0x343E1662793C64BF6F0D3597BA446F18
    (tmp_path / "list").write_text("\n".join(takes))
    for number in (1, 2, 3):
        command = [tuner, "analyze", "-q", "-f", "ndjson", "--files-from", str(tmp_path / "list")]
        found = subprocess.run([*command, "--shard", f"{number}/3"], capture_output=True, text=True)
        expected = archive.shards(takes, 3)[number - 1]
        said = found.stdout + found.stderr
        assert all((name in said) == (name in expected) for name in takes), said


def test_a_table_has_units_and_null_for_nan(takes):
    form = archive.schema("notes", a4=440)
    assert form.field("cents").metadata == {b"unit": b"cent"}
    assert form.field("start_s").metadata == {b"unit": b"s"}
    assert form.field("frequency_hz").metadata == {b"unit": b"Hz"}
    found = archive.table(takes[0], archive.rows(takes[0], a4=440), form)
    notes = headstock.analyze(takes[0]).notes
    assert found.num_rows == len(notes) == 1
    assert found["frequency_hz"][0].as_py() == notes["frequency_hz"][0]
    assert np.isnan(notes["vibrato_hz"][0]) and found["vibrato_hz"][0].as_py() is None
    with pytest.raises(ValueError, match="notes, frames, strokes"):
        archive.schema("chords")


@pytest.mark.parametrize("kind", archive.KINDS)
def test_a_parquet_file_holds_all_rows_and_is_left_alone(takes, tmp_path, kind):
    file = tmp_path / "out" / "rows.parquet"
    outcome = archive.analyze(takes, file, kind)
    assert outcome.recordings == 5 and not outcome.skipped
    assert [name for name, _ in outcome.failed] == takes[5:]
    found = pq.read_table(file)
    assert found.num_rows == outcome.rows > 0
    assert set(found["file"].to_pylist()) <= set(takes[:5])
    assert found.schema.metadata[b"schema"] == f"headstock.{kind}/1".encode()
    assert os.listdir(tmp_path / "out") == ["rows.parquet"]
    again = archive.analyze(takes, file, kind)
    assert again.skipped and again.rows == outcome.rows and again.failed == outcome.failed
    assert not archive.analyze(takes, file, kind, a4=442).skipped
    os.utime(takes[0], ns=(1, 1))
    assert not archive.analyze(takes, file, kind, a4=442).skipped


_KILLED = """
import os, signal, sys
from headstock import archive
def dies(path, *_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
archive.rows, first = dies, archive.rows
if len(sys.argv) > 3:
    kept = iter([first])
    archive.rows = lambda *a, **k: next(kept, dies)(*a, **k)
archive.analyze(sys.argv[2].split(":"), sys.argv[1])
"""


@pytest.mark.parametrize("after", ([], ["one recording"]))
def test_a_killed_writer_leaves_nothing_behind(takes, tmp_path, after):
    out = tmp_path / "out"
    arguments = [str(out / "rows.parquet"), ":".join(takes), *after]
    killed = subprocess.run([sys.executable, "-c", _KILLED, *arguments])
    assert killed.returncode == -signal.SIGKILL
    assert os.listdir(out) == [".rows.parquet.writing"]
    assert archive.analyze(takes, out / "rows.parquet").recordings == 5
    assert os.listdir(out) == ["rows.parquet"]
    assert pq.read_table(out / "rows.parquet").num_rows == 5


def test_two_writers_of_one_file_take_turns(takes, tmp_path, monkeypatch):
    file = tmp_path / "out" / "rows.parquet"
    first_writes, second_waits = threading.Event(), threading.Event()
    lock, measured = fcntl.flock, archive.rows

    def announced(handle, operation):
        if first_writes.is_set():
            second_waits.set()
        lock(handle, operation)

    def slow(*arguments, **settings):
        first_writes.set()
        assert second_waits.wait(60)
        return measured(*arguments, **settings)

    monkeypatch.setattr(fcntl, "flock", announced)
    monkeypatch.setattr(archive, "rows", slow)
    with ThreadPoolExecutor(2) as pool:
        one = pool.submit(archive.analyze, takes[:2], file)
        assert first_writes.wait(60)
        two = pool.submit(archive.analyze, takes[2:], file)
        assert one.result().recordings == 2 and two.result().recordings == 3
    assert os.listdir(tmp_path / "out") == ["rows.parquet"]
    assert set(pq.read_table(file)["file"].to_pylist()) == set(takes[2:5])


def test_without_locks_each_writer_has_its_own_file(takes, tmp_path, monkeypatch):
    def no_locks(*_):
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    file = tmp_path / "out" / "rows.parquet"
    assert archive.analyze(takes, file).recordings == 5
    assert pq.read_table(file).num_rows == 5
    assert os.listdir(tmp_path / "out") == ["rows.parquet"]


def test_records_of_the_program_become_parquet(tuner, takes, tmp_path):
    command = [tuner, "analyze", "-q", "-f", "ndjson"]
    for flags, name in (([], "notes"), (["--frames"], "frames"), (["--strum"], "strokes")):
        text = subprocess.run([*command, *flags, *takes[:5]], capture_output=True, text=True).stdout
        file = tmp_path / f"{name}.parquet"
        count = archive.convert(io.StringIO(text), file)
        found = pq.read_table(file)
        assert found.num_rows == count == sum('"schema"' not in line for line in text.splitlines())
        assert found.schema.metadata[b"schema"] == f"tuner.{name}/1".encode()
        if name == "notes":
            assert found["file"].to_pylist() == takes[:5]
            assert found.schema.field("cents").metadata == {b"unit": b"cent"}
    for wrong in ("", '{"schema":"tuner.progress/1"}\n'):
        with pytest.raises(ValueError):
            archive.convert(io.StringIO(wrong), tmp_path / "wrong.parquet")


def test_urls_are_read_in_place(takes, tmp_path):
    with zipfile.ZipFile(tmp_path / "archive.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(takes[1], "inner/a.wav")
    expected = headstock.analyze(takes[1]).notes
    for url in (
        f"zip://inner/a.wav::{tmp_path}/archive.zip",
        f"file://{takes[1]}",
    ):
        assert np.array_equal(headstock.analyze(url).notes, expected, equal_nan=False) or all(
            np.array_equal(headstock.analyze(url).notes[name], expected[name], equal_nan=True)
            for name in expected.dtype.names
        )
    for wrong in (f"zip://none.wav::{tmp_path}/archive.zip", "nothing://a.wav"):
        with pytest.raises(OSError):
            headstock.analyze(wrong)


@pytest.mark.parametrize("kind", archive.KINDS)
def test_a_rate_that_is_not_supported_stops_no_other_recording(takes, tmp_path, kind):
    low = str(tmp_path / "low.wav")
    soundfile.write(low, np.zeros(4000, np.float32), 4000)
    outcome = archive.analyze([takes[0], low, takes[1]], tmp_path / "rows.parquet", kind)
    assert outcome.recordings == 2 and [name for name, _ in outcome.failed] == [low]
    assert "4000 Hz" in outcome.failed[0][1]
    assert set(pq.read_table(outcome.file)["file"].to_pylist()) == set(takes[:2])
    with pytest.raises(headstock.ConfigurationError):
        archive.analyze(takes[:1], tmp_path / "none.parquet", kind, a4=1)


@pytest.mark.parametrize("subtype", ["PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE"])
def test_a_pipe_of_wav_gives_the_bits_of_the_file(tmp_path, subtype):
    sound = np.stack([pluck(110, 22_050, 1), pluck(147, 22_050, 1)], axis=1)
    soundfile.write(tmp_path / "a.wav", sound, 22_050, subtype=subtype)
    expected = headstock.analyze(tmp_path / "a.wav")
    found = _through_pipe((tmp_path / "a.wav").read_bytes())
    assert found.track.tobytes() == expected.track.tobytes()
    assert found.duration == expected.duration


def test_a_pipe_of_another_format_is_read_too(tmp_path):
    soundfile.write(tmp_path / "a.flac", pluck(110, 22_050, 1), 22_050)
    expected = headstock.analyze(tmp_path / "a.flac")
    found = _through_pipe((tmp_path / "a.flac").read_bytes())
    assert found.track.tobytes() == expected.track.tobytes()
    for wrong in (b"", b"RIFF", b"RIFF\0\0\0\0WAVEdata\0\0\0\0", b"no sound at all"):
        with pytest.raises(OSError):
            _through_pipe(wrong)


@pytest.mark.parametrize("subtype", ["ULAW", "ALAW", "MS_ADPCM", "IMA_ADPCM", "GSM610"])
def test_a_pipe_of_coded_wav_gives_the_bits_of_the_file(tmp_path, subtype):
    soundfile.write(tmp_path / "a.wav", pluck(110, 22_050, 1), 22_050, subtype=subtype)
    expected = headstock.analyze(tmp_path / "a.wav")
    data = (tmp_path / "a.wav").read_bytes()
    # A program that streams knows no length, and a chunk before the samples is left out.
    place = data.index(b"data") + 4
    unknown = data[: place - 4] + b"LIST\4\0\0\0abcd" + data[place - 4 : place]
    unknown += b"\xff" * 4 + data[place + 4 :]
    for wave in (data, unknown):
        found = _through_pipe(wave)
        assert found.track.tobytes() == expected.track.tobytes()


@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("bits, width", [(12, 2), (20, 3), (24, 4)])
def test_a_pipe_of_samples_with_unused_bits_gives_the_bits_of_the_file(
    tmp_path, bits, width, channels
):
    form = struct.pack(
        "<HHIIHH", 1, channels, 22_050, 22_050 * width * channels, width * channels, bits
    )
    # The used bits are the upper ones of the sample's bytes.
    step = 1 << (8 * width - bits)
    values = (pluck(110.3, 22_050, 1) * ((1 << (bits - 1)) - 1)).astype("<i8") * step
    samples = values.repeat(channels).view(np.uint8).reshape(-1, 8)[:, :width].tobytes()
    wave = _wave(samples, len(samples), form=form)
    (tmp_path / "a.wav").write_bytes(wave)
    expected = headstock.analyze(tmp_path / "a.wav")
    assert abs(expected.notes["frequency_hz"][0] - 110.3) < 0.1
    found = _through_pipe(wave)
    assert found.duration == expected.duration == 1
    assert found.track.tobytes() == expected.track.tobytes()


def test_an_unknown_chunk_in_a_pipe_is_skipped_in_blocks():
    class Endless:
        largest, front, left = 0, b"", 0

        def seekable(self):
            return False

        def read(self, count):
            Endless.largest = max(Endless.largest, count)
            if self.front:
                part, self.front = self.front[:count], self.front[count:]
                return part
            self.left -= count
            return bytes(count) if self.left > 0 else b""

    for name in (b"junk", b"fmt "):
        stream = Endless()
        stream.front = b"RIFF\xff\xff\xff\xffWAVE" + name + struct.pack("<I", 0xFFFFFFF0)
        stream.left = 1 << 24
        with pytest.raises(OSError):
            headstock.analyze(stream)
    assert Endless.largest <= 1 << 16


def _wave(samples, size, *, kind=b"RIFF", before=b"", after=b"", form=None):
    """Returns a WAV file of 16 bits at 22.05 kHz with a given length field of its samples."""
    if form is None:
        form = struct.pack("<HHIIHH", 1, 1, 22_050, 44_100, 2, 16)
    body = before + b"fmt " + struct.pack("<I", len(form)) + form
    body += b"data" + struct.pack("<I", size) + samples + after
    outer = 0xFFFFFFFF if kind == b"RF64" else len(body) + 4
    return kind + struct.pack("<I", outer) + b"WAVE" + body


def _sound(seconds=1):
    return (pluck(110, 22_050, seconds) * 32_767).astype("<i2").tobytes()


#: Bytes behind the samples that would sound as others.
_LATER = b"LIST" + struct.pack("<I", 44_100) + np.tile(np.array([9999, -9999], "<i2"), 11_025).tobytes()


def test_a_pipe_ends_where_its_samples_end(tmp_path):
    sound = _sound()
    long = struct.pack("<4sIQQQI", b"ds64", 28, 0, len(sound), len(sound) // 2, 0)
    wave = _wave(sound, 0xFFFFFFFF, kind=b"RF64", before=long, after=_LATER)
    (tmp_path / "long.wav").write_bytes(wave)
    expected = headstock.analyze(tmp_path / "long.wav")
    found = _through_pipe(wave)
    assert found.duration == expected.duration == 1
    assert found.track.tobytes() == expected.track.tobytes()
    assert _through_pipe(_wave(sound, len(sound), after=_LATER)).duration == 1
    assert _through_pipe(_wave(b"", 0, after=_LATER)).duration == 0


@pytest.mark.parametrize("size", [0, 0x7F000000, 0x7FFFF000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF])
def test_a_pipe_of_unknown_length_is_read_to_its_end(size, recwarn):
    wave = bytearray(_wave(_sound(), size))
    # A program that streams knows no length at all.
    wave[4:8] = struct.pack("<I", 36 if size == 0 else size)
    assert _through_pipe(bytes(wave)).duration == 1
    assert len(recwarn) == 0


def test_a_pipe_that_is_cut_off_is_reported():
    sound = _sound()
    with pytest.warns(RuntimeWarning, match="promises 44100 samples, and 22050 are there"):
        assert _through_pipe(_wave(sound, 2 * len(sound))).duration == 1


@pytest.mark.parametrize(
    "form",
    [
        b"",
        struct.pack("<HHI", 1, 1, 22_050),
        struct.pack("<HHIIHH", 0xFFFE, 1, 22_050, 44_100, 2, 16),
        struct.pack("<HHIIHH", 1, 1, 0, 0, 2, 16),
    ],
)
def test_a_pipe_with_a_damaged_format_is_refused(form):
    with pytest.raises(OSError):
        _through_pipe(_wave(_sound(), 44_100, form=form))


def _through_pipe(data):
    reading, writing = os.pipe()

    def write():
        try:
            with os.fdopen(writing, "wb") as file:
                file.write(data)
        except BrokenPipeError:
            pass

    thread = threading.Thread(target=write)
    thread.start()
    try:
        with os.fdopen(reading, "rb") as file:
            return headstock.analyze(file)
    finally:
        thread.join()


@pytest.mark.parametrize("count", [0, -1, 2.5, "3", None])
def test_a_number_of_shards_is_whole_and_above_0(count):
    for make in (archive.shard, lambda path, count: archive.shards([path], count)):
        with pytest.raises(ValueError, match="whole number from 1"):
            make("a.wav", count)


def test_a_file_of_another_version_is_written_again(takes, tmp_path, monkeypatch):
    file = tmp_path / "rows.parquet"
    assert not archive.analyze(takes[:2], file).skipped
    assert archive.analyze(takes[:2], file).skipped
    monkeypatch.setattr("headstock._interface.VERSION", "0.0.0-another")
    assert not archive.analyze(takes[:2], file).skipped
    assert pq.read_schema(file).metadata[b"engine"] == b"headstock 0.0.0-another"


def test_dask_writes_a_partition_each_and_goes_on(takes, tmp_path):
    import dask

    import headstock.dask

    with dask.config.set(scheduler="threads"):
        bag = headstock.dask.analyze(takes, tmp_path / "out", partitions=3)
        outcomes = bag.compute()
        again = headstock.dask.analyze(takes, tmp_path / "out", partitions=3).compute()
    assert [os.path.basename(outcome.file) for outcome in outcomes] == [
        f"part-0000{number}-of-00003.parquet" for number in (1, 2, 3)
    ]
    assert sum(outcome.recordings for outcome in outcomes) == 5
    assert all(outcome.skipped for outcome in again)
    whole = pa.concat_tables(pq.read_table(outcome.file) for outcome in outcomes)
    assert set(whole["file"].to_pylist()) == set(takes[:5])
