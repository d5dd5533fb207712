// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The strings that sound before an onset, and whether they ring on after it.
///
/// An onset that begins no stroke is that of a noise, for example a tap on the body or a click of
/// the recording. Strings that sound before and after it still belong to their stroke.
struct RingingStrings: ~Copyable {
  /// True if the strings ring on after the newest onset.
  private(set) var ringOn = false
  /// The measurements of the last update in which strings of a stroke sounded.
  private(set) var measurements: FixedArray<StrumMeasurement>
  /// True if they sounded in the last update.
  private var isRinging = false
  /// True if they sounded in the last update before the newest onset.
  private var rangBefore = false

  /// Prepares for a number of strings.
  init(stringCount: Int) {
    measurements = FixedArray(repeating: StrumMeasurement(), count: stringCount)
  }

  /// Begins with an onset.
  mutating func beginOnset() { (rangBefore, ringOn) = (isRinging, false) }

  /// Takes the measurements of an update.
  ///
  /// - Parameters:
  ///   - newest: the measurements.
  ///   - isRinging: true if strings of a stroke sound that no hand has damped.
  mutating func update(_ newest: borrowing FixedArray<StrumMeasurement>, isRinging: Bool) {
    self.isRinging = isRinging
    guard isRinging else { return }
    for index in 0..<measurements.count { measurements[index] = newest[index] }
  }

  /// Notes that strings sound after an onset that begins no stroke.
  ///
  /// - Returns: true if they ring on from now on.
  mutating func soundAfterNoise() -> Bool {
    guard rangBefore, !ringOn else { return false }
    ringOn = true
    return true
  }

  /// Begins another stream.
  mutating func reset() { (ringOn, isRinging, rangBefore) = (false, false, false) }
}
