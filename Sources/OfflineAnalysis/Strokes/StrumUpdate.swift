// SPDX-License-Identifier: MIT

package import Acoustics
package import Tuning

/// The readings of all strings at one update.
package struct StrumUpdate: Hashable, Sendable {
  /// The position after the last sample that the readings used.
  package let position: SamplePosition
  /// One reading for each string, in the order of the configuration.
  package let readings: [StringReading]
  /// The onsets of the newest stroke, from its first string to its last; `nil` before the first
  /// stroke.
  package let onsets: ClosedRange<SamplePosition>?

  /// Makes an update.
  ///
  /// - Parameters:
  ///   - position: the position after the last sample that was used.
  ///   - readings: one for each string.
  ///   - onsets: those of the newest stroke; `nil` before it.
  package init(
    position: SamplePosition, readings: [StringReading], onsets: ClosedRange<SamplePosition>?
  ) {
    self.position = position
    self.readings = readings
    self.onsets = onsets
  }

  /// Copies the readings of a result.
  package init(_ result: StrumResult) {
    self.init(
      position: result.timestamp, readings: result.readings.all, onsets: result.onsets)
  }

  /// True if a string sounds.
  package var isSounding: Bool { readings.contains { $0.state == .sounding } }
}
