// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import TunerAnalysis
import TunerRuntime

/// The measured clock of a device.
enum DeviceClock {
  /// Returns the error of a device's clock that `tuner calibrate --save` stored.
  ///
  /// - Parameters:
  ///   - device: the ALSA name of the device.
  ///   - rate: the sample rate.
  /// - Throws: `LiveFailure` where the clock was not measured at that rate.
  /// - Returns: the error, in parts per million.
  static func measured(
    _ device: String, at rate: SampleRate
  ) throws(LiveFailure) -> PartsPerMillion {
    let entry: MeasuredClocks.Entry?
    do {
      entry = try MeasuredClocks(in: SettingsDirectory()).entry(of: device, at: rate)
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
