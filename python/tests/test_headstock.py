# SPDX-License-Identifier: MIT
"""Behaviour that needs no other program: closed forms, types, errors, memory and threads."""

import copy
import inspect
import pickle
import sys
import threading
import tracemalloc

import numpy as np
import pytest

import headstock

from conftest import pluck


def test_finds_a_string_within_a_hundredth_of_a_cent(a2):
    row = headstock.track(a2, 48_000)[-30]
    assert row["string"] == 5 and row["target_midi"] == 45
    assert abs(row["cents"] + 7) < 0.05
    assert row["sigma_cents"] < 0.1


def test_streams_in_blocks_of_any_size(a2):
    whole = headstock.track(a2, 48_000)
    for size in (1, 64, 479, 4800):
        tracker = headstock.Tracker(48_000)
        stop = 9600 if size == 1 else len(a2)
        parts = [tracker.process(a2[at : min(at + size, stop)]) for at in range(0, stop, size)]
        rows = np.concatenate(parts)
        assert rows.tobytes() == whole[: len(rows)].tobytes()
        assert tracker.position == stop


def test_is_a_table(a2):
    pandas = pytest.importorskip("pandas")
    track = headstock.track(a2, 48_000, rate=10)
    table = pandas.DataFrame(track)
    assert list(table.columns) == list(headstock.RESULT.names) and len(table) == 30
    assert isinstance(track, headstock.Track) and track.sr == 48_000
    assert track["cents"].shape == (30,) and type(track["cents"]) is np.ndarray
    assert type(track[3:5]) is headstock.Track and track[3:5].sr == 48_000


def test_mir_eval_reads_a_track(a2):
    mir_eval = pytest.importorskip("mir_eval")
    times, frequencies = headstock.track(a2, 48_000).to_mir_eval()
    truth = np.full(len(times), 110 * 2 ** (-7 / 1200))
    scores = mir_eval.melody.evaluate(times, truth, times, frequencies, cent_tolerance=1)
    assert scores["Raw Pitch Accuracy"] > 0.97
    silence = headstock.track(np.zeros(48_000, np.float32), 48_000).to_mir_eval()[1]
    assert (silence == 0).all()


def test_jams_holds_a_track(a2):
    jams = pytest.importorskip("jams")
    track = headstock.track(a2, 48_000, rate=10)
    file = track.to_jams()
    assert file.validate()
    data = file.search(namespace="pitch_contour")[0].data
    assert len(data) == len(track)
    assert data[-1].value["frequency"] == track["frequency_hz"][-1]
    assert isinstance(file, jams.JAMS)


def test_measures_every_string_of_a_stroke(stroke):
    rows = headstock.strum(*stroke)
    assert [int(row["string"]) for row in rows] == [6, 5, 4, 3, 2, 1]
    assert (rows["state"] == 2).all()
    assert np.abs(rows["cents"] - (np.arange(6) - 2)).max() < 0.5
    live = headstock.Strum(stroke[1])
    assert len(live) == 6
    sound = stroke[0]
    for at in range(0, len(sound), 2400):
        live.append(sound[at : at + 2400])
        readings = live.update()
    assert np.abs(readings["cents"] - (np.arange(6) - 2)).max() < 0.5
    live.reset()
    assert (live.update()["state"] == 0).all()


def test_changes_its_targets(a2):
    tracker = headstock.Tracker(48_000, candidates=True)
    before = tracker.process(a2[:96_000])[-1]
    assert len(tracker.candidates()) > 0
    assert tracker.candidates().dtype == headstock.CANDIDATE
    tracker.retune(a4=436)
    after = tracker.process(a2[96_000:])[0]
    assert abs(after["cents"] - before["cents"] - 1200 * np.log2(440 / 436)) < 0.3
    tracker.reset()
    assert tracker.position == 0
    with pytest.raises(ValueError, match="A4"):
        tracker.retune(a4=1)


def test_a_temperament_takes_the_place_of_a_scale_and_a_scale_that_of_a_temperament(a2):
    steps = "".join(f"{cents}.\n" for cents in (150, *range(200, 1300, 100)))
    scale = f"!\nsteps\n12\n!\n{steps}"
    keys = "12\n0\n127\n60\n69\n441.0\n12\n" + "".join(f"{key}\n" for key in range(12))

    def heard(tracker):
        tracker.reset()
        return tracker.process(a2).tobytes()

    def made(**settings):
        return heard(headstock.Tracker(48_000, tuning="chromatic", **settings))

    scaled, just, equal = made(scale=scale, keyboard_map=keys), made(temperament="just:D"), made()
    assert len({scaled, just, equal, made(scale=scale)}) == 4
    tracker = headstock.Tracker(48_000, tuning="chromatic", scale=scale, keyboard_map=keys)
    tracker.retune(temperament="just:D")
    assert heard(tracker) == just
    tracker.retune(scale=scale, keyboard_map=keys)
    assert heard(tracker) == scaled
    tracker.retune(keyboard_map=None)
    assert heard(tracker) == made(scale=scale)
    tracker.retune(keyboard_map=keys)
    assert heard(tracker) == scaled
    tracker.retune(scale=None)
    assert heard(tracker) == equal
    with pytest.raises(headstock.ConfigurationError, match="Give one of them"):
        tracker.retune(scale=scale, temperament="just:D")
    assert heard(tracker) == equal


def test_skips_lost_samples(a2):
    tracker = headstock.Tracker(48_000, rate=10)
    tracker.process(a2[:48_000])
    tracker.skip(24_000)
    rows = tracker.process(a2[72_000:])
    assert rows[0]["time_s"] == 1.1 and np.isnan(rows[0]["frequency_hz"])
    assert tracker.position == len(a2)
    assert len(rows) == 20


def test_counts_rejected_samples():
    tracker = headstock.Tracker(48_000)
    tracker.process(np.array([np.nan, np.inf, 0.5, -np.inf], np.float32))
    assert tracker.rejected == 3


def test_lists_tunings_and_strings():
    tunings = headstock.tunings()
    assert tunings["standard"] == "Standard" and len(tunings) > 20
    rows = headstock.strings("dadgad")
    assert [row["name"].decode() for row in rows] == ["D2", "A2", "D3", "G3", "A3", "D4"]
    assert abs(rows[1]["frequency_hz"] - 110) < 1e-9
    assert len(headstock.strings("chromatic")) == 0
    assert headstock.note_name(69) == "A4"
    assert [headstock.state_name(state) for state in range(8)] == list(headstock.STATES)
    with pytest.raises(ValueError):
        headstock.state_name(8)
    with pytest.raises(ValueError):
        headstock.note_name(2000)


def test_a_result_without_a_pitch_has_no_note(a2):
    silent = headstock.track(np.zeros(48_000, np.float32), 48_000)[-1]
    assert silent["midi"] == silent["target_midi"] == -1
    assert headstock.note_name(silent["midi"]) is None
    assert headstock.note_name(0) == "C-1"
    with pytest.raises(ValueError, match="The key -2 is out of range: 0 to 1000, or -1 for no"):
        headstock.note_name(-2)


def test_tracks_of_blocks_are_joined(a2):
    tracker = headstock.Tracker(48_000)
    parts = [tracker.process(a2[at : at + 10_000]) for at in range(0, len(a2), 10_000)]
    joined = headstock.Track.join(parts)
    assert isinstance(joined, headstock.Track) and joined.sr == 48_000
    assert joined.tobytes() == headstock.track(a2, 48_000).tobytes()
    assert headstock.Track.join(iter(parts[:1])).tobytes() == parts[0].tobytes()
    with pytest.raises(ValueError, match="one sample rate: there are none"):
        headstock.Track.join([])
    with pytest.raises(ValueError, match=r"one sample rate: these have \[44100, 48000\] Hz"):
        headstock.Track.join([joined, headstock.track(a2, 44_100)])
    with pytest.raises(TypeError, match="A part is a Track, not ndarray"):
        headstock.Track.join([np.asarray(joined)])


def test_strobe_turns_with_the_difference():
    sr = 48_000
    tone = np.sin(2 * np.pi * 111 * np.arange(2 * sr) / sr).astype(np.float32)
    first = headstock.strobe(tone[:4096], sr, 110.0, 4096)
    second = headstock.strobe(tone[4800:8896], sr, 110.0, 8896)
    assert abs((second - first) % 1 - 0.1) < 0.005
    assert headstock.strobe(tone[:16], sr, 110.0, 16) is None


def unaligned(samples):
    """Returns the same samples behind one byte, as behind the header of a file."""
    place = np.frombuffer(bytearray(samples.nbytes + 1), np.float32, samples.size, 1)
    place = place.reshape(samples.shape)
    assert not place.flags.aligned
    place[...] = samples
    return place


def test_reads_samples_at_any_address(a2, stroke):
    whole = headstock.track(a2, 48_000)
    record = np.zeros(len(a2), [("flag", "u1"), ("sample", "<f4")])
    record["sample"] = a2
    for samples in (unaligned(a2), record["sample"], a2.astype(np.float64)):
        assert headstock.track(samples, 48_000).tobytes() == whole.tobytes()
    sound, sr = stroke
    assert headstock.strum(unaligned(sound), sr).tobytes() == headstock.strum(sound, sr).tobytes()
    one, other = headstock.Strum(sr), headstock.Strum(sr)
    one.append(sound)
    other.append(unaligned(sound))
    assert one.update().tobytes() == other.update().tobytes()
    place = len(a2) // 2
    assert headstock.strobe(unaligned(a2[:place]), 48_000, 110.0, place) == headstock.strobe(
        a2[:place], 48_000, 110.0, place
    )
    frames = np.array([[1, 3], [-1, 0.5]], np.float32)
    assert headstock.mix(unaligned(frames)).tolist() == [2, -0.25]


def test_maps_raw_samples_behind_a_header(a2, tmp_path):
    (tmp_path / "raw").write_bytes(b"head!" + a2.tobytes())
    mapped = np.memmap(tmp_path / "raw", np.float32, "r", 5)
    assert headstock.track(mapped, 48_000).tobytes() == headstock.track(a2, 48_000).tobytes()


def test_a_strum_has_a_clock(stroke):
    sound, sr = stroke
    plain, corrected = headstock.Strum(sr), headstock.Strum(sr, clock_ppm=10_000)
    for at in range(0, len(sound), 2400):
        for strum in (plain, corrected):
            strum.append(sound[at : at + 2400])
            readings = strum.update()
            if strum is plain:
                before = readings
    # A clock that is a hundredth too fast measures every frequency a hundredth too low.
    assert np.allclose(readings["frequency_hz"], 1.01 * before["frequency_hz"], rtol=1e-12)
    assert np.allclose(readings["cents"] - before["cents"], 1200 * np.log2(1.01), atol=1e-9)


@pytest.mark.parametrize("name", ["rate", "detector", "pitch", "fmin", "clock_ppm", "hop_length"])
def test_retune_refuses_what_it_would_ignore(name):
    tracker = headstock.Tracker(48_000, rate=10)
    with pytest.raises(TypeError, match=name):
        tracker.retune(**{name: 20})
    tracker.retune(a4=442)
    assert len(tracker.process(np.zeros(48_000, np.float32))) == 10


@pytest.mark.parametrize("name", ["rate", "detector", "tolerance", "string", "fmin", "hop_length"])
def test_a_strum_refuses_what_it_would_ignore(name):
    with pytest.raises(TypeError, match=name):
        headstock.Strum(48_000, **{name: 1})


def test_a_silent_string_of_a_stroke_has_no_confidence(a2):
    rows = headstock.strum(a2, 48_000)
    assert len(rows) == 6
    unknown = np.isnan(rows["frequency_hz"])
    assert unknown.any() and not unknown.all()
    assert (np.isnan(rows["confidence"]) == unknown).all()


def test_a_pickle_keeps_the_sample_rate(a2):
    track = headstock.track(a2, 48_000)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        found = pickle.loads(pickle.dumps(track, protocol))
        assert type(found) is headstock.Track and found.sr == 48_000
        assert found.tobytes() == track.tobytes()
    assert copy.deepcopy(track).sr == copy.copy(track).sr == 48_000


def test_whole_numbers_do_not_wrap():
    frames, tone = np.ones((4, 2), np.float32), np.ones(4096, np.float32)
    for channel in (2**32, 2**32 + 1, -1):
        with pytest.raises(ValueError, match="channel"):
            headstock.mix(frames, channel)
    with pytest.raises(TypeError):
        headstock.mix(frames, 1.0)
    with pytest.raises(ValueError, match="sample rate"):
        headstock.strobe(tone, 2**32 + 48_000, 110.0, 4096)
    with pytest.raises(ValueError, match="position"):
        headstock.strobe(tone, 48_000, 110.0, 2**63)
    assert headstock.strobe(tone, 48_000.0, 110.0, 4096) == headstock.strobe(
        tone, 48_000, 110.0, 4096
    )
    with pytest.raises(TypeError):
        headstock.Tracker(48_000).skip(1.5)


def test_a_gap_with_too_many_results_is_refused(a2):
    tracker = headstock.Tracker(48_000)
    with pytest.raises(ValueError, match="reset"):
        tracker.skip(2**40)
    tracker.skip(48_000)
    assert len(tracker.process(a2)) == 240
    assert tracker.position == 48_000 + len(a2)
    # A gap of an hour, whose results are more than one buffer of any kind.
    tracker.skip(3600 * 48_000)
    assert len(tracker.process(a2)) == 60 * 3603


def test_mixes_channels():
    frames = np.array([[1, 3], [-1, 0.5]], np.float32)
    assert headstock.mix(frames).tolist() == [2, -0.25]
    assert headstock.mix(frames, 2).tolist() == [3, 0.5]
    with pytest.raises(ValueError, match="channel 3"):
        headstock.mix(frames, 3)


@pytest.mark.parametrize(
    "samples, error, match",
    [
        (np.zeros((4, 2), np.float32), ValueError, "mix"),
        (np.zeros(4, np.int16), TypeError, "int16"),
        (np.zeros(4, complex), TypeError, "complex"),
        ("sound", TypeError, "floating"),
        (None, TypeError, "floating"),
    ],
)
def test_refuses_samples(samples, error, match):
    with pytest.raises(error, match=match):
        headstock.track(samples, 48_000)


@pytest.mark.parametrize(
    "arguments, error, match",
    [
        ({"sr": 4000}, ValueError, "8000 to 192000"),
        ({"sr": 44_100.5}, ValueError, "whole number"),
        ({"sr": float("nan")}, ValueError, "whole number"),
        ({"sr": -1}, ValueError, "whole number"),
        ({"tuning": "no such"}, ValueError, "String|strings"),
        ({"tuning": "klingon"}, ValueError, "klingon.*no such tuning"),
        ({"tuning": 5}, TypeError, "text"),
        ({"tuning": "E2\0"}, ValueError, "NUL"),
        ({"tuning": "{"}, ValueError, "JSON"),
        ({"rate": 0}, ValueError, "1 to 1000"),
        ({"rate": "fast"}, TypeError, "rate is a number, not str"),
        ({"capo": 1.5}, TypeError, "float"),
        ({"capo": 99}, ValueError, "capo|fret"),
        ({"capo": 99, "tuning": "chromatic"}, ValueError, "capo|fret"),
        ({"temperament": "scale.scl"}, ValueError, "equal:19 or another division.$"),
        ({"string": 2**40}, ValueError, "out of range"),
        ({"fmin": 500, "fmax": 400}, ValueError, "lowest"),
        ({"hop_length": 512}, TypeError, "hop_length"),
    ],
)
def test_refuses_settings(arguments, error, match):
    settings = {"sr": 48_000, **arguments}
    with pytest.raises(error, match=match):
        headstock.Tracker(**settings)


def test_errors_have_the_status_of_the_library():
    with pytest.raises(headstock.ConfigurationError) as caught:
        headstock.Tracker(48_000, tuning="nothing")
    assert caught.value.status == -5 and isinstance(caught.value, ValueError)


def test_refuses_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        headstock.analyze(tmp_path / "none.wav")
    text = tmp_path / "text.wav"
    text.write_text("no sound")
    with pytest.raises(OSError, match="text.wav"):
        headstock.analyze(text)


def test_reads_float32_in_place():
    samples = np.zeros(10_000_000, np.float32)
    tracker = headstock.Tracker(48_000, rate=1)
    tracemalloc.start()
    tracker.process(samples)
    in_place = tracemalloc.get_traced_memory()[1]
    tracemalloc.reset_peak()
    tracker.process(samples[:1_000_000].astype(np.float64))
    converted = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert in_place < 1_000_000
    # The counter sees a copy where there is one.
    assert converted > 4_000_000


def test_releases_the_gil():
    # The thread holds the interpreter only before and after the call: with a switch interval of
    # minutes, this thread runs during the call or not at all.
    samples = np.random.default_rng(1).standard_normal(480_000).astype(np.float32) * 0.1
    tracker = headstock.Tracker(48_000)
    started, ended = threading.Event(), threading.Event()

    def work():
        started.set()
        tracker.process(samples)
        ended.set()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(600)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        started.wait()
        assert not ended.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()
    assert ended.is_set()


def test_trackers_run_side_by_side(a2):
    expected = headstock.track(a2, 48_000).tobytes()
    answers = [b""] * 4

    def work(index):
        answers[index] = headstock.track(a2, 48_000).tobytes()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 4


def test_the_example_of_track_is_true():
    import doctest

    from headstock import _tracking

    assert doctest.testmod(_tracking) == (0, 4)


def test_every_public_name_is_documented():
    assert headstock.__version__
    for name in headstock.__all__:
        value = getattr(headstock, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name
            for member, method in inspect.getmembers(value, inspect.isfunction):
                if inspect.isclass(value) and not member.startswith("_"):
                    assert inspect.getdoc(method), f"{name}.{member}"


def test_a_string_that_rings_on_after_a_note_keeps_its_target_without_a_deviation():
    sr = 48_000
    note, quiet = pluck(82.41, sr, 2), pluck(146.83, sr, 3, level=0.02)
    sound = np.zeros(4 * sr, np.float32)
    sound[sr // 2 : sr // 2 + len(note)] += note
    sound[sr // 2 : sr // 2 + len(quiet)] += quiet
    track = headstock.track(sound, sr)
    # String 6 was damped, and string 4 rings on.
    other = track[abs(track["frequency_hz"] - 146.83) < 0.1]
    assert len(other) > 20
    assert (other["string"] == 6).all() and (other["target_midi"] == 40).all()
    assert np.isnan(other["cents"]).all() and np.isnan(other["guidance_cents"]).all()
    assert (other["state"] <= headstock.STATES.index("active")).all()
    assert not np.isnan(track["cents"]).all()
