// SPDX-License-Identifier: MIT
// Measures all strings of one stroke at once, with the library's objects in smart pointers.
#include <headstock.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

#include "plucked_string.h"

namespace {

struct Destroyer {
  void operator()(headstock_strum *strum) const { headstock_strum_destroy(strum); }
};
using Strum = std::unique_ptr<headstock_strum, Destroyer>;

void check(int32_t status) {
  if (status < 0) throw std::runtime_error(headstock_error_text());
}

Strum make_strum(const headstock_config &config) {
  headstock_strum *strum = nullptr;
  check(headstock_strum_create(&config, &strum));
  return Strum(strum);
}

std::vector<headstock_string> strings_of(const headstock_config &config) {
  std::vector<headstock_string> strings(12);
  size_t count = 0;
  check(headstock_strings(&config, strings.data(), sizeof strings[0], strings.size(), &count));
  strings.resize(count);
  return strings;
}

// A course in unison is one measured string, so a reading is found by its number, not by its index.
const char *name_of(int32_t number, const std::vector<headstock_string> &strings) {
  for (const headstock_string &string : strings)
    if (string.number == number) return string.name;
  return "?";
}

}  // namespace

int main() try {
  headstock_config config;
  headstock_config_init(&config, sizeof config);
  config.tuning = "open_g";
  const std::vector<headstock_string> strings = strings_of(config);

  // A stroke of 20 ms a string after some silence. Each string is 2 cents sharper than the one before.
  const std::size_t rate = config.sample_rate_hz, start = rate / 4;
  std::vector<float> sound(3 * rate);
  for (std::size_t index = 0; index < strings.size(); index++) {
    const std::size_t onset = start + index * rate / 50;
    const double cents = 2.0 * static_cast<double>(index) - 5;
    add_plucked_string(sound.data() + onset, sound.size() - onset, static_cast<double>(rate),
                       strings[index].frequency_hz * std::pow(2, cents / 1200), 0.1);
  }

  const Strum strum = make_strum(config);
  const std::size_t block = rate / 20;
  for (std::size_t place = 0; place + block <= sound.size(); place += block) {
    check(headstock_strum_append(strum.get(), sound.data() + place, block));
    check(headstock_strum_update(strum.get()));
  }
  for (std::size_t index = 0; index < headstock_strum_string_count(strum.get()); index++) {
    headstock_string_reading reading;
    check(headstock_strum_reading(strum.get(), index, &reading, sizeof reading));
    std::printf("string %d (%s): %+.0f cents\n", reading.string,
                name_of(reading.string, strings), reading.cents);
  }
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
