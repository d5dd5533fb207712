// SPDX-License-Identifier: MIT

import Acoustics
import Terminal

/// The clock of a device, as it was measured before.
enum DeviceClock {
  /// Returns by how much a device's clock is fast.
  ///
  /// - Parameters:
  ///   - device: ALSA's name of it.
  ///   - rate: samples a second.
  /// - Returns: the correction that was kept.
  /// - Throws: `ExitStatus.usage` where it was never measured; what was wrong has been said.
  static func measured(_ device: String, at rate: SampleRate) throws -> PartsPerMillion {
    let entry: ClockBook.Entry?
    do {
      entry = try ClockBook().entry(of: device, at: rate)
    } catch {
      StandardError.write("tuner: \(printable("clocks.json: \(error)"))\n")
      throw ExitStatus.usage
    }
    guard let entry else {
      let name = printable(device)
      StandardError.write(
        "tuner: the clock of \"\(name)\" at \(rate.hertz) Hz was not measured. Measure it: "
          + "tuner calibrate -d \(name) --save\n")
      throw ExitStatus.usage
    }
    return PartsPerMillion(entry.ppm)
  }
}
