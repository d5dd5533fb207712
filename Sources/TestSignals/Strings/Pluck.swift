// SPDX-License-Identifier: MIT

internal import Glibc

/// One string in a signal: plucked at `onset`, and stopped by a finger at `stop`.
package struct Pluck: Hashable, Sendable {
  /// The string.
  package var string: StringModel
  /// The pluck, in seconds since the signal's start.
  package var onset: Double
  /// The time at which the string is stopped, in seconds since the signal's start; `nil` for never.
  package var stop: Double?
  /// The modes of the body that it excites.
  package var body: [ExcitedMode] = []

  /// The seconds in which a stopped string decays, along a raised cosine.
  package static let damping = 0.005

  /// Makes a pluck.
  ///
  /// - Precondition: `stop` is not before `onset`.
  package init(string: StringModel, onset: Double, stop: Double? = nil) {
    precondition(stop.map { $0 >= onset } ?? true, "A string is stopped after it was plucked.")
    self.string = string
    self.onset = onset
    self.stop = stop
  }

  /// Returns the factor of the partials `time` seconds after the signal's start: attack and stop.
  package func envelope(at time: Double) -> Double {
    let sinceOnset = time - onset
    guard sinceOnset >= 0 else { return 0 }
    var gain = 1.0
    if sinceOnset < StringModel.attack {
      gain = (1 - cos(.pi * sinceOnset / StringModel.attack)) / 2
    }
    if let stop, time > stop {
      let sinceStop = time - stop
      guard sinceStop < Self.damping else { return 0 }
      gain *= (1 + cos(.pi * sinceStop / Self.damping)) / 2
    }
    return gain
  }

  /// Returns true if the envelope is 1 from `start` to `end`, both in seconds since the signal's
  /// start.
  func isOpen(from start: Double, to end: Double) -> Bool {
    start >= onset + StringModel.attack && (stop.map { end <= $0 } ?? true)
  }

  /// Returns true if the envelope is 0 from `start` to `end`, both in seconds since the signal's
  /// start.
  func isSilent(from start: Double, to end: Double) -> Bool {
    end < onset || (stop.map { start >= $0 + Self.damping } ?? false)
  }
}
