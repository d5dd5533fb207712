/* SPDX-License-Identifier: MIT */
#ifndef HEADSTOCK_H
#define HEADSTOCK_H

/**
 * @file headstock.h
 * Pitch with its standard error, from samples. C99 and C++98 or newer. The header is one file,
 * because it is the whole interface: a program copies and includes nothing else.
 *
 *     headstock_config config;
 *     headstock_tracker *tracker;
 *     headstock_result result;
 *     size_t used = 0;
 *     headstock_config_init(&config, sizeof config);
 *     config.sample_rate_hz = 48000;
 *     if (headstock_tracker_create(&config, &tracker) != HEADSTOCK_OK)
 *       fprintf(stderr, "%s\n", headstock_error_text());
 *     while (headstock_tracker_next(tracker, samples, count, &used, &result, sizeof result)
 *            == HEADSTOCK_RESULT)
 *       printf("%g s: %g cents +- %g\n", result.time_s, result.cents, result.sigma_cents);
 *     headstock_tracker_destroy(tracker);
 *
 * **Samples** are mono, 32-bit floats, full scale +-1, at an address that is aligned for floats; any
 * other address is refused with HEADSTOCK_ERROR_ARGUMENT. A sample that is NaN, infinite or huge
 * counts as silence. Blocks of any size give the same results, bit for bit.
 *
 * **Absence.** A number that is not known is NaN, and a whole number that is not known is -1 or 0,
 * as its field says. A reading is never 0 Hz.
 *
 * **Errors.** A function that can fail returns a status: 0 or more is success, and a negative one
 * is a headstock_status. After a failure of a function that is not marked real-time,
 * headstock_error_text() is one sentence for a person. No call prints, raises an exception or ends
 * the process, except that the process ends if it runs out of memory, as most programs do. Null
 * pointers and sizes that are too large are refused. Passing any other invalid pointer or a
 * destroyed object is undefined behaviour.
 *
 * **Threads.** Different objects can be used by different threads at the same time. One object is
 * used by one thread at a time; it may move between threads. A function marked *real-time* takes no
 * lock, allocates nothing, reads no clock and makes no system call, and the configuration alone
 * bounds its work. All others may do so. Objects are created and destroyed under one lock, which
 * headstock_tracker_reset() takes too, because FFTW's planner is not thread-safe. A program that
 * itself makes or destroys plans with the same FFTW library must not do so while one of these calls
 * runs. A real-time function flushes denormals to zero and restores the thread's mode.
 *
 * **Growth.** A structure only grows at its end. Its size is passed with it, so a program and a
 * library of different versions work together. A configuration from a newer program is accepted if
 * every field that this library does not know is 0.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header. */
#define HEADSTOCK_VERSION "0.1.0"

/** The status of a call. */
typedef enum headstock_status {
  /** A result was written; more may be due. */
  HEADSTOCK_RESULT = 1,
  /** Success. */
  HEADSTOCK_OK = 0,
  /** A pointer is null or not aligned, a count, an index or an option is out of its range, or the
      size of a structure that a call fills is too small or not a multiple of 8.
      headstock_config_init() also refuses a size over 65536. */
  HEADSTOCK_ERROR_ARGUMENT = -1,
  /** A configuration has a value that this library does not know, or its `size` is too small, not a
      multiple of 8 or over 65536. */
  HEADSTOCK_ERROR_SIZE = -2,
  /** The sample rate is not supported: 8000 to 192000 Hz. */
  HEADSTOCK_ERROR_SAMPLE_RATE = -3,
  /** The update rate is not supported: 1 to 1000 Hz with up to six decimals. */
  HEADSTOCK_ERROR_UPDATE_RATE = -4,
  /** There is no such tuning, or its notes cannot be read. */
  HEADSTOCK_ERROR_TUNING = -5,
  /** There is no such temperament. */
  HEADSTOCK_ERROR_TEMPERAMENT = -6,
  /** The frequency of A4 is out of range. */
  HEADSTOCK_ERROR_A4 = -7,
  /** The fret of the capo is out of range. */
  HEADSTOCK_ERROR_CAPO = -8,
  /** The tuning has no string with that number. */
  HEADSTOCK_ERROR_STRING = -9,
  /** The tolerance or the hysteresis is out of range. */
  HEADSTOCK_ERROR_TOLERANCE = -10,
  /** The range of pitches is empty or not supported. */
  HEADSTOCK_ERROR_RANGE = -11,
  /** There is no such detector, or it does not measure that pitch. */
  HEADSTOCK_ERROR_DETECTOR = -12,
  /** The error of the clock is out of range. */
  HEADSTOCK_ERROR_CLOCK = -13,
  /** The strings cannot be measured together. */
  HEADSTOCK_ERROR_STRUM = -14,
  /** The call is not possible now, or not for this object. */
  HEADSTOCK_ERROR_STATE = -15,
  /** There are no channels, or not that one. */
  HEADSTOCK_ERROR_CHANNEL = -16,
  /** A transform could not be set up. */
  HEADSTOCK_ERROR_TRANSFORM = -17
} headstock_status;

/** Returns the version of the library. */
const char *headstock_version(void);

/**
 * Returns the sentence of the last failure on this thread; empty before one.
 *
 * The text stays valid until the next failure on this thread.
 */
const char *headstock_error_text(void);

/* ---- Configuration ------------------------------------------------------------------------- */

/** Options of a configuration. */
enum {
  /** Every update reports its candidates; see headstock_tracker_candidates(). */
  HEADSTOCK_CANDIDATES = 1,
  /** The results of a tracker have the share of a second string, in `second_string`. */
  HEADSTOCK_SECOND_STRING = 2
};

/** The configuration of trackers, strums and recordings. Set up by headstock_config_init(). */
typedef struct headstock_config {
  /** The size of this structure in the program, set by headstock_config_init(). */
  size_t size;
  /** The tuning: an id such as "standard", a name such as "Drop D", notes such as
      "D2 A2 D3 G3 A3 D4", or "chromatic". */
  const char *tuning;
  /** A tuning as JSON in the form of `tuner tunings export`, instead of `tuning`; null for none. */
  const char *tuning_document;
  /** The temperament: "equal", "equal:19", "just:D" and others. */
  const char *temperament;
  /** The detector: "engine", "spectral" or "yin". */
  const char *detector;
  /** The reported pitch: "partial" or "period"; null for the one that the detector measures. */
  const char *pitch;
  /** The frequency of A4 in hertz. It is rounded to hundredths, and then must be 390 to 490. */
  double a4_hz;
  /** Results a second, 1 to 1000. */
  double update_rate_hz;
  /** The lowest searched pitch in hertz. */
  double lowest_hz;
  /** The highest searched pitch in hertz. */
  double highest_hz;
  /** The largest deviation that is in tune, in cents: 0.5 to 20. */
  double tolerance_cents;
  /** The distance beyond an edge at which the state changes, in cents: 0 to 5. */
  double hysteresis_cents;
  /** The error of the clock that counts the samples, in parts per million; above 0 if fast. */
  double clock_ppm;
  /** Samples a second. */
  uint32_t sample_rate_hz;
  /** The fret of a capo, 0 to 12; 0 for none. It has no effect if `tuning` is "chromatic". */
  int32_t capo;
  /** The number of the only target string, 1 the highest; 0 for the nearest. */
  int32_t string;
  /** Options, combined by `|`. */
  uint32_t options;
  /** The contents of a Scala scale file (.scl), instead of `temperament`, which must then be null
      or "equal"; null for none. */
  const char *scale;
  /** The contents of a Scala keyboard mapping (.kbm) of `scale`; null for consecutive keys. */
  const char *keyboard_map;
  /** Cents that are added to the targets of strings, -100 to 100; the first value belongs to
      string 1. Null for none, with 0 for `offset_count`. */
  const double *offsets_cents;
  /** The number of `offsets_cents`, at most that of the strings. */
  size_t offset_count;
} headstock_config;

/**
 * Fills a configuration with the defaults of `tuner analyze --frames`, at 48 kHz.
 *
 * @param config the configuration.
 * @param size `sizeof *config`.
 * @return HEADSTOCK_OK, or HEADSTOCK_ERROR_ARGUMENT for a null pointer or a size that is too small,
 *   not a multiple of 8 or over 65536.
 */
int32_t headstock_config_init(headstock_config *config, size_t size);

/* ---- Results ------------------------------------------------------------------------------- */

/** The state of a result, as a player needs it. */
typedef enum headstock_state {
  /** No pitch. */
  HEADSTOCK_SILENT = 0,
  /** A pitch that is not clear. */
  HEADSTOCK_DETECTING = 1,
  /** A clear pitch without a deviation: `cents` is NaN. */
  HEADSTOCK_ACTIVE = 2,
  /** Within the tolerance. */
  HEADSTOCK_IN_TUNE = 3,
  /** Too low by up to 2.5 tolerances. */
  HEADSTOCK_SLIGHTLY_FLAT = 4,
  /** Too low by more. */
  HEADSTOCK_VERY_FLAT = 5,
  /** Too high by up to 2.5 tolerances. */
  HEADSTOCK_SLIGHTLY_SHARP = 6,
  /** Too high by more. */
  HEADSTOCK_VERY_SHARP = 7
} headstock_state;

/** One update of a tracker or a recording. */
typedef struct headstock_result {
  /** The position after the last used sample, in samples since the start. */
  int64_t position;
  /** The position of the note's first result; -1 without a note. */
  int64_t onset;
  /** The position in seconds. */
  double time_s;
  /** The pitch in hertz; NaN without one. */
  double frequency_hz;
  /** The confidence that there is a pitch, 0 to 1; noise has one too. */
  double confidence;
  /** The standard error of the pitch, in cents. */
  double sigma_cents;
  /** The part of sigma_cents that is the wander of the note's pitch, in cents. */
  double wander_cents;
  /** The signed deviation from the target, in cents. NaN without a target. Also NaN for another
      sound than the note's, such as another string that still rings or a partial of the decaying
      note: `string`, `target_midi` and `onset` are then still those of the note. */
  double cents;
  /** The RMS level of the last 50 ms, in dB relative to full scale; NaN for digital silence. */
  double level_dbfs;
  /** B of f_n = n f0 sqrt(1 + B n^2); NaN if the partials do not determine it. */
  double inharmonicity;
  /** The first partial of the stiff string that fits all partials best, in hertz. */
  double fit_hz;
  /** The repetition rate in hertz. */
  double period_hz;
  /** The share of the spectrum that a second string explains, 0 to 1. NaN in a tracker without
      HEADSTOCK_SECOND_STRING, and where no spectrum was searched for one: in silence, in the first
      results of a note, and with the detectors "spectral" and "yin". */
  double second_string;
  /** The interval to the nearest or locked string at any distance, in cents; NaN without a pitch,
      if chromatic, and for another sound than the note's (see `cents`). */
  double guidance_cents;
  /** The nearest key, 69 for A4; -1 without a pitch. */
  int32_t midi;
  /** The key of the target; -1 without a target. */
  int32_t target_midi;
  /** The number of the target string; 0 without one. */
  int32_t string;
  /** The number of the string of guidance_cents; 0 without one. */
  int32_t guidance_string;
  /** The target's degree in a scale without keys, such as 19 degrees; -1 without one. */
  int32_t degree;
  /** The number of degrees in an octave of that scale; 0 without one. */
  int32_t degree_count;
  /** The number of the string whose twelfth-fret harmonic this is; 0 for any other pitch. */
  int32_t harmonic_string;
  /** A headstock_state. */
  int32_t state;
} headstock_result;

/** A pitch that the detector compared with others in its last update. */
typedef struct headstock_candidate {
  /** The first partial in hertz. */
  double frequency_hz;
  /** The evidence for it: higher is better, and only differences have a meaning. */
  double evidence;
} headstock_candidate;

/* ---- Trackers: one pitch at a time, live --------------------------------------------------- */

/** A stream of samples whose pitch is followed. */
typedef struct headstock_tracker headstock_tracker;

/**
 * Creates a tracker.
 *
 * @param config the configuration. Its texts are not used after the call.
 * @param tracker receives the tracker, or null after a failure.
 * @return HEADSTOCK_OK or an error.
 */
int32_t headstock_tracker_create(const headstock_config *config, headstock_tracker **tracker);

/** Destroys a tracker; does nothing with null. */
void headstock_tracker_destroy(headstock_tracker *tracker);

/**
 * Takes samples up to the next result that is due. Real-time.
 *
 * @param tracker the tracker.
 * @param samples `count` samples; may be null if `count` is 0.
 * @param count the number of samples of the block.
 * @param used the number of samples of the block that were taken; 0 before the first call with a
 *   block. The function advances it.
 * @param result receives the result.
 * @param result_size `sizeof *result`.
 * @return HEADSTOCK_RESULT if a result was written; HEADSTOCK_OK if the whole block was taken and
 *   none is due; HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_tracker_next(headstock_tracker *tracker, const float *samples, size_t count,
                               size_t *used, headstock_result *result, size_t result_size);

/**
 * Takes samples until the block or the space for results ends. Real-time, for the work of all its
 * results.
 *
 * @param tracker the tracker.
 * @param samples `count` samples; may be null if `count` is 0.
 * @param count the number of samples of the block.
 * @param used the number of samples of the block that were taken, as in headstock_tracker_next().
 * @param results an array with space for `capacity` results of `result_size` bytes.
 * @param result_size `sizeof *results`.
 * @param capacity the largest number of results.
 * @param result_count receives the number of results.
 * @return HEADSTOCK_RESULT if the space is full and more may be due; HEADSTOCK_OK if the whole
 *   block was taken; HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_tracker_process(headstock_tracker *tracker, const float *samples, size_t count,
                                  size_t *used, headstock_result *results, size_t result_size,
                                  size_t capacity, size_t *result_count);

/**
 * Skips samples that were lost. Real-time.
 *
 * Positions advance as if the samples had arrived, and results inside the gap have no pitch. The
 * next calls of headstock_tracker_next() deliver those results, even for an empty block.
 *
 * @param tracker the tracker.
 * @param count the number of lost samples, at most 2^40 in all since the last reset.
 * @return HEADSTOCK_OK or HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_tracker_skip(headstock_tracker *tracker, uint64_t count);

/** Returns the number of samples taken and skipped; -1 for null. Real-time. */
int64_t headstock_tracker_position(const headstock_tracker *tracker);

/** Returns the number of samples that were not numbers and counted as silence. Real-time. */
uint64_t headstock_tracker_rejected(const headstock_tracker *tracker);

/**
 * Compares with other targets from the next result on.
 *
 * The tracker forgets previous notes: the onset of a note that still sounds becomes the position of
 * the next result.
 *
 * @param tracker the tracker.
 * @param config its tuning, temperament or scale, a4_hz, capo, offsets, string, tolerance_cents and hysteresis_cents
 *   are used; all other fields are ignored.
 * @return HEADSTOCK_OK or an error. After an error the targets are the same as before.
 */
int32_t headstock_tracker_retune(headstock_tracker *tracker, const headstock_config *config);

/**
 * Begins a new stream: the tracker is in the state after its creation, with the targets of the last
 * headstock_tracker_retune().
 */
int32_t headstock_tracker_reset(headstock_tracker *tracker);

/**
 * Returns the candidates of the last update; there are none in a gap.
 *
 * @param tracker a tracker whose configuration has the option HEADSTOCK_CANDIDATES.
 * @param candidates an array with space for `capacity` candidates of `candidate_size` bytes.
 * @param candidate_size `sizeof *candidates`.
 * @param capacity the largest number of candidates.
 * @param candidate_count receives the number of candidates, even if it exceeds `capacity`.
 * @return HEADSTOCK_OK, HEADSTOCK_ERROR_ARGUMENT, or HEADSTOCK_ERROR_STATE without the option.
 */
int32_t headstock_tracker_candidates(const headstock_tracker *tracker,
                                     headstock_candidate *candidates, size_t candidate_size,
                                     size_t capacity, size_t *candidate_count);

/* ---- Tunings and names --------------------------------------------------------------------- */

/** A string of a tuning with its target. */
typedef struct headstock_string {
  /** The frequency of the open string, or of the string with the capo, in hertz. */
  double frequency_hz;
  /** The intended offset from the note, in cents. */
  double offset_cents;
  /** The player's number: 1 is the highest string of a guitar. */
  int32_t number;
  /** The number of the course (a pair or a single string), counted like the strings. */
  int32_t course;
  /** The key, 69 for A4. */
  int32_t midi;
  /** The name with its octave, such as "Eb2", ended by 0. */
  char name[12];
} headstock_string;

/** Returns the number of built-in tunings. */
size_t headstock_tuning_count(void);

/** Returns the id of a built-in tuning; null for an invalid index. The text stays valid. */
const char *headstock_tuning_id(size_t index);

/** Returns the English name of a built-in tuning, as headstock_tuning_id(). It is a tuning too. */
const char *headstock_tuning_name(size_t index);

/**
 * Returns the strings of a configuration in the order of the instrument: string 1 is the last.
 * There are none if it is chromatic.
 *
 * @param config the configuration.
 * @param strings an array with space for `capacity` strings of `string_size` bytes.
 * @param string_size `sizeof *strings`.
 * @param capacity the largest number of strings; 12 suffice.
 * @param string_count receives the number of strings, even if it exceeds `capacity`.
 * @return HEADSTOCK_OK or an error.
 */
int32_t headstock_strings(const headstock_config *config, headstock_string *strings,
                          size_t string_size, size_t capacity, size_t *string_count);

/**
 * Writes the name of a key with its octave, such as "F#3".
 *
 * The -1 of a result without a pitch or target is a key too, "B-2": test it before.
 *
 * @param midi the key, -1000 to 1000.
 * @param text receives the name, ended by 0.
 * @param size the space in bytes; 12 suffice.
 * @return HEADSTOCK_OK or HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_note_name(int32_t midi, char *text, size_t size);

/** The language of note names. */
typedef enum headstock_notation {
  /** C D E F G A B, with # and b. */
  HEADSTOCK_NOTATION_ENGLISH = 0,
  /** C D E F G A H: a sharp adds -is, a flat adds -es, and B is the flat of H. */
  HEADSTOCK_NOTATION_GERMAN = 1,
  /** Do Re Mi Fa Sol La Si, with # and b. */
  HEADSTOCK_NOTATION_SOLFEGE = 2
} headstock_notation;

/**
 * Writes the name of a key with its octave in a language, such as "Fis3" or "Solb3".
 *
 * @param midi the key, as in headstock_note_name().
 * @param notation a headstock_notation.
 * @param has_flats 1 for a flat where the key needs an accidental, 0 for a sharp.
 * @param text receives the name in ASCII, ended by 0.
 * @param size the space in bytes; 12 suffice.
 * @return HEADSTOCK_OK or HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_note_name_in(int32_t midi, int32_t notation, int32_t has_flats, char *text,
                               size_t size);

/** Returns the name of a headstock_state in records, such as "inTune"; null for another value. */
const char *headstock_state_name(int32_t state);

/* ---- Strums: every string of a stroke at once, live ----------------------------------------- */

/** The evidence that a string sounds. */
typedef enum headstock_string_state {
  /** The string does not sound. */
  HEADSTOCK_STRING_SILENT = 0,
  /** There are partials that may belong to the string or to another sound. */
  HEADSTOCK_STRING_UNCLEAR = 1,
  /** The string sounds; sigma_cents is the standard error of its deviation. */
  HEADSTOCK_STRING_SOUNDING = 2
} headstock_string_state;

/** One string in one update of a strum. A silent string has a target and no other numbers: they are
    NaN, where the records of `tuner` have empty fields. */
typedef struct headstock_string_reading {
  /** The frequency of the string in tune, in hertz. */
  double target_hz;
  /** The first partial in hertz; NaN if none was found. */
  double frequency_hz;
  /** The deviation from the target, in cents; NaN if no partial was found. A sounding string lies
      within 150 cents, or halfway to the next string; the correction by clock_ppm moves it by up to
      35 cents. An unclear string may lie at any distance. */
  double cents;
  /** The standard error of `cents`; NaN without them. */
  double sigma_cents;
  /** The probability that the string sounds and the frequency is its own, 0 to 1; NaN without a
      frequency. */
  double confidence;
  /** B of f_n = n f0 sqrt(1 + B n^2); NaN if fewer than three partials were found. */
  double inharmonicity;
  /** The frequency of the stiff-string model (see inharmonicity) that fits all partials, in hertz. */
  double fitted_hz;
  /** The number of the string; of a unison course, that of its first in headstock_strings(). */
  int32_t string;
  /** A headstock_string_state. */
  int32_t state;
} headstock_string_reading;

/** The newest stroke of a strum, after the last headstock_strum_update(). */
typedef struct headstock_newest_stroke {
  /** The number of samples that were appended or skipped. */
  int64_t position;
  /** The position of its first onset; -1 before the first stroke, and after a gap until a new one. */
  int64_t onset;
  /** The position of the onset of its last string so far; -1 without a stroke. */
  int64_t last_onset;
  /** `position` in seconds. */
  double time_s;
  /** `onset` in seconds; NaN without a stroke. */
  double onset_s;
  /** The number of strokes since the start in which a string has sounded, this one included. */
  int32_t stroke;
  /** 1 once the stroke is settled: see headstock_strum_settled(). Else 0. */
  int32_t is_settled;
} headstock_newest_stroke;

/** A stream of strokes over the strings of a tuning. */
typedef struct headstock_strum headstock_strum;

/**
 * Creates a strum.
 *
 * @param config the sample rate, the targets (tuning, temperament or scale, a4_hz, capo and offsets) and clock_ppm are
 *   used; a tuning with strings is required. All other fields are checked and have no effect.
 * @param strum receives the strum, or null after a failure.
 * @return HEADSTOCK_OK or an error.
 */
int32_t headstock_strum_create(const headstock_config *config, headstock_strum **strum);

/** Destroys a strum; does nothing with null. */
void headstock_strum_destroy(headstock_strum *strum);

/** Returns the number of strings that are measured; 0 for null. Real-time. */
size_t headstock_strum_string_count(const headstock_strum *strum);

/**
 * Appends all samples of a block. In the first 0.2 s after an onset, until a stroke is found, it
 * also measures between updates, about 60 times a second in all, each time at the cost of an
 * update. Real-time.
 */
int32_t headstock_strum_append(headstock_strum *strum, const float *samples, size_t count);

/** Measures all strings at the end of the appended samples. Real-time. */
int32_t headstock_strum_update(headstock_strum *strum);

/**
 * Returns the reading of a string in the last update, or in a measurement of
 * headstock_strum_append() after it that has found the stroke. Real-time.
 *
 * @param strum the strum.
 * @param index the measured string, from 0 and below headstock_strum_string_count(). The order is
 *   that of headstock_strings(), but a course in unison is one measured string. The field `string`
 *   of the reading gives the number of the string.
 * @param reading receives the reading.
 * @param reading_size `sizeof *reading`.
 * @return HEADSTOCK_OK or HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_strum_reading(const headstock_strum *strum, size_t index,
                                headstock_string_reading *reading, size_t reading_size);

/**
 * Returns the position of a strum and its newest stroke. Real-time.
 *
 * @param strum the strum.
 * @param stroke receives both.
 * @param stroke_size `sizeof *stroke`.
 * @return HEADSTOCK_OK or HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_strum_newest(const headstock_strum *strum, headstock_newest_stroke *stroke,
                               size_t stroke_size);

/**
 * Returns the one reading that all updates of the newest stroke give for a string. Real-time.
 *
 * A stroke is settled about 1.2 s after its last onset, or when its strings have been silent for
 * half a second. Later updates may still change a reading. Updates about 20 times a second give
 * what `tuner live --strum` reports. With a tolerance T, a sounding string is in tune if the
 * absolute value of `cents` is at most T. If `sigma_cents` is above T, the reading decides only if
 * the absolute value of `cents` is above T + `sigma_cents`.
 *
 * @param strum the strum.
 * @param index the measured string, as in headstock_strum_reading().
 * @param reading receives the reading. Only a sounding string has numbers; the others are NaN.
 * @param reading_size `sizeof *reading`.
 * @return HEADSTOCK_RESULT if the reading was written; HEADSTOCK_OK if the stroke is not settled or
 *   there is none; HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_strum_settled(const headstock_strum *strum, size_t index,
                                headstock_string_reading *reading, size_t reading_size);

/**
 * Skips samples that were lost. Real-time.
 *
 * Positions advance as if the samples had arrived. All strings are unclear until the next block,
 * and the stroke before the gap ends. Strings that ring on after it are read as another stroke.
 *
 * @param strum the strum.
 * @param count the number of lost samples, at most 2^40 in all since the last reset.
 * @return HEADSTOCK_OK or HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_strum_skip(headstock_strum *strum, uint64_t count);

/** Begins a new stream. Real-time. */
int32_t headstock_strum_reset(headstock_strum *strum);

/* ---- Recordings: notes and strokes, offline -------------------------------------------------- */

/** The kind of analysis of a recording. */
typedef enum headstock_recording_kind {
  /** Results and notes, as `tuner analyze` reports them. */
  HEADSTOCK_NOTES = 0,
  /** Results and notes that later samples may correct, as `tuner analyze --smooth` reports them. */
  HEADSTOCK_SMOOTHED_NOTES = 1,
  /** Strokes, as `tuner analyze --strum` reports them. */
  HEADSTOCK_STROKES = 2
} headstock_recording_kind;

/** Articulations of a note, combined by `|`. */
enum {
  /** The harmonic of an open string at the twelfth fret. */
  HEADSTOCK_HARMONIC = 1,
  /** A finger came down on a sounding string. */
  HEADSTOCK_HAMMER_ON = 2,
  /** A finger left a sounding string. */
  HEADSTOCK_PULL_OFF = 4,
  /** The string was pulled across the fret. */
  HEADSTOCK_BEND = 8,
  /** The finger moved along the string. */
  HEADSTOCK_SLIDE = 16,
  /** The pitch swings around its centre. */
  HEADSTOCK_VIBRATO = 32,
  /** Several strings sounded; the note has no pitch. */
  HEADSTOCK_CHORD = 64
};

/** A note of a recording. */
typedef struct headstock_note {
  /** The position of the onset. */
  int64_t start;
  /** The position of the last result of the note. */
  int64_t end;
  /** `start` in seconds. */
  double start_s;
  /** `end` in seconds. */
  double end_s;
  /** The pitch of the steady part in hertz; NaN for a chord, like all other values of pitch. */
  double frequency_hz;
  /** The signed deviation from the target, in cents; NaN without a target. */
  double cents;
  /** The standard deviation of the readings from frequency_hz, in cents. */
  double sigma_cents;
  /** The mean confidence of the steady part. */
  double confidence;
  /** The median inharmonicity coefficient; NaN if it is not known. */
  double inharmonicity;
  /** The level of the stroke, in dB relative to full scale; NaN if it is not known. */
  double onset_level_dbfs;
  /** The interval of a bend or slide, in cents; NaN without one. */
  double glide_cents;
  /** The rate of a vibrato in hertz; NaN without one. */
  double vibrato_hz;
  /** The largest deviation of a vibrato from its centre, in cents; NaN without one. */
  double vibrato_cents;
  /** The nearest key; -1 for a chord. */
  int32_t midi;
  /** The key of the target; -1 without a target. */
  int32_t target_midi;
  /** The number of the target string; 0 without one. */
  int32_t string;
  /** The articulations. */
  uint32_t articulations;
} headstock_note;

/** One string of one stroke of a recording. */
typedef struct headstock_stroke {
  /** The position of the onset of the first string. */
  int64_t start;
  /** The position of the last update at which a string sounded. */
  int64_t end;
  /** `start` in seconds. */
  double start_s;
  /** `end` in seconds. */
  double end_s;
  /** The frequency of the string in tune, in hertz. */
  double target_hz;
  /** The first partial in hertz, the mean of settled readings; NaN unless the string sounds. */
  double frequency_hz;
  /** The deviation from the target, in cents; NaN unless the string sounds. */
  double cents;
  /** The standard deviation of these readings about `cents`, which includes their own. */
  double sigma_cents;
  /** The probability that the string sounds and the frequency is its own, 0 to 1; NaN unless the
      string sounds. */
  double confidence;
  /** B of f_n = n f0 sqrt(1 + B n^2); NaN if fewer than three partials were found. */
  double inharmonicity;
  /** The frequency of the stiff-string model (see inharmonicity) that fits all partials, in hertz. */
  double fitted_hz;
  /** The number of the stroke, from 1. */
  int32_t stroke;
  /** The number of the string; of a unison course, that of its first in headstock_strings(). */
  int32_t string;
  /** A headstock_string_state. */
  int32_t state;
  /** 0. */
  int32_t reserved;
} headstock_stroke;

/** The analysis of a recording. */
typedef struct headstock_recording headstock_recording;

/**
 * Creates the analysis of a recording.
 *
 * @param config the configuration.
 * @param kind a headstock_recording_kind.
 * @param recording receives the analysis, or null after a failure.
 * @return HEADSTOCK_OK or an error.
 */
int32_t headstock_recording_create(const headstock_config *config, int32_t kind,
                                   headstock_recording **recording);

/** Destroys an analysis; does nothing with null. */
void headstock_recording_destroy(headstock_recording *recording);

/** Appends all samples of a block; HEADSTOCK_ERROR_STATE after headstock_recording_finish(). */
int32_t headstock_recording_append(headstock_recording *recording, const float *samples,
                                   size_t count);

/**
 * Skips lost samples, like headstock_tracker_skip(): at most those of a day in all, because a
 * recording of notes has results for them.
 *
 * Most of them are made when headstock_recording_results() reads them, so a program that reads all
 * results after a long gap needs little memory, and no call takes long. Without that, the next other
 * call makes all of them: 144 bytes and about a microsecond each.
 */
int32_t headstock_recording_skip(headstock_recording *recording, uint64_t count);

/** Ends the recording and its last note or stroke. */
int32_t headstock_recording_finish(headstock_recording *recording);

/**
 * Moves the oldest results out of the analysis.
 *
 * @param recording the analysis.
 * @param results an array with space for `capacity` results of `result_size` bytes.
 * @param result_size `sizeof *results`.
 * @param capacity the largest number of results.
 * @param result_count receives the number of results written.
 * @return HEADSTOCK_RESULT if more are left, HEADSTOCK_OK if none is left, or an error.
 */
int32_t headstock_recording_results(headstock_recording *recording, headstock_result *results,
                                    size_t result_size, size_t capacity, size_t *result_count);

/** Moves the oldest notes out of the analysis, like headstock_recording_results(). */
int32_t headstock_recording_notes(headstock_recording *recording, headstock_note *notes,
                                  size_t note_size, size_t capacity, size_t *note_count);

/**
 * Moves the oldest strings of strokes out of the analysis, like headstock_recording_results().
 *
 * The measured strings of a stroke follow one another in the order of headstock_strings(); a course
 * in unison is one of them. Only a sounding string has a frequency and a confidence.
 */
int32_t headstock_recording_strokes(headstock_recording *recording, headstock_stroke *strokes,
                                    size_t stroke_size, size_t capacity, size_t *stroke_count);

/* ---- Samples -------------------------------------------------------------------------------- */

/**
 * Mixes interleaved samples to mono. Real-time.
 *
 * @param interleaved `frame_count * channel_count` samples.
 * @param frame_count the number of frames.
 * @param channel_count the number of channels.
 * @param channel the selected channel, from 1; 0 for the mean of all.
 * @param mono receives `frame_count` samples. It must not overlap `interleaved`.
 * @return HEADSTOCK_OK, HEADSTOCK_ERROR_ARGUMENT or HEADSTOCK_ERROR_CHANNEL.
 */
int32_t headstock_mix(const float *interleaved, size_t frame_count, uint32_t channel_count,
                      uint32_t channel, float *mono);

/**
 * Measures the phase of a tone against a reference, as a strobe tuner displays it. Real-time.
 *
 * A tone at the target keeps its phase; a tone d hertz above it gains d turns a second.
 *
 * @param samples the newest samples, at least a period of the target.
 * @param count their number.
 * @param end the position after the last sample.
 * @param target_hz the frequency of the reference.
 * @param sample_rate_hz samples a second.
 * @param turns receives the phase, 0 to 1.
 * @return HEADSTOCK_RESULT if `turns` was written; HEADSTOCK_OK for silence, for samples that are not
 *   finite, fewer than three or shorter than a period of the target, and for a target that is not
 *   above 0 and below half the rate;
 *   HEADSTOCK_ERROR_ARGUMENT.
 */
int32_t headstock_strobe(const float *samples, size_t count, int64_t end, double target_hz,
                         uint32_t sample_rate_hz, double *turns);

#ifdef __cplusplus
}
#endif

#endif
