// SPDX-License-Identifier: MIT
// Tests libheadstock through headstock.h alone: real-time functions by the counters of
// CAllocationCounter, results by the closed form of a string, and every call by wrong arguments. It
// is one file, because scripts/interfaces.sh compiles it as one program with one count of failures.
#define _GNU_SOURCE  // feenableexcept() and fork()
#include <fenv.h>
#include <headstock.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CAllocationCounter.h"
#include "plucked_string.h"

enum { RATE = 48000, COUNT = 3 * RATE };

static _Atomic int passed, failed;

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (condition) {                                                     \
      passed++;                                                          \
    } else {                                                             \
      failed++;                                                          \
      printf("%s:%d: false: %s\n", __FILE__, __LINE__, #condition);      \
    }                                                                    \
  } while (0)

static headstock_config made_config(void) {
  headstock_config config;
  headstock_config_init(&config, sizeof config);
  config.sample_rate_hz = RATE;
  config.update_rate_hz = 60;
  return config;
}

static float *sound;

// Everything that a real-time thread does with a tracker.
struct live {
  headstock_tracker *tracker;
  headstock_result results[8];
  long result_count;
  double last_cents;
  int worst_status;
};

static void track_live(void *place) {
  struct live *live = place;
  for (size_t start = 0; start + 64 <= COUNT; start += 64) {
    size_t used = 0, count = 0;
    int status = headstock_tracker_process(live->tracker, sound + start, 64, &used, live->results,
                                           sizeof live->results[0], 8, &count);
    if (status < live->worst_status) live->worst_status = status;
    live->result_count += (long)count;
    if (count && live->results[count - 1].string)
      live->last_cents = live->results[count - 1].cents;
  }
  headstock_result result;
  size_t used = 0;
  headstock_tracker_skip(live->tracker, 4000);
  while (headstock_tracker_next(live->tracker, NULL, 0, &used, &result, sizeof result) ==
         HEADSTOCK_RESULT)
    live->result_count++;
  if (headstock_tracker_position(live->tracker) != COUNT + 4000) live->worst_status = -100;
  if (headstock_tracker_rejected(live->tracker) != 0) live->worst_status = -101;
  // Refusals are real-time too.
  headstock_tracker_next(live->tracker, NULL, 1, &used, &result, sizeof result);
  headstock_tracker_next(NULL, NULL, 0, &used, &result, sizeof result);
  float stereo[8] = {0}, mono[4];
  double turns;
  headstock_mix(stereo, 4, 2, 0, mono);
  headstock_strobe(sound, 4096, 4096, 110, RATE, &turns);
}

static void strum_live(void *place) {
  headstock_strum *strum = place;
  for (size_t start = 0; start + 2400 <= COUNT; start += 2400) {
    headstock_strum_append(strum, sound + start, 2400);
    headstock_strum_update(strum);
    for (size_t index = 0; index < headstock_strum_string_count(strum); index++) {
      headstock_string_reading reading;
      headstock_strum_reading(strum, index, &reading, sizeof reading);
      headstock_strum_settled(strum, index, &reading, sizeof reading);
    }
  }
  headstock_newest_stroke stroke;
  headstock_strum_newest(strum, &stroke, sizeof stroke);
  headstock_strum_skip(strum, 100);
  headstock_strum_reset(strum);
}

// Not real-time: the counters must see it.
static void break_the_rule(void *place) {
  headstock_config config = made_config();
  headstock_tracker_create(&config, place);
}

static long allocations_of(void (*body)(void *), void *context) {
  headstock_allocations_begin();
  body(context);
  return headstock_allocations_end();
}

static void test_real_time(void) {
  headstock_config config = made_config();
  struct live live = {0};
  CHECK(headstock_allocations_are_counted() && headstock_calls_are_counted());

  headstock_tracker *canary = NULL;
  CHECK(allocations_of(break_the_rule, &canary) > 0);
  headstock_tracker_destroy(canary);
  CHECK(headstock_calls_of(break_the_rule, &canary).locks > 0);
  headstock_tracker_destroy(canary);

  CHECK(headstock_tracker_create(&config, &live.tracker) == HEADSTOCK_OK);
  CHECK(allocations_of(track_live, &live) == 0);
  CHECK(live.worst_status == HEADSTOCK_OK);
  CHECK(live.result_count == 60 * COUNT / RATE + 5);
  CHECK(fabs(live.last_cents + 7) < 0.05);
  headstock_tracker_destroy(live.tracker);

  struct live again = {0};
  CHECK(headstock_tracker_create(&config, &again.tracker) == HEADSTOCK_OK);
  headstock_calls calls = headstock_calls_of(track_live, &again);
  CHECK(calls.locks == 0 && calls.clocks == 0 && calls.system == 0);
  headstock_tracker_destroy(again.tracker);

  headstock_strum *strum;
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_OK);
  CHECK(headstock_strum_string_count(strum) == 6);
  CHECK(allocations_of(strum_live, strum) == 0);
  calls = headstock_calls_of(strum_live, strum);
  CHECK(calls.locks == 0 && calls.clocks == 0 && calls.system == 0);
  headstock_strum_destroy(strum);
}

static size_t track(const headstock_config *config, size_t block, headstock_result *results) {
  headstock_tracker *tracker;
  size_t total = 0;
  CHECK(headstock_tracker_create(config, &tracker) == HEADSTOCK_OK);
  for (size_t start = 0; start < COUNT; start += block) {
    size_t length = start + block < COUNT ? block : COUNT - start, used = 0, count = 0;
    CHECK(headstock_tracker_process(tracker, sound + start, length, &used, results + total,
                                    sizeof *results, 1000 - total, &count) == HEADSTOCK_OK);
    CHECK(used == length);
    total += count;
  }
  headstock_tracker_destroy(tracker);
  return total;
}

static void test_blocks(void) {
  static headstock_result whole[1000], parts[1000], recorded[1000];
  headstock_config config = made_config();
  size_t count = track(&config, COUNT, whole), taken = 0;
  CHECK(count == 180);
  size_t blocks[] = {1, 63, 512, 735};
  for (int index = 0; index < 4; index++) {
    CHECK(track(&config, blocks[index], parts) == count);
    CHECK(memcmp(whole, parts, count * sizeof *whole) == 0);
  }
  // A recording has the same results, and a note.
  headstock_recording *recording;
  headstock_note notes[4];
  config.options = HEADSTOCK_SECOND_STRING;
  CHECK(track(&config, COUNT, whole) == count);
  config.options = 0;
  CHECK(headstock_recording_create(&config, HEADSTOCK_NOTES, &recording) == HEADSTOCK_OK);
  CHECK(headstock_recording_append(recording, sound, COUNT) == HEADSTOCK_OK);
  CHECK(headstock_recording_finish(recording) == HEADSTOCK_OK);
  CHECK(headstock_recording_results(recording, recorded, sizeof *recorded, 100, &taken) ==
        HEADSTOCK_RESULT);
  CHECK(taken == 100);
  CHECK(headstock_recording_results(recording, recorded + 100, sizeof *recorded, 900, &taken) ==
        HEADSTOCK_OK);
  CHECK(taken == 80 && memcmp(whole, recorded, count * sizeof *whole) == 0);
  CHECK(headstock_recording_notes(recording, notes, sizeof *notes, 4, &taken) == HEADSTOCK_OK);
  CHECK(taken == 1 && notes[0].string == 5 && notes[0].target_midi == 45);
  CHECK(fabs(notes[0].cents + 7) < 0.05);
  CHECK(headstock_recording_append(recording, sound, 1) == HEADSTOCK_ERROR_STATE);
  CHECK(strstr(headstock_error_text(), "has ended") != NULL);
  headstock_recording_destroy(recording);
}

static void test_strokes(void) {
  headstock_config config = made_config();
  headstock_recording *recording;
  static headstock_stroke strokes[60];
  size_t count = 0;
  config.update_rate_hz = 20;
  CHECK(headstock_recording_create(&config, HEADSTOCK_STROKES, &recording) == HEADSTOCK_OK);
  CHECK(headstock_recording_append(recording, sound, COUNT) == HEADSTOCK_OK);
  CHECK(headstock_recording_finish(recording) == HEADSTOCK_OK);
  CHECK(headstock_recording_strokes(recording, strokes, sizeof *strokes, 60, &count) == 0);
  CHECK(count == 6);
  CHECK(strokes[1].string == 5 && strokes[1].state == HEADSTOCK_STRING_SOUNDING);
  CHECK(fabs(strokes[1].cents + 7) < 0.2 && strokes[1].stroke == 1);
  CHECK(isnan(strokes[4].frequency_hz) && isnan(strokes[4].confidence) && strokes[4].string == 2);
  headstock_recording_destroy(recording);
}

// Returns the cents of string 5 after a second of a strum.
static double strum_cents(double clock_ppm) {
  headstock_config config = made_config();
  headstock_strum *strum;
  headstock_string_reading reading = {0};
  config.clock_ppm = clock_ppm;
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_OK);
  static const float silence[RATE / 4];
  CHECK(headstock_strum_append(strum, silence, RATE / 4) == HEADSTOCK_OK);
  for (size_t start = 0; start + 2400 <= RATE; start += 2400) {
    CHECK(headstock_strum_append(strum, sound + start, 2400) == HEADSTOCK_OK);
    CHECK(headstock_strum_update(strum) == HEADSTOCK_OK);
  }
  CHECK(headstock_strum_reading(strum, 1, &reading, sizeof reading) == HEADSTOCK_OK);
  CHECK(reading.string == 5 && reading.state == HEADSTOCK_STRING_SOUNDING);
  // The three numbers belong to the same frequency.
  CHECK(fabs(1200 * log2(reading.frequency_hz / reading.target_hz) - reading.cents) < 1e-9);
  CHECK(fabs(1200 * log2(reading.fitted_hz / reading.frequency_hz)) < 1);
  headstock_strum_destroy(strum);
  return reading.cents;
}

// A frequency is too low by the error of a fast clock.
static void test_clock_of_a_strum(void) {
  CHECK(fabs(strum_cents(10000) - strum_cents(0) - 1200 * log2(1.01)) < 1e-9);
}

// A course in unison is one measured string.
static void test_courses(void) {
  headstock_config config = made_config();
  headstock_strum *strum;
  headstock_string strings[12];
  size_t count = 0;
  config.tuning = "twelve_string";
  CHECK(headstock_strings(&config, strings, sizeof strings[0], 12, &count) == 0 && count == 12);
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_OK);
  CHECK(headstock_strum_string_count(strum) == 10);
  for (size_t index = 0; index < 10; index++) {
    headstock_string_reading reading;
    CHECK(headstock_strum_reading(strum, index, &reading, sizeof reading) == HEADSTOCK_OK);
    size_t same = 0;
    while (same < 12 && strings[same].number != reading.string) same++;
    CHECK(same < 12 && fabs(strings[same].frequency_hz - reading.target_hz) < 1e-9);
  }
  headstock_strum_destroy(strum);
}

// Samples that do not begin at the address of a float are refused by every call that reads them.
static void test_alignment(void) {
  headstock_config config = made_config();
  headstock_tracker *tracker;
  headstock_strum *strum;
  headstock_recording *recording;
  headstock_result result;
  size_t used = 0;
  double turns;
  float mono[4];
  static _Alignas(16) char bytes[4 * 101];
  const float *samples = (const float *)(const void *)(bytes + 1);
  const int refused = HEADSTOCK_ERROR_ARGUMENT;
  CHECK(headstock_tracker_create(&config, &tracker) == HEADSTOCK_OK);
  CHECK(headstock_tracker_next(tracker, samples, 100, &used, &result, sizeof result) == refused);
  CHECK(headstock_tracker_next(tracker, samples, 0, &used, &result, sizeof result) == 0);
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_OK);
  CHECK(headstock_strum_append(strum, samples, 100) == refused);
  CHECK(headstock_recording_create(&config, HEADSTOCK_NOTES, &recording) == HEADSTOCK_OK);
  CHECK(headstock_recording_append(recording, samples, 100) == refused);
  CHECK(headstock_strobe(samples, 100, 100, 4000, RATE, &turns) == refused);
  CHECK(headstock_mix(samples, 4, 2, 0, mono) == refused);
  CHECK(headstock_mix(sound, 4, 2, 0, (float *)(void *)(bytes + 2)) == refused);
  headstock_tracker_destroy(tracker);
  headstock_strum_destroy(strum);
  headstock_recording_destroy(recording);
}

// A structure of a program that was compiled with another version.
static void test_sizes(void) {
  struct {
    headstock_config config;
    char later[16];
  } longer;
  headstock_tracker *tracker;
  memset(&longer, 0x5a, sizeof longer);
  CHECK(headstock_config_init(&longer.config, sizeof longer) == HEADSTOCK_OK);
  CHECK(longer.config.size == sizeof longer && longer.later[0] == 0 && longer.later[15] == 0);
  CHECK(headstock_tracker_create(&longer.config, &tracker) == HEADSTOCK_OK);

  struct {
    headstock_result result;
    char later[8];
  } long_result;
  size_t used = 0;
  memset(&long_result, 0x5a, sizeof long_result);
  CHECK(headstock_tracker_next(tracker, sound, RATE, &used, &long_result.result,
                               sizeof long_result) == HEADSTOCK_RESULT);
  CHECK(long_result.later[0] == 0 && long_result.later[7] == 0);
  CHECK(long_result.result.position == RATE / 20);
  size_t short_of = sizeof(headstock_result) - 8;
  CHECK(headstock_tracker_next(tracker, sound, RATE, &used, &long_result.result, short_of) ==
        HEADSTOCK_ERROR_ARGUMENT);
  headstock_tracker_destroy(tracker);

  longer.later[3] = 1;
  CHECK(headstock_tracker_create(&longer.config, &tracker) == HEADSTOCK_ERROR_SIZE);
  CHECK(tracker == NULL);
  headstock_config config = made_config();
  config.size = 0;
  CHECK(headstock_tracker_create(&config, &tracker) == HEADSTOCK_ERROR_SIZE);
  config.size = (size_t)-1;
  CHECK(headstock_tracker_create(&config, &tracker) == HEADSTOCK_ERROR_SIZE);
}

static void refuses(headstock_config config, int status) {
  headstock_tracker *tracker;
  headstock_recording *recording;
  int got = headstock_tracker_create(&config, &tracker);
  if (got != status) printf("%d where %d is due: %s\n", got, status, headstock_error_text());
  CHECK(got == status && tracker == NULL);
  CHECK(strlen(headstock_error_text()) > 10);
  CHECK(headstock_recording_create(&config, 0, &recording) == status && recording == NULL);
}

#define REFUSES(field, value, status)         \
  do {                                        \
    headstock_config config = made_config();  \
    config.field = value;                     \
    refuses(config, status);                  \
  } while (0)

static void test_configurations(void) {
  REFUSES(sample_rate_hz, 0, HEADSTOCK_ERROR_SAMPLE_RATE);
  REFUSES(sample_rate_hz, 7999, HEADSTOCK_ERROR_SAMPLE_RATE);
  REFUSES(sample_rate_hz, 0xffffffffu, HEADSTOCK_ERROR_SAMPLE_RATE);
  double wrong[] = {NAN, INFINITY, -INFINITY, 0, -1, 1e300, 1e-300};
  for (int index = 0; index < 7; index++) {
    double value = wrong[index];
    REFUSES(update_rate_hz, value, HEADSTOCK_ERROR_UPDATE_RATE);
    REFUSES(a4_hz, value, HEADSTOCK_ERROR_A4);
    REFUSES(lowest_hz, value, HEADSTOCK_ERROR_RANGE);
    REFUSES(highest_hz, value, HEADSTOCK_ERROR_RANGE);
    REFUSES(tolerance_cents, value, HEADSTOCK_ERROR_TOLERANCE);
    // 0 and numbers near it are permitted.
    if (!(value >= 0 && value < 1)) REFUSES(hysteresis_cents, value, HEADSTOCK_ERROR_TOLERANCE);
    if (!(fabs(value) <= 1)) REFUSES(clock_ppm, value, HEADSTOCK_ERROR_CLOCK);
  }
  // A4 is rounded to hundredths before its range is checked.
  REFUSES(a4_hz, 490.006, HEADSTOCK_ERROR_A4);
  REFUSES(a4_hz, 389.994, HEADSTOCK_ERROR_A4);
  double rounded[] = {490.004, 389.996};
  for (int index = 0; index < 2; index++) {
    headstock_config reference = made_config();
    headstock_tracker *tracker;
    reference.a4_hz = rounded[index];
    CHECK(headstock_tracker_create(&reference, &tracker) == HEADSTOCK_OK);
    headstock_tracker_destroy(tracker);
  }
  REFUSES(update_rate_hz, 1.0 / 3 * 10, HEADSTOCK_ERROR_UPDATE_RATE);
  REFUSES(tuning, "no such tuning", HEADSTOCK_ERROR_TUNING);
  REFUSES(tuning, "", HEADSTOCK_ERROR_TUNING);
  REFUSES(tuning, "\xff\xfe", HEADSTOCK_ERROR_TUNING);
  REFUSES(tuning_document, "{", HEADSTOCK_ERROR_TUNING);
  REFUSES(temperament, "nobody", HEADSTOCK_ERROR_TEMPERAMENT);
  REFUSES(temperament, "equal:99999999999999999999", HEADSTOCK_ERROR_TEMPERAMENT);
  REFUSES(scale, "no scale", HEADSTOCK_ERROR_TEMPERAMENT);
  REFUSES(keyboard_map, "0\n0\n127\n60\n69\n440\n0\n", HEADSTOCK_ERROR_TEMPERAMENT);
  REFUSES(offset_count, 3, HEADSTOCK_ERROR_ARGUMENT);
  CHECK(strstr(headstock_error_text(), "offsets_cents is null"));
  REFUSES(detector, "nobody", HEADSTOCK_ERROR_DETECTOR);
  REFUSES(pitch, "nobody", HEADSTOCK_ERROR_DETECTOR);
  REFUSES(capo, 13, HEADSTOCK_ERROR_CAPO);
  REFUSES(size, (size_t)-1, HEADSTOCK_ERROR_SIZE);
  REFUSES(size, offsetof(headstock_config, scale) + 1, HEADSTOCK_ERROR_SIZE);
  REFUSES(size, sizeof(headstock_config) - 4, HEADSTOCK_ERROR_SIZE);
  CHECK(!strchr(headstock_error_text(), '-'));
  REFUSES(capo, INT32_MIN, HEADSTOCK_ERROR_CAPO);
  REFUSES(string, 7, HEADSTOCK_ERROR_STRING);
  REFUSES(string, INT32_MIN, HEADSTOCK_ERROR_STRING);
  REFUSES(options, 1u << 31, HEADSTOCK_ERROR_ARGUMENT);

  headstock_config config = made_config();
  headstock_strum *strum;
  config.tuning = "chromatic";
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_ERROR_STRUM && strum == NULL);
  // A capo moves no string here, but its range holds.
  config.capo = 13;
  refuses(config, HEADSTOCK_ERROR_CAPO);
  config.capo = 0;
  config.tuning = "C6 D6 E6 F6";
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_ERROR_STRUM && strum == NULL);
  // The sentence gives the player's number of the string, not an index.
  config.tuning = "E2 A2 D3 G3 B3 A5";
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_ERROR_STRUM && strum == NULL);
  CHECK(strncmp(headstock_error_text(), "String 1 ", 9) == 0);
  config.tuning = NULL;
  config.temperament = config.detector = config.pitch = NULL;
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_OK);
  headstock_strum_destroy(strum);

  // A long text is cut before a character.
  char name[2000] = "E2 A2 D3 ";
  for (size_t index = 9; index + 3 < sizeof name; index += 2) memcpy(name + index, "\xc3\xa4", 3);
  config.tuning = name;
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_ERROR_TUNING);
  size_t length = strlen(headstock_error_text());
  CHECK(length >= 100 && length <= 511);
  CHECK((headstock_error_text()[length - 1] & 0xc0) != 0xc0);
}

static void test_arguments(void) {
  headstock_config config = made_config();
  headstock_tracker *tracker;
  headstock_strum *strum;
  headstock_recording *recording;
  headstock_result result;
  headstock_note note;
  headstock_stroke stroke;
  headstock_string string;
  headstock_candidate candidate;
  headstock_string_reading reading;
  size_t used = 0, count = 0, huge = (size_t)-1 / 2;
  double turns;
  float samples[4] = {0};
  const int refused = HEADSTOCK_ERROR_ARGUMENT;

  CHECK(headstock_config_init(NULL, sizeof config) == refused);
  CHECK(headstock_config_init(&config, 8) == refused);
  CHECK(headstock_tracker_create(NULL, &tracker) == refused && tracker == NULL);
  CHECK(headstock_tracker_create(&config, NULL) == refused);
  headstock_tracker_destroy(NULL);
  CHECK(headstock_tracker_create(&config, &tracker) == HEADSTOCK_OK);
  CHECK(headstock_tracker_next(NULL, samples, 4, &used, &result, sizeof result) == refused);
  CHECK(headstock_tracker_next(tracker, NULL, 4, &used, &result, sizeof result) == refused);
  CHECK(headstock_tracker_next(tracker, samples, huge, &used, &result, sizeof result) == refused);
  CHECK(headstock_tracker_next(tracker, samples, (size_t)-1, &used, &result, sizeof result) ==
        refused);
  CHECK(headstock_tracker_next(tracker, samples, 4, NULL, &result, sizeof result) == refused);
  CHECK(headstock_tracker_next(tracker, samples, 4, &used, NULL, sizeof result) == refused);
  CHECK(headstock_tracker_next(tracker, samples, 4, &used, &result, 0) == refused);
  CHECK(headstock_tracker_next(tracker, samples, 4, &used, &result, (size_t)-8) == refused);
  used = 5;
  CHECK(headstock_tracker_next(tracker, samples, 4, &used, &result, sizeof result) == refused);
  used = (size_t)-1;
  CHECK(headstock_tracker_next(tracker, samples, 4, &used, &result, sizeof result) == refused);
  used = 0;
  CHECK(headstock_tracker_process(tracker, samples, 4, &used, &result, sizeof result, huge,
                                  &count) == refused);
  CHECK(headstock_tracker_process(tracker, samples, 4, &used, &result, sizeof result, 1, NULL) ==
        refused);
  CHECK(headstock_tracker_skip(NULL, 1) == refused);
  CHECK(headstock_tracker_skip(tracker, UINT64_MAX) == refused);
  // The gaps of a stream add up.
  CHECK(headstock_tracker_skip(tracker, (uint64_t)1 << 39) == HEADSTOCK_OK);
  CHECK(headstock_tracker_skip(tracker, ((uint64_t)1 << 39) + 1) == refused);
  CHECK(headstock_tracker_reset(tracker) == HEADSTOCK_OK);
  CHECK(headstock_tracker_skip(tracker, (uint64_t)1 << 40) == HEADSTOCK_OK);
  CHECK(headstock_tracker_skip(tracker, 1) == refused);
  CHECK(headstock_tracker_reset(tracker) == HEADSTOCK_OK);
  CHECK(headstock_tracker_position(NULL) == -1 && headstock_tracker_rejected(NULL) == 0);
  CHECK(headstock_tracker_retune(NULL, &config) == refused);
  CHECK(headstock_tracker_retune(tracker, NULL) == refused);
  CHECK(headstock_tracker_reset(NULL) == refused);
  CHECK(headstock_tracker_candidates(tracker, &candidate, sizeof candidate, 1, &count) ==
        HEADSTOCK_ERROR_STATE);
  CHECK(headstock_tracker_candidates(NULL, &candidate, sizeof candidate, 1, &count) == refused);
  float bad[] = {NAN, INFINITY, -INFINITY, 3e38f};
  CHECK(headstock_tracker_next(tracker, bad, 4, &used, &result, sizeof result) == HEADSTOCK_OK);
  CHECK(headstock_tracker_rejected(tracker) == 4);
  headstock_tracker_destroy(tracker);

  CHECK(headstock_strum_create(&config, NULL) == refused);
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_OK);
  CHECK(headstock_strum_append(NULL, samples, 4) == refused);
  CHECK(headstock_strum_append(strum, NULL, 4) == refused);
  CHECK(headstock_strum_append(strum, bad, 4) == HEADSTOCK_OK);
  CHECK(headstock_strum_update(NULL) == refused);
  CHECK(headstock_strum_reading(strum, 6, &reading, sizeof reading) == refused);
  CHECK(headstock_strum_reading(strum, (size_t)-1, &reading, sizeof reading) == refused);
  CHECK(headstock_strum_reading(strum, 0, NULL, sizeof reading) == refused);
  CHECK(headstock_strum_reading(NULL, 0, &reading, sizeof reading) == refused);
  headstock_newest_stroke newest;
  CHECK(headstock_strum_newest(NULL, &newest, sizeof newest) == refused);
  CHECK(headstock_strum_newest(strum, NULL, sizeof newest) == refused);
  CHECK(headstock_strum_newest(strum, &newest, 40) == refused);
  CHECK(headstock_strum_settled(NULL, 0, &reading, sizeof reading) == refused);
  CHECK(headstock_strum_settled(strum, 6, &reading, sizeof reading) == refused);
  CHECK(headstock_strum_settled(strum, 0, NULL, sizeof reading) == refused);
  CHECK(headstock_strum_settled(strum, 0, &reading, sizeof reading) == HEADSTOCK_OK);
  CHECK(headstock_strum_skip(NULL, 1) == refused);
  CHECK(headstock_strum_skip(strum, (uint64_t)1 << 40) == HEADSTOCK_OK);
  CHECK(headstock_strum_skip(strum, 1) == refused);
  CHECK(headstock_strum_reset(NULL) == refused && headstock_strum_string_count(NULL) == 0);
  headstock_strum_destroy(strum);
  headstock_strum_destroy(NULL);

  CHECK(headstock_recording_create(&config, 3, &recording) == refused && recording == NULL);
  CHECK(headstock_recording_create(&config, -1, &recording) == refused);
  CHECK(headstock_recording_create(&config, 0, NULL) == refused);
  CHECK(headstock_recording_create(&config, 1, &recording) == HEADSTOCK_OK);
  CHECK(headstock_recording_append(NULL, samples, 4) == refused);
  CHECK(headstock_recording_append(recording, NULL, 4) == refused);
  CHECK(headstock_recording_skip(recording, UINT64_MAX) == refused);
  CHECK(headstock_recording_skip(recording, 100000) == HEADSTOCK_OK);
  CHECK(headstock_recording_skip(recording, (uint64_t)86400 * 48000) == refused);
  CHECK(headstock_recording_finish(NULL) == refused);
  CHECK(headstock_recording_results(recording, NULL, sizeof result, 1, &count) == refused);
  CHECK(headstock_recording_results(recording, &result, sizeof result, 1, NULL) == refused);
  CHECK(headstock_recording_notes(NULL, &note, sizeof note, 1, &count) == refused);
  CHECK(headstock_recording_strokes(recording, &stroke, 0, 1, &count) == refused);
  CHECK(headstock_recording_finish(recording) == HEADSTOCK_OK);
  CHECK(headstock_recording_finish(recording) == HEADSTOCK_ERROR_STATE);
  headstock_recording_destroy(recording);
  headstock_recording_destroy(NULL);

  CHECK(headstock_strings(&config, &string, sizeof string, 1, &count) == 0 && count == 6);
  CHECK(string.number == 6 && strcmp(string.name, "E2") == 0);
  CHECK(fabs(string.frequency_hz - 440 * pow(2, -29.0 / 12)) < 1e-9);
  CHECK(headstock_strings(&config, NULL, sizeof string, 0, &count) == 0 && count == 6);
  CHECK(headstock_strings(&config, NULL, sizeof string, 1, &count) == refused);
  CHECK(headstock_strings(NULL, &string, sizeof string, 1, &count) == refused);
  char name[4];
  CHECK(headstock_note_name(42, name, sizeof name) == 0 && strcmp(name, "F#2") == 0);
  CHECK(headstock_note_name(42, name, 3) == refused && headstock_note_name(42, NULL, 3) == refused);
  CHECK(headstock_note_name(INT32_MIN, name, 4) == refused);
  char written[12];
  static const struct {
    int32_t midi, notation, has_flats;
    const char *name;
  } names[] = {
      {42, HEADSTOCK_NOTATION_ENGLISH, 0, "F#2"},  {42, HEADSTOCK_NOTATION_ENGLISH, 1, "Gb2"},
      {42, HEADSTOCK_NOTATION_GERMAN, 0, "Fis2"},  {42, HEADSTOCK_NOTATION_SOLFEGE, 1, "Solb2"},
      {58, HEADSTOCK_NOTATION_GERMAN, 0, "Ais3"},  {58, HEADSTOCK_NOTATION_GERMAN, 1, "B3"},
      {59, HEADSTOCK_NOTATION_GERMAN, 1, "H3"},    {63, HEADSTOCK_NOTATION_GERMAN, 1, "Es4"},
      {60, HEADSTOCK_NOTATION_SOLFEGE, 0, "Do4"},  {-1000, HEADSTOCK_NOTATION_GERMAN, 0, "Gis-85"},
      {1000, HEADSTOCK_NOTATION_SOLFEGE, 0, "Mi82"},
  };
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    CHECK(headstock_note_name_in(names[index].midi, names[index].notation, names[index].has_flats,
                                 written, sizeof written) == 0);
    CHECK(strcmp(written, names[index].name) == 0);
  }
  CHECK(headstock_note_name_in(42, 3, 0, written, sizeof written) == refused);
  CHECK(headstock_note_name_in(42, -1, 0, written, sizeof written) == refused);
  CHECK(headstock_note_name_in(42, 1, 2, written, sizeof written) == refused);
  CHECK(headstock_note_name_in(42, 1, 0, written, 4) == refused);
  CHECK(headstock_note_name_in(42, 1, 0, NULL, 12) == refused);
  CHECK(headstock_note_name_in(1001, 1, 0, written, sizeof written) == refused);
  CHECK(headstock_tuning_count() > 20 && strcmp(headstock_tuning_id(0), "standard") == 0);
  CHECK(headstock_tuning_id((size_t)-1) == NULL);
  CHECK(headstock_tuning_name(headstock_tuning_count()) == NULL);
  CHECK(strcmp(headstock_tuning_name(0), "Standard") == 0);
  CHECK(strcmp(headstock_state_name(HEADSTOCK_IN_TUNE), "inTune") == 0);
  CHECK(strcmp(headstock_state_name(HEADSTOCK_VERY_SHARP), "verySharp") == 0);
  CHECK(headstock_state_name(-1) == NULL && headstock_state_name(8) == NULL);

  float mono[2], frames[] = {1, 3, -1, 0.5f};
  CHECK(headstock_mix(frames, 2, 2, 0, mono) == 0 && mono[0] == 2 && mono[1] == -0.25f);
  CHECK(headstock_mix(frames, 2, 2, 2, mono) == 0 && mono[0] == 3 && mono[1] == 0.5f);
  CHECK(headstock_mix(frames, 2, 2, 3, mono) == HEADSTOCK_ERROR_CHANNEL);
  CHECK(headstock_mix(frames, 2, 0, 0, mono) == HEADSTOCK_ERROR_CHANNEL);
  CHECK(headstock_mix(frames, (size_t)-1 / 2, 4, 0, mono) == refused);
  CHECK(headstock_mix(frames, 2, 2, 0, NULL) == refused);
  CHECK(headstock_mix(NULL, 2, 2, 0, mono) == refused);
  float both[] = {1, 3, -1, 0.5f, 0, 0};
  for (int place = 0; place < 4; place++)
    CHECK(headstock_mix(both, 2, 2, 0, both + place) == refused && both[0] == 1 && both[3] == 0.5f);
  CHECK(headstock_mix(both + 1, 2, 2, 0, both) == refused);
  CHECK(headstock_mix(both, 2, 2, 0, both + 4) == 0 && both[4] == 2 && both[5] == -0.25f);
  const float denormals[] = {1e-40f, 1e-40f};
  CHECK(headstock_mix(denormals, 1, 2, 0, mono) == 0 && mono[0] == 0);
  CHECK(headstock_strobe(sound, 4, 4, 110, RATE, &turns) == HEADSTOCK_OK);
  CHECK(headstock_strobe(sound, 4096, 4096, NAN, RATE, &turns) == HEADSTOCK_OK);
  CHECK(headstock_strobe(sound, 4096, INT64_MIN, 110, RATE, &turns) >= 0);
  CHECK(headstock_strobe(sound, 4096, 4096, 110, 0, &turns) == refused);
  CHECK(headstock_strobe(sound, 4096, 4096, 110, RATE, NULL) == refused);
  CHECK(strcmp(headstock_version(), HEADSTOCK_VERSION) == 0);
}

// A tone d hertz above the reference gains d turns a second.
static void test_strobe(void) {
  float tone[4096 + 4800];
  double first, second;
  for (int index = 0; index < 4096 + 4800; index++)
    tone[index] = (float)sin(2 * 3.14159265358979323846 * 111.0 * index / RATE);
  CHECK(headstock_strobe(tone, 4096, 4096, 110, RATE, &first) == HEADSTOCK_RESULT);
  CHECK(headstock_strobe(tone + 4800, 4096, 4096 + 4800, 110, RATE, &second) == HEADSTOCK_RESULT);
  double gained = second - first;
  if (gained < 0) gained += 1;
  CHECK(fabs(gained - 0.1) < 0.005);
}

static void test_changes(void) {
  headstock_config config = made_config();
  headstock_tracker *tracker;
  headstock_result first, again;
  headstock_candidate candidates[64];
  size_t used = 0, count = 0;
  config.options = HEADSTOCK_CANDIDATES;
  CHECK(headstock_tracker_create(&config, &tracker) == HEADSTOCK_OK);
  for (int index = 0; index < 60; index++)
    CHECK(headstock_tracker_next(tracker, sound, COUNT, &used, &first, sizeof first) ==
          HEADSTOCK_RESULT);
  CHECK(headstock_tracker_candidates(tracker, candidates, sizeof *candidates, 64, &count) == 0);
  CHECK(count > 0 && count <= 64 && candidates[0].frequency_hz > 20);
  // Another A4, then the beginning of another stream.
  config.a4_hz = 436;
  CHECK(headstock_tracker_retune(tracker, &config) == HEADSTOCK_OK);
  CHECK(headstock_tracker_next(tracker, sound, COUNT, &used, &again, sizeof again) == 1);
  CHECK(fabs(again.cents - (-7 + 1200 * log2(440.0 / 436))) < 0.3);
  config.a4_hz = 1;
  CHECK(headstock_tracker_retune(tracker, &config) == HEADSTOCK_ERROR_A4);
  CHECK(headstock_tracker_reset(tracker) == HEADSTOCK_OK);
  CHECK(headstock_tracker_position(tracker) == 0);
  used = 0;
  for (int index = 0; index < 60; index++)
    headstock_tracker_next(tracker, sound, COUNT, &used, &again, sizeof again);
  CHECK(again.frequency_hz == first.frequency_hz && again.cents != first.cents);
  headstock_tracker_destroy(tracker);
}

// Objects of several threads at once, and a text of an error for each thread.
static void *run_thread(void *place) {
  static headstock_result expected[1000];
  headstock_result *results = place ? place : expected;
  headstock_config config = made_config();
  headstock_tracker *tracker;
  track(&config, 512, results);
  config.a4_hz = 1;
  headstock_tracker_create(&config, &tracker);
  return strstr(headstock_error_text(), "A4") ? results : NULL;
}

static void test_threads(void) {
  static headstock_result results[4][1000];
  pthread_t threads[4];
  headstock_result *expected = run_thread(NULL);
  headstock_tracker_create(NULL, NULL);
  CHECK(expected != NULL);
  for (int index = 0; index < 4; index++)
    CHECK(pthread_create(&threads[index], NULL, run_thread, results[index]) == 0);
  for (int index = 0; index < 4; index++) {
    void *answer = NULL;
    pthread_join(threads[index], &answer);
    CHECK(answer == results[index]);
    CHECK(memcmp(results[index], expected, 180 * sizeof *expected) == 0);
  }
  CHECK(strstr(headstock_error_text(), "A4") == NULL);
}

// Strokes after a gap, each with its number, its onset and its settled readings.
static void test_live_strokes(void) {
  headstock_config config = made_config();
  headstock_strum *strum;
  headstock_newest_stroke stroke;
  headstock_string_reading reading, settled;
  const float silence[2400] = {0};
  const int64_t gap = 10 * RATE;
  config.clock_ppm = 100;
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_OK);
  CHECK(headstock_strum_newest(strum, &stroke, sizeof stroke) == HEADSTOCK_OK);
  CHECK(stroke.position == 0 && stroke.onset == -1 && stroke.last_onset == -1);
  CHECK(stroke.stroke == 0 && !stroke.is_settled && isnan(stroke.onset_s));
  for (int turn = 0; turn < 2; turn++) {
    const int64_t start = turn * (gap + RATE / 4 + COUNT);
    int first_settled = -1;
    for (int part = -5; part < COUNT / 2400; part++) {
      const float *block = part < 0 ? silence : sound + part * 2400;
      CHECK(headstock_strum_append(strum, block, 2400) == HEADSTOCK_OK);
      CHECK(headstock_strum_update(strum) == HEADSTOCK_OK);
      CHECK(headstock_strum_newest(strum, &stroke, sizeof stroke) == HEADSTOCK_OK);
      CHECK(stroke.position == start + (part + 6) * 2400);
      if (stroke.is_settled && first_settled < 0) first_settled = part;
      CHECK(headstock_strum_settled(strum, 1, &settled, sizeof settled) ==
            (stroke.is_settled ? HEADSTOCK_RESULT : HEADSTOCK_OK));
    }
    CHECK(stroke.stroke == turn + 1 && stroke.is_settled);
    CHECK(llabs(stroke.onset - start - RATE / 4) < RATE / 50);
    CHECK(stroke.last_onset >= stroke.onset && stroke.onset_s == (double)stroke.onset / RATE);
    CHECK(first_settled >= 22 && first_settled <= 30);
    CHECK(settled.string == 5 && settled.state == HEADSTOCK_STRING_SOUNDING);
    CHECK(headstock_strum_reading(strum, 1, &reading, sizeof reading) == HEADSTOCK_OK);
    CHECK(settled.target_hz == reading.target_hz && fabs(settled.cents - reading.cents) < 0.5);
    CHECK(settled.confidence > 0.9);
    CHECK(headstock_strum_settled(strum, 5, &settled, sizeof settled) == HEADSTOCK_RESULT);
    CHECK(settled.state == HEADSTOCK_STRING_SILENT && isnan(settled.confidence));
    CHECK(headstock_strum_skip(strum, (uint64_t)gap) == HEADSTOCK_OK);
    CHECK(headstock_strum_newest(strum, &stroke, sizeof stroke) == HEADSTOCK_OK);
    CHECK(stroke.onset == -1 && !stroke.is_settled && stroke.stroke == turn + 1);
    CHECK(stroke.position == start + RATE / 4 + COUNT + gap);
    CHECK(headstock_strum_reading(strum, 1, &reading, sizeof reading) == HEADSTOCK_OK);
    CHECK(reading.state == HEADSTOCK_STRING_UNCLEAR && isnan(reading.confidence));
  }
  CHECK(headstock_strum_reset(strum) == HEADSTOCK_OK);
  CHECK(headstock_strum_newest(strum, &stroke, sizeof stroke) == HEADSTOCK_OK);
  CHECK(stroke.position == 0 && stroke.stroke == 0 && stroke.onset == -1);
  headstock_strum_destroy(strum);
}

static _Atomic int is_over;

static void *create_and_destroy(void *unused) {
  (void)unused;
  for (uint32_t turn = 0; !is_over; turn++) {
    headstock_config config = made_config();
    headstock_tracker *tracker;
    // A size of transform without a kept plan keeps the planner busy.
    config.sample_rate_hz = 8000 + turn * 97 % 180000;
    headstock_tracker_create(&config, &tracker);
    headstock_tracker_destroy(tracker);
  }
  return NULL;
}

// A child of fork() uses the library, whatever other threads did at that moment.
static void test_forks(void) {
  pthread_t threads[3];
  for (int index = 0; index < 3; index++)
    CHECK(pthread_create(&threads[index], NULL, create_and_destroy, NULL) == 0);
  int good = 0;
  for (int turn = 0; turn < 40; turn++) {
    usleep(3000);
    pid_t child = fork();
    if (child == 0) {
      headstock_config config = made_config();
      headstock_tracker *tracker;
      headstock_result result;
      size_t used = 0;
      alarm(60);
      config.sample_rate_hz = 16000 + (uint32_t)turn;
      int status = headstock_tracker_create(&config, &tracker);
      if (status == HEADSTOCK_OK)
        status = headstock_tracker_next(tracker, sound, COUNT, &used, &result, sizeof result);
      headstock_tracker_destroy(tracker);
      _exit(status == HEADSTOCK_RESULT ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    good += WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  CHECK(good == 40);
  is_over = 1;
  for (int index = 0; index < 3; index++) pthread_join(threads[index], NULL);
}

// A host that has unmasked the exceptions of floating-point numbers, except that of rounding.
static void test_exceptions(void) {
  headstock_config config;
  headstock_tracker *tracker;
  headstock_strum *strum;
  headstock_recording *recording;
  headstock_result result;
  const float odd[] = {NAN, INFINITY, 0, 1e-40f};
  headstock_string strings[12];
  headstock_string_reading reading;
  headstock_newest_stroke stroke;
  const int unmasked = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW;
  size_t used = 0, count = 0;
  feenableexcept(unmasked);
  config = made_config();
  CHECK(headstock_strings(&config, strings, sizeof *strings, 12, &count) == HEADSTOCK_OK);
  count = 0;
  CHECK(headstock_tracker_create(&config, &tracker) == HEADSTOCK_OK);
  CHECK(headstock_tracker_next(tracker, odd, 4, &used, &result, sizeof result) == HEADSTOCK_OK);
  used = 0;
  while (headstock_tracker_next(tracker, sound, COUNT, &used, &result, sizeof result) ==
         HEADSTOCK_RESULT)
    count++;
  CHECK(count == 60 * COUNT / RATE);
  CHECK(headstock_tracker_retune(tracker, &config) == HEADSTOCK_OK);
  CHECK(headstock_tracker_reset(tracker) == HEADSTOCK_OK);
  headstock_tracker_destroy(tracker);
  CHECK(headstock_strum_create(&config, &strum) == HEADSTOCK_OK);
  CHECK(headstock_strum_append(strum, sound, COUNT) == HEADSTOCK_OK);
  CHECK(headstock_strum_update(strum) == HEADSTOCK_OK);
  CHECK(headstock_strum_newest(strum, &stroke, sizeof stroke) == HEADSTOCK_OK);
  CHECK(headstock_strum_settled(strum, 0, &reading, sizeof reading) >= HEADSTOCK_OK);
  headstock_strum_destroy(strum);
  for (int kind = HEADSTOCK_NOTES; kind <= HEADSTOCK_STROKES; kind++) {
    CHECK(headstock_recording_create(&config, kind, &recording) == HEADSTOCK_OK);
    CHECK(headstock_recording_append(recording, sound, COUNT) == HEADSTOCK_OK);
    CHECK(headstock_recording_skip(recording, 4000) == HEADSTOCK_OK);
    CHECK(headstock_recording_finish(recording) == HEADSTOCK_OK);
    headstock_recording_destroy(recording);
  }
  CHECK(fegetexcept() == unmasked);
  fedisableexcept(FE_ALL_EXCEPT);
}

static size_t used_bytes(void) {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

static void skip_a_day(void *recording) {
  CHECK(headstock_recording_skip(recording, (uint64_t)86400 * RATE) == HEADSTOCK_OK);
}

// The results of a gap are made as the program reads them, and equal those of a tracker.
static void test_gaps(void) {
  headstock_config config = made_config();
  headstock_recording *recording;
  headstock_result results[1000];
  size_t total = 0, silent = 0, count = 0;
  config.update_rate_hz = 1000;
  CHECK(headstock_recording_create(&config, HEADSTOCK_NOTES, &recording) == HEADSTOCK_OK);
  CHECK(allocations_of(skip_a_day, recording) < 20000);
  int status = HEADSTOCK_RESULT;
  while (status == HEADSTOCK_RESULT && total < 100000) {
    status = headstock_recording_results(recording, results, sizeof *results, 1000, &count);
    for (size_t index = 0; index < count; index++) {
      silent += isnan(results[index].frequency_hz) && results[index].state == HEADSTOCK_SILENT;
      CHECK(results[index].position == (int64_t)(total + index + 1) * 48);
    }
    total += count;
  }
  CHECK(total == 100000 && silent == total && status == HEADSTOCK_RESULT);
  headstock_recording_destroy(recording);

  // A refused call makes no results: these would need 14 MB.
  CHECK(headstock_recording_create(&config, HEADSTOCK_NOTES, &recording) == HEADSTOCK_OK);
  CHECK(headstock_recording_skip(recording, (uint64_t)100 * RATE) == HEADSTOCK_OK);
  const size_t used = used_bytes();
  CHECK(headstock_recording_results(recording, NULL, sizeof *results, 100000, &count) ==
        HEADSTOCK_ERROR_ARGUMENT);
  CHECK(used_bytes() < used + 1000000);
  CHECK(headstock_recording_notes(recording, NULL, sizeof(headstock_note), 1, &count) ==
        HEADSTOCK_ERROR_ARGUMENT);
  CHECK(used_bytes() < used + 1000000);
  headstock_recording_destroy(recording);

  // A note after a gap that nobody has read has its place.
  int64_t starts[2] = {0, 0};
  headstock_note note;
  config.update_rate_hz = 60;
  for (int reads = 0; reads < 2; reads++) {
    CHECK(headstock_recording_create(&config, HEADSTOCK_NOTES, &recording) == HEADSTOCK_OK);
    CHECK(headstock_recording_skip(recording, (uint64_t)200 * RATE) == HEADSTOCK_OK);
    if (reads) {
      total = 0;
      do {
        status = headstock_recording_results(recording, results, sizeof *results, 1000, &count);
        total += count;
      } while (status == HEADSTOCK_RESULT);
      CHECK(total == 200 * 60);
    }
    CHECK(headstock_recording_append(recording, sound, COUNT) == HEADSTOCK_OK);
    CHECK(headstock_recording_finish(recording) == HEADSTOCK_OK);
    CHECK(headstock_recording_notes(recording, &note, sizeof note, 1, &count) == HEADSTOCK_OK);
    CHECK(count == 1 && note.start == 200 * RATE);
    starts[reads] = note.start;
    headstock_recording_destroy(recording);
  }
  CHECK(starts[0] == starts[1]);
}

// A name of headstock_tuning_name() is a tuning, as for the program.
static void test_names_of_tunings(void) {
  headstock_config config = made_config();
  for (size_t index = 0; index < headstock_tuning_count(); index++) {
    headstock_string named[12], expected[12];
    size_t count = 0, expected_count = 0;
    config.tuning = headstock_tuning_id(index);
    CHECK(headstock_strings(&config, expected, sizeof *named, 12, &expected_count) == 0);
    config.tuning = headstock_tuning_name(index);
    CHECK(headstock_strings(&config, named, sizeof *named, 12, &count) == 0);
    CHECK(count == expected_count && memcmp(named, expected, count * sizeof *named) == 0);
  }
  config.tuning = "drop d";
  headstock_string string;
  size_t count;
  CHECK(headstock_strings(&config, &string, sizeof string, 1, &count) == 0 && string.midi == 38);
}

static void test_scales_and_offsets(void) {
  headstock_config config = made_config();
  headstock_string plain[6], moved[6];
  size_t count = 0;
  CHECK(headstock_strings(&config, plain, sizeof *plain, 6, &count) == 0);
  double offsets[7] = {0, 0, 1.5, 0, 0, -2, 0};
  config.offsets_cents = offsets;
  config.offset_count = 6;
  CHECK(headstock_strings(&config, moved, sizeof *moved, 6, &count) == 0);
  for (size_t index = 0; index < 6; index++) {
    double cents = 1200 * log2(moved[index].frequency_hz / plain[index].frequency_hz);
    CHECK(fabs(cents - offsets[moved[index].number - 1]) < 1e-9);
  }
  headstock_tracker *tracker;
  CHECK(headstock_tracker_create(&config, &tracker) == HEADSTOCK_OK);
  headstock_tracker_destroy(tracker);
  config.offset_count = 7;
  refuses(config, HEADSTOCK_ERROR_TUNING);
  config.offset_count = (size_t)-1;
  refuses(config, HEADSTOCK_ERROR_TUNING);
  config.offset_count = 1;
  double wrong[] = {NAN, INFINITY, -1e300, 101};
  for (size_t index = 0; index < 4; index++) {
    offsets[0] = wrong[index];
    refuses(config, HEADSTOCK_ERROR_TUNING);
  }
  offsets[0] = 0;
  config.tuning = "chromatic";
  refuses(config, HEADSTOCK_ERROR_TUNING);

  // A program of the first release has a structure without these values.
  config = made_config();
  config.offset_count = 7;
  config.scale = "no scale";
  config.size = offsetof(headstock_config, scale);
  CHECK(headstock_strings(&config, moved, sizeof *moved, 6, &count) == 0);
  CHECK(memcmp(moved, plain, sizeof plain) == 0);

  config = made_config();
  config.scale =
      "!\nequal\n12\n!\n100.\n200.\n300.\n400.\n500.\n600.\n700.\n800.\n900.\n1000.\n1100.\n2/1\n";
  // The degrees begin on E2, which has 80 Hz.
  config.keyboard_map = "12\n0\n127\n40\n40\n80\n12\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n";
  CHECK(headstock_strings(&config, moved, sizeof *moved, 6, &count) == 0);
  CHECK(fabs(moved[0].frequency_hz - 80) < 1e-9);
  CHECK(fabs(moved[1].frequency_hz - 80 * pow(2, 5.0 / 12)) < 1e-9);
  // A scale replaces only the temperament that a configuration begins with.
  config.temperament = NULL;
  CHECK(headstock_strings(&config, moved, sizeof *moved, 6, &count) == 0);
  config.temperament = "just:D";
  refuses(config, HEADSTOCK_ERROR_TEMPERAMENT);
  CHECK(strstr(headstock_error_text(), "\"just:D\""));
  config.temperament = "nobody";
  refuses(config, HEADSTOCK_ERROR_TEMPERAMENT);
}

int main(void) {
  sound = calloc(COUNT, sizeof *sound);
  if (!sound) return 2;
  add_plucked_string(sound, COUNT, RATE, 110 * pow(2, -7.0 / 1200), 0.3);
  test_real_time();
  test_blocks();
  test_strokes();
  test_clock_of_a_strum();
  test_courses();
  test_alignment();
  test_sizes();
  test_configurations();
  test_arguments();
  test_strobe();
  test_changes();
  test_threads();
  test_names_of_tunings();
  test_scales_and_offsets();
  test_gaps();
  test_live_strokes();
  test_exceptions();
  test_forks();
  free(sound);
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
