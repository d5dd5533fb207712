// SPDX-License-Identifier: MIT

package import Acoustics

/// One stroke of a recording, with the reading of each string.
package struct Stroke: Hashable, Sendable {
  /// The onset of the first string.
  package let start: SamplePosition
  /// The last update at which a string sounded, but not later than the onset of the next stroke.
  package let end: SamplePosition
  /// One reading for each string, in the order of the configuration.
  ///
  /// Only a sounding string has a frequency.
  package let readings: [StringReading]
}
