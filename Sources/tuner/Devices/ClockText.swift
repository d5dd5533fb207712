// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import FileFormats
import Glibc
import Terminal
import TunerAnalysis
import TunerRuntime

/// The measured clock of a device as text.
struct ClockText {
  let drift: ClockDrift

  /// True if `--clock-ppm` accepts the error.
  var isPermitted: Bool { PartsPerMillion.permittedValues.contains(drift.clock.value) }

  /// The cents by which uncorrected readings are flat: 1200·log2(1 + ppm·10⁻⁶).
  var cents: Double { 1200 * log2(drift.clock.ratio) }

  /// The figure with its uncertainty: "12.3 ± 0.4 ppm fast", two standard errors.
  var figure: String {
    let value = drift.clock.value
    let error = 2 * drift.sigma.value
    let places = error < 0.1 ? 2 : 1
    return "\(TextFigures.number(abs(value), places: places)) ± "
      + "\(TextFigures.number(max(error, 0.01), places: places)) ppm \(value < 0 ? "slow" : "fast")"
  }

  /// One line for the report at the end of a session.
  var account: String {
    "the device's clock is \(figure) by this machine's, over "
      + "\(TextFigures.number(drift.seconds, places: 0)) s"
  }

  /// Returns the text for a person at the end of a measurement.
  func report(device: String, sampleRate: SampleRate) -> String {
    let name = printable(device)
    let size = TextFigures.number(abs(cents), places: 3)
    let ppm = TextFigures.number(drift.clock.value, places: 2)
    let advice =
      isPermitted
      ? "  Uncorrected readings are \(size) cents \(cents < 0 ? "sharp" : "flat"). Correct them: "
        + "tuner live --clock-ppm \(ppm)\n"
      : "  No sound card is off by more than "
        + "\(decimal(PartsPerMillion.permittedValues.upperBound)) ppm, so this is no measurement "
        + "of a clock.\n"
    return "device \"\(name)\" at \(sampleRate.hertz) Hz: \(figure) by this machine's clock, over "
      + "\(TextFigures.number(drift.seconds, places: 0)) s (± is two standard errors)\n" + advice
  }

  /// Returns one JSON document.
  func json(device: String, sampleRate: SampleRate) -> String {
    NDJSONRendering.object([
      ("schema", Field("tuner.clock/1")), ("device", Field(device)),
      ("sample_rate_hz", Field(sampleRate.hertz)), ("ppm", Field(drift.clock.value)),
      ("sigma_ppm", Field(drift.sigma.value)), ("seconds", Field(drift.seconds)),
      ("cents", Field(cents)),
    ])
  }
}

/// The measured clock of a device.
enum DeviceClock {
  /// Returns the error of a device's clock that `tuner calibrate --save` stored.
  ///
  /// - Parameters:
  ///   - device: the ALSA name of the device.
  ///   - rate: the sample rate.
  /// - Throws: `LiveFailure` if the clock was not measured at that rate.
  /// - Returns: the error, in parts per million.
  static func measured(
    _ device: String, at rate: SampleRate
  ) throws(LiveFailure) -> PartsPerMillion {
    let entry: MeasuredClocks.Entry?
    do {
      entry = try MeasuredClocks(in: SettingsDirectory()).entry(of: device, at: rate)
    } catch MeasuredClockError.laterVersion(let place, let version) {
      let error = MeasuredClockError.laterVersion(place: place, version: version)
      throw LiveFailure(message: "\(error)", status: .usage)
    } catch {
      throw LiveFailure(message: "clocks.json: \(error)", status: .usage)
    }
    guard let entry else {
      throw LiveFailure(
        message: "the clock of \"\(device)\" at \(rate.hertz) Hz was not measured. Measure it: "
          + "tuner calibrate -d \(device) --sample-rate \(rate.hertz) --save", status: .usage)
    }
    return PartsPerMillion(entry.ppm)
  }
}
