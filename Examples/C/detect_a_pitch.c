/* SPDX-License-Identifier: MIT */
/* Reads the pitch of a string that is 7 cents flat, in blocks as a sound card delivers them. */
#include <headstock.h>
#include <stdio.h>
#include <stdlib.h>

#include "plucked_string.h"

enum { RATE = 48000, SECONDS = 2, BLOCK = 256 };

static int report(const char *call) {
  fprintf(stderr, "%s: %s\n", call, headstock_error_text());
  return EXIT_FAILURE;
}

int main(void) {
  const double flat = 110 * pow(2, -7.0 / 1200);
  float *sound = calloc(RATE * SECONDS, sizeof *sound);
  headstock_config config;
  headstock_tracker *tracker;
  headstock_result result, last;
  size_t start;
  int found = 0;

  if (!sound) return EXIT_FAILURE;
  add_plucked_string(sound, RATE * SECONDS, RATE, flat, 0.3);

  headstock_config_init(&config, sizeof config);
  config.sample_rate_hz = RATE;
  config.tuning = "standard";
  if (headstock_tracker_create(&config, &tracker) != HEADSTOCK_OK) return report("create");
  for (start = 0; start < RATE * SECONDS; start += BLOCK) {
    size_t used = 0;
    while (headstock_tracker_next(tracker, sound + start, BLOCK, &used, &result, sizeof result) ==
           HEADSTOCK_RESULT) {
      /* Every state above has a deviation from a target. */
      if (result.state <= HEADSTOCK_ACTIVE) continue;
      last = result;
      found = 1;
    }
  }
  headstock_tracker_destroy(tracker);
  free(sound);
  if (!found) return EXIT_FAILURE;

  char name[12];
  headstock_note_name(last.target_midi, name, sizeof name);
  printf("string %d (%s): %.1f cents, sigma below 0.1: %s, %s\n", last.string, name, last.cents,
         last.sigma_cents < 0.1 ? "yes" : "no", headstock_state_name(last.state));
  return EXIT_SUCCESS;
}
