// SPDX-License-Identifier: MIT

internal import Acoustics

/// The time for which a string that sounds has kept its frequency.
///
/// A voice has a series of partials too, so one of its vowels can match a string. Its pitch moves
/// from measurement to measurement. A reading that the engine repeats after the sound has ended is
/// no measurement.
///
/// Source: docs/decisions/0222-a-stroke-has-a-steady-string.md.
struct StringSteadiness: Hashable, Sendable {
  // | name    | unit  | source                                                                  |
  // | ------- | ----- | ----------------------------------------------------------------------- |
  // | nearest | cents | largest change from measurement to measurement: a hard pluck glides by  |
  // |         |       | 5 cents in 50 ms                                                        |
  // | least   | s     | two intervals of 20 updates a second (0222)                             |
  private static let nearest = 10.0
  private static let least = 0.09

  private var frequency: Hertz?
  private var start = SamplePosition.start
  private var newest = SamplePosition.start

  /// Follows the reading of an update in which the string sounds.
  ///
  /// - Parameters:
  ///   - measured: the frequency of the reading.
  ///   - position: the position of the update.
  mutating func follow(_ measured: Hertz, at position: SamplePosition) {
    guard measured != frequency else { return }
    let isNear =
      frequency.map { measured.interval(above: $0).magnitude.value < Self.nearest } ?? false
    if !isNear { start = position }
    (frequency, newest) = (measured, position)
  }

  /// Returns true if the string has kept its frequency for long enough.
  func isSteady(at sampleRate: SampleRate) -> Bool {
    let count = Double(newest.samples) - Double(start.samples)
    return count >= Self.least * Double(sampleRate.hertz)
  }
}
