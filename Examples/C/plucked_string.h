/* SPDX-License-Identifier: MIT */
/* A plucked string of steel, made from its formula: what an example listens to. C99 and C++. */
#ifndef PLUCKED_STRING_H
#define PLUCKED_STRING_H

#include <math.h>
#include <stddef.h>

/**
 * Adds the sound of a plucked string to a block.
 *
 * Partial n lies at n f0 sqrt(1 + B n^2); it is quieter and decays faster than the one before it.
 *
 * @param samples the block.
 * @param count its number of samples.
 * @param sample_rate_hz samples a second.
 * @param first_partial_hz the frequency that a tuner reports.
 * @param level the level of the first partial, full scale 1.
 */
static void add_plucked_string(float *samples, size_t count, double sample_rate_hz,
                               double first_partial_hz, double level) {
  const double inharmonicity = 1e-4, pi = 3.14159265358979323846;
  const double fundamental = first_partial_hz / sqrt(1 + inharmonicity);
  int partial;
  size_t index;
  for (partial = 1; partial <= 12; partial++) {
    const double frequency =
        partial * fundamental * sqrt(1 + inharmonicity * partial * partial);
    const double decay = 0.6 * (1 + 0.3 * partial);
    if (frequency > 0.45 * sample_rate_hz) break;
    for (index = 0; index < count; index++) {
      const double time = (double)index / sample_rate_hz;
      samples[index] += (float)(level / partial * exp(-decay * time) *
                                sin(2 * pi * frequency * time + 0.7 * partial));
    }
  }
}

#endif
