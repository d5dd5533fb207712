// SPDX-License-Identifier: MIT
//
// The analysis of a recording as a Vamp plugin: the readings and notes of `tuner analyze` as layers
// of Sonic Visualiser, and the phase of a strobe.
#include <headstock.h>
#include <vamp-sdk/PluginAdapter.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Destroyer {
  void operator()(headstock_recording *recording) const {
    headstock_recording_destroy(recording);
  }
};

class Tuner : public Vamp::Plugin {
 public:
  explicit Tuner(float rate) : Plugin(rate) {
    headstock_config_init(&config_, sizeof config_);
    config_.sample_rate_hz = static_cast<uint32_t>(std::lround(rate));
    config_.update_rate_hz = kDefaultRate;
  }

  std::string getIdentifier() const override { return "tuner"; }
  std::string getName() const override { return "Headstock Tuner"; }
  std::string getDescription() const override {
    return "Pitch, deviation and standard error of plucked strings, with their notes";
  }
  std::string getMaker() const override { return "The Headstock project"; }
  std::string getCopyright() const override { return "MIT licence; FFTW is under the GPL"; }
  int getPluginVersion() const override { return 1; }
  InputDomain getInputDomain() const override { return TimeDomain; }
  std::size_t getPreferredBlockSize() const override { return 4096; }
  std::size_t getPreferredStepSize() const override { return 0; }
  std::size_t getMinChannelCount() const override { return 1; }
  std::size_t getMaxChannelCount() const override { return 1; }

  ParameterList getParameterDescriptors() const override {
    ParameterDescriptor tuning;
    tuning.identifier = "tuning";
    tuning.name = "Tuning";
    tuning.minValue = 0;
    tuning.maxValue = static_cast<float>(headstock_tuning_count());
    tuning.defaultValue = 0;
    tuning.isQuantized = true;
    tuning.quantizeStep = 1;
    for (std::size_t index = 0; index < headstock_tuning_count(); index++)
      tuning.valueNames.push_back(headstock_tuning_name(index));
    tuning.valueNames.push_back("Chromatic");
    ParameterDescriptor a4;
    a4.identifier = "a4";
    a4.name = "A4";
    a4.unit = "Hz";
    a4.minValue = 390;
    a4.maxValue = 490;
    a4.defaultValue = 440;
    a4.isQuantized = false;
    ParameterDescriptor rate;
    rate.identifier = "rate";
    rate.name = "Readings a second";
    rate.unit = "Hz";
    rate.minValue = 1;
    rate.maxValue = 200;
    rate.defaultValue = kDefaultRate;
    rate.isQuantized = true;
    rate.quantizeStep = 1;
    return {tuning, a4, rate};
  }

  float getParameter(std::string name) const override {
    if (name == "tuning") return static_cast<float>(tuning_);
    if (name == "a4") return static_cast<float>(config_.a4_hz);
    return name == "rate" ? static_cast<float>(config_.update_rate_hz) : 0;
  }

  void setParameter(std::string name, float value) override {
    if (!std::isfinite(value)) return;
    if (name == "tuning" && value >= 0) tuning_ = static_cast<std::size_t>(std::lround(value));
    // A parameter is a float, but 442.1 must mean the decimal and not the nearest float.
    if (name == "a4") config_.a4_hz = std::round(static_cast<double>(value) * 100) / 100;
    if (name == "rate") config_.update_rate_hz = std::round(value);
  }

  OutputList getOutputDescriptors() const override {
    const OutputDescriptor notes = [] {
      OutputDescriptor output = point("notes", "Notes", "Hz");
      output.description =
          "One note: its pitch in hertz, its velocity from 1 to 127, and its standard error and "
          "its deviation in cents; no deviation for a note that is near no target";
      output.hasDuration = true;
      output.hasFixedBinCount = false;
      output.binCount = 0;
      return output;
    }();
    return {point("pitch", "Pitch", "Hz"), point("cents", "Deviation", "cents"),
            point("sigma", "Standard error", "cents"), point("confidence", "Confidence", ""),
            notes, point("strobe", "Strobe phase", "turns")};
  }

  bool initialise(std::size_t channels, std::size_t step, std::size_t block) override {
    if (channels != 1 || step == 0 || block < step) return false;
    step_ = step;
    block_ = block;
    return prepare();
  }

  void reset() override { prepare(); }

  FeatureSet process(const float *const *input, Vamp::RealTime start) override {
    FeatureSet features;
    if (!recording_) return features;
    if (position_ == 0) first_ = Vamp::RealTime::realTime2Frame(start, config_.sample_rate_hz);
    // The host may choose overlapping blocks; the rest of this block then comes again, or it is the
    // last.
    rest_.assign(input[0] + step_, input[0] + block_);
    history_.insert(history_.end(), input[0], input[0] + step_);
    headstock_recording_append(recording_.get(), input[0], step_);
    position_ += static_cast<int64_t>(step_);
    collect(features);
    if (history_.size() > kHistory) history_.erase(history_.begin(), history_.end() - kHistory);
    return features;
  }

  FeatureSet getRemainingFeatures() override {
    FeatureSet features;
    if (!recording_) return features;
    headstock_recording_append(recording_.get(), rest_.data(), rest_.size());
    headstock_recording_finish(recording_.get());
    collect(features);
    recording_.reset();
    return features;
  }

 private:
  enum Output { kPitch, kCents, kSigma, kConfidence, kNotes, kStrobe };
  static constexpr float kDefaultRate = 20;
  // The periods of the lowest string from which the strobe takes a phase: two are the least that
  // separate a partial from its neighbours by a Hann window.
  static constexpr double kPeriods = 3;
  static constexpr std::size_t kHistory = 1 << 16;
  static constexpr double kSoftest = -60;
  static constexpr double kMediumVelocity = 64;

  static OutputDescriptor point(const char *identifier, const char *name, const char *unit) {
    OutputDescriptor output;
    output.identifier = identifier;
    output.name = name;
    output.description = name;
    output.unit = unit;
    output.hasFixedBinCount = true;
    output.binCount = 1;
    output.sampleType = OutputDescriptor::VariableSampleRate;
    output.sampleRate = 0;
    return output;
  }

  bool prepare() {
    const char *id = headstock_tuning_id(tuning_);
    config_.tuning = id != nullptr ? id : "chromatic";
    headstock_recording *recording = nullptr;
    headstock_recording_create(&config_, HEADSTOCK_NOTES, &recording);
    recording_.reset(recording);
    std::size_t count = 0;
    strings_.resize(12);
    headstock_strings(&config_, strings_.data(), sizeof strings_[0], strings_.size(), &count);
    strings_.resize(count);
    window_ = 0;
    for (const headstock_string &string : strings_) {
      const double samples = std::ceil(kPeriods * config_.sample_rate_hz / string.frequency_hz);
      window_ = std::min(kHistory, std::max(window_, static_cast<std::size_t>(samples)));
    }
    history_.clear();
    rest_.clear();
    position_ = first_ = 0;
    return recording != nullptr;
  }

  Vamp::RealTime time(int64_t position) const {
    return Vamp::RealTime::frame2RealTime(static_cast<long>(first_ + position),
                                          config_.sample_rate_hz);
  }

  void add(FeatureSet &features, Output output, int64_t position, double value) const {
    if (std::isnan(value)) return;
    Feature feature;
    feature.hasTimestamp = true;
    feature.timestamp = time(position);
    feature.values.push_back(static_cast<float>(value));
    features[output].push_back(feature);
  }

  void collect(FeatureSet &features) {
    headstock_result results[64];
    headstock_note notes[16];
    std::size_t count = 0;
    int32_t status = HEADSTOCK_RESULT;
    while (status == HEADSTOCK_RESULT) {
      status =
          headstock_recording_results(recording_.get(), results, sizeof results[0], 64, &count);
      for (std::size_t index = 0; index < count; index++) collect(features, results[index]);
    }
    status = HEADSTOCK_RESULT;
    while (status == HEADSTOCK_RESULT) {
      status = headstock_recording_notes(recording_.get(), notes, sizeof notes[0], 16, &count);
      for (std::size_t index = 0; index < count; index++) collect(features, notes[index]);
    }
  }

  void collect(FeatureSet &features, const headstock_result &result) const {
    add(features, kPitch, result.position, result.frequency_hz);
    add(features, kCents, result.position, result.cents);
    add(features, kSigma, result.position, result.sigma_cents);
    add(features, kConfidence, result.position, result.confidence);
    // The phase against the target string, from the samples before the reading. A sound without a
    // deviation from its target is another one than that of the target.
    if (std::isnan(result.cents)) return;
    const int64_t oldest = position_ - static_cast<int64_t>(history_.size());
    if (result.position - static_cast<int64_t>(window_) < oldest) return;
    if (result.position > position_) return;
    for (const headstock_string &string : strings_) {
      double turns;
      if (string.number == result.string &&
          headstock_strobe(history_.data() + (result.position - oldest) - window_, window_,
                           result.position, string.frequency_hz, config_.sample_rate_hz,
                           &turns) == HEADSTOCK_RESULT)
        add(features, kStrobe, result.position, turns);
    }
  }

  // The velocity of a note, as in the MIDI output of tuner.
  static double velocity(const headstock_note &note) {
    if (std::isnan(note.onset_level_dbfs)) return kMediumVelocity;
    const double share = 1 - note.onset_level_dbfs / kSoftest;
    return std::min(127.0, std::max(1.0, std::round(127 * share)));
  }

  void collect(FeatureSet &features, const headstock_note &note) const {
    // A chord has no pitch.
    if (std::isnan(note.frequency_hz)) return;
    Feature feature;
    feature.hasTimestamp = feature.hasDuration = true;
    feature.timestamp = time(note.start);
    feature.duration = time(note.end) - time(note.start);
    // Hosts play the second value of a note as its velocity. A value has its place by those before
    // it, so the first unknown one ends the list.
    for (double value : {note.frequency_hz, velocity(note), note.sigma_cents, note.cents}) {
      if (std::isnan(value)) break;
      feature.values.push_back(static_cast<float>(value));
    }
    char name[12] = "";
    headstock_note_name(note.midi, name, sizeof name);
    feature.label = name;
    features[kNotes].push_back(feature);
  }

  headstock_config config_;
  std::size_t tuning_ = 0;
  std::size_t step_ = 0;
  std::size_t block_ = 0;
  // The samples of the strobe.
  std::size_t window_ = 0;
  std::vector<float> rest_;
  std::unique_ptr<headstock_recording, Destroyer> recording_;
  std::vector<headstock_string> strings_;
  std::vector<float> history_;
  int64_t position_ = 0;
  // The frame of the first sample.
  int64_t first_ = 0;
};

Vamp::PluginAdapter<Tuner> adapter;

}  // namespace

extern "C" __attribute__((visibility("default"))) const VampPluginDescriptor *
vampGetPluginDescriptor(unsigned int version, unsigned int index) {
  if (version < 1 || index != 0) return nullptr;
  return adapter.getDescriptor();
}
