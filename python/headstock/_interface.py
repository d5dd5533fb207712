# SPDX-License-Identifier: MIT
"""The declarations of headstock.h, written by scripts/header.py."""

from ctypes import (
    CDLL,
    POINTER,
    Structure,
    c_char,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)

VERSION = "0.1.0"
RESULT = 1
OK = 0
ERROR_ARGUMENT = -1
ERROR_SIZE = -2
ERROR_SAMPLE_RATE = -3
ERROR_UPDATE_RATE = -4
ERROR_TUNING = -5
ERROR_TEMPERAMENT = -6
ERROR_A4 = -7
ERROR_CAPO = -8
ERROR_STRING = -9
ERROR_TOLERANCE = -10
ERROR_RANGE = -11
ERROR_DETECTOR = -12
ERROR_CLOCK = -13
ERROR_STRUM = -14
ERROR_STATE = -15
ERROR_CHANNEL = -16
ERROR_TRANSFORM = -17
CANDIDATES = 1
SECOND_STRING = 2
SILENT = 0
DETECTING = 1
ACTIVE = 2
IN_TUNE = 3
SLIGHTLY_FLAT = 4
VERY_FLAT = 5
SLIGHTLY_SHARP = 6
VERY_SHARP = 7
NOTATION_ENGLISH = 0
NOTATION_GERMAN = 1
NOTATION_SOLFEGE = 2
STRING_SILENT = 0
STRING_UNCLEAR = 1
STRING_SOUNDING = 2
NOTES = 0
SMOOTHED_NOTES = 1
STROKES = 2
HARMONIC = 1
HAMMER_ON = 2
PULL_OFF = 4
BEND = 8
SLIDE = 16
VIBRATO = 32
CHORD = 64


class Config(Structure):
    """The structure headstock_config."""

    _fields_ = [
        ("size", c_size_t),
        ("tuning", c_char_p),
        ("tuning_document", c_char_p),
        ("temperament", c_char_p),
        ("detector", c_char_p),
        ("pitch", c_char_p),
        ("a4_hz", c_double),
        ("update_rate_hz", c_double),
        ("lowest_hz", c_double),
        ("highest_hz", c_double),
        ("tolerance_cents", c_double),
        ("hysteresis_cents", c_double),
        ("clock_ppm", c_double),
        ("sample_rate_hz", c_uint32),
        ("capo", c_int32),
        ("string", c_int32),
        ("options", c_uint32),
        ("scale", c_char_p),
        ("keyboard_map", c_char_p),
        ("offsets_cents", POINTER(c_double)),
        ("offset_count", c_size_t),
    ]


class Result(Structure):
    """The structure headstock_result."""

    _fields_ = [
        ("position", c_int64),
        ("onset", c_int64),
        ("time_s", c_double),
        ("frequency_hz", c_double),
        ("confidence", c_double),
        ("sigma_cents", c_double),
        ("wander_cents", c_double),
        ("cents", c_double),
        ("level_dbfs", c_double),
        ("inharmonicity", c_double),
        ("fit_hz", c_double),
        ("period_hz", c_double),
        ("second_string", c_double),
        ("guidance_cents", c_double),
        ("midi", c_int32),
        ("target_midi", c_int32),
        ("string", c_int32),
        ("guidance_string", c_int32),
        ("degree", c_int32),
        ("degree_count", c_int32),
        ("harmonic_string", c_int32),
        ("state", c_int32),
    ]


class Candidate(Structure):
    """The structure headstock_candidate."""

    _fields_ = [
        ("frequency_hz", c_double),
        ("evidence", c_double),
    ]


class String(Structure):
    """The structure headstock_string."""

    _fields_ = [
        ("frequency_hz", c_double),
        ("offset_cents", c_double),
        ("number", c_int32),
        ("course", c_int32),
        ("midi", c_int32),
        ("name", c_char * 12),
    ]


class StringReading(Structure):
    """The structure headstock_string_reading."""

    _fields_ = [
        ("target_hz", c_double),
        ("frequency_hz", c_double),
        ("cents", c_double),
        ("sigma_cents", c_double),
        ("confidence", c_double),
        ("inharmonicity", c_double),
        ("fitted_hz", c_double),
        ("string", c_int32),
        ("state", c_int32),
    ]


class NewestStroke(Structure):
    """The structure headstock_newest_stroke."""

    _fields_ = [
        ("position", c_int64),
        ("onset", c_int64),
        ("last_onset", c_int64),
        ("time_s", c_double),
        ("onset_s", c_double),
        ("stroke", c_int32),
        ("is_settled", c_int32),
    ]


class Note(Structure):
    """The structure headstock_note."""

    _fields_ = [
        ("start", c_int64),
        ("end", c_int64),
        ("start_s", c_double),
        ("end_s", c_double),
        ("frequency_hz", c_double),
        ("cents", c_double),
        ("sigma_cents", c_double),
        ("confidence", c_double),
        ("inharmonicity", c_double),
        ("onset_level_dbfs", c_double),
        ("glide_cents", c_double),
        ("vibrato_hz", c_double),
        ("vibrato_cents", c_double),
        ("midi", c_int32),
        ("target_midi", c_int32),
        ("string", c_int32),
        ("articulations", c_uint32),
    ]


class Stroke(Structure):
    """The structure headstock_stroke."""

    _fields_ = [
        ("start", c_int64),
        ("end", c_int64),
        ("start_s", c_double),
        ("end_s", c_double),
        ("target_hz", c_double),
        ("frequency_hz", c_double),
        ("cents", c_double),
        ("sigma_cents", c_double),
        ("confidence", c_double),
        ("inharmonicity", c_double),
        ("fitted_hz", c_double),
        ("stroke", c_int32),
        ("string", c_int32),
        ("state", c_int32),
        ("reserved", c_int32),
    ]


def declare(library: CDLL) -> None:
    """Gives every function of the library its types."""
    library.headstock_version.restype = c_char_p
    library.headstock_version.argtypes = []
    library.headstock_error_text.restype = c_char_p
    library.headstock_error_text.argtypes = []
    library.headstock_config_init.restype = c_int32
    library.headstock_config_init.argtypes = [POINTER(Config), c_size_t]
    library.headstock_tracker_create.restype = c_int32
    library.headstock_tracker_create.argtypes = [POINTER(Config), POINTER(c_void_p)]
    library.headstock_tracker_destroy.restype = None
    library.headstock_tracker_destroy.argtypes = [c_void_p]
    library.headstock_tracker_next.restype = c_int32
    library.headstock_tracker_next.argtypes = [
        c_void_p,
        c_void_p,
        c_size_t,
        POINTER(c_size_t),
        c_void_p,
        c_size_t,
    ]
    library.headstock_tracker_process.restype = c_int32
    library.headstock_tracker_process.argtypes = [
        c_void_p,
        c_void_p,
        c_size_t,
        POINTER(c_size_t),
        c_void_p,
        c_size_t,
        c_size_t,
        POINTER(c_size_t),
    ]
    library.headstock_tracker_skip.restype = c_int32
    library.headstock_tracker_skip.argtypes = [c_void_p, c_uint64]
    library.headstock_tracker_position.restype = c_int64
    library.headstock_tracker_position.argtypes = [c_void_p]
    library.headstock_tracker_rejected.restype = c_uint64
    library.headstock_tracker_rejected.argtypes = [c_void_p]
    library.headstock_tracker_retune.restype = c_int32
    library.headstock_tracker_retune.argtypes = [c_void_p, POINTER(Config)]
    library.headstock_tracker_reset.restype = c_int32
    library.headstock_tracker_reset.argtypes = [c_void_p]
    library.headstock_tracker_candidates.restype = c_int32
    library.headstock_tracker_candidates.argtypes = [
        c_void_p,
        c_void_p,
        c_size_t,
        c_size_t,
        POINTER(c_size_t),
    ]
    library.headstock_tuning_count.restype = c_size_t
    library.headstock_tuning_count.argtypes = []
    library.headstock_tuning_id.restype = c_char_p
    library.headstock_tuning_id.argtypes = [c_size_t]
    library.headstock_tuning_name.restype = c_char_p
    library.headstock_tuning_name.argtypes = [c_size_t]
    library.headstock_strings.restype = c_int32
    library.headstock_strings.argtypes = [
        POINTER(Config),
        c_void_p,
        c_size_t,
        c_size_t,
        POINTER(c_size_t),
    ]
    library.headstock_note_name.restype = c_int32
    library.headstock_note_name.argtypes = [c_int32, c_char_p, c_size_t]
    library.headstock_note_name_in.restype = c_int32
    library.headstock_note_name_in.argtypes = [c_int32, c_int32, c_int32, c_char_p, c_size_t]
    library.headstock_state_name.restype = c_char_p
    library.headstock_state_name.argtypes = [c_int32]
    library.headstock_strum_create.restype = c_int32
    library.headstock_strum_create.argtypes = [POINTER(Config), POINTER(c_void_p)]
    library.headstock_strum_destroy.restype = None
    library.headstock_strum_destroy.argtypes = [c_void_p]
    library.headstock_strum_string_count.restype = c_size_t
    library.headstock_strum_string_count.argtypes = [c_void_p]
    library.headstock_strum_append.restype = c_int32
    library.headstock_strum_append.argtypes = [c_void_p, c_void_p, c_size_t]
    library.headstock_strum_update.restype = c_int32
    library.headstock_strum_update.argtypes = [c_void_p]
    library.headstock_strum_reading.restype = c_int32
    library.headstock_strum_reading.argtypes = [c_void_p, c_size_t, c_void_p, c_size_t]
    library.headstock_strum_newest.restype = c_int32
    library.headstock_strum_newest.argtypes = [c_void_p, c_void_p, c_size_t]
    library.headstock_strum_settled.restype = c_int32
    library.headstock_strum_settled.argtypes = [c_void_p, c_size_t, c_void_p, c_size_t]
    library.headstock_strum_skip.restype = c_int32
    library.headstock_strum_skip.argtypes = [c_void_p, c_uint64]
    library.headstock_strum_reset.restype = c_int32
    library.headstock_strum_reset.argtypes = [c_void_p]
    library.headstock_recording_create.restype = c_int32
    library.headstock_recording_create.argtypes = [POINTER(Config), c_int32, POINTER(c_void_p)]
    library.headstock_recording_destroy.restype = None
    library.headstock_recording_destroy.argtypes = [c_void_p]
    library.headstock_recording_append.restype = c_int32
    library.headstock_recording_append.argtypes = [c_void_p, c_void_p, c_size_t]
    library.headstock_recording_skip.restype = c_int32
    library.headstock_recording_skip.argtypes = [c_void_p, c_uint64]
    library.headstock_recording_finish.restype = c_int32
    library.headstock_recording_finish.argtypes = [c_void_p]
    library.headstock_recording_results.restype = c_int32
    library.headstock_recording_results.argtypes = [
        c_void_p,
        c_void_p,
        c_size_t,
        c_size_t,
        POINTER(c_size_t),
    ]
    library.headstock_recording_notes.restype = c_int32
    library.headstock_recording_notes.argtypes = [
        c_void_p,
        c_void_p,
        c_size_t,
        c_size_t,
        POINTER(c_size_t),
    ]
    library.headstock_recording_strokes.restype = c_int32
    library.headstock_recording_strokes.argtypes = [
        c_void_p,
        c_void_p,
        c_size_t,
        c_size_t,
        POINTER(c_size_t),
    ]
    library.headstock_mix.restype = c_int32
    library.headstock_mix.argtypes = [c_void_p, c_size_t, c_uint32, c_uint32, c_void_p]
    library.headstock_strobe.restype = c_int32
    library.headstock_strobe.argtypes = [
        c_void_p,
        c_size_t,
        c_int64,
        c_double,
        c_uint32,
        POINTER(c_double),
    ]
