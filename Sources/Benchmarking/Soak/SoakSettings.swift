// SPDX-License-Identifier: MIT

package import Acoustics

/// The settings of a soak test.
package struct SoakSettings: Sendable {
  /// A deliberate defect that must make the soak test fail.
  package enum Defect: String, CaseIterable, Sendable {
    /// Memory that is never freed.
    case leak
    /// Results that never arrive.
    case loss
    /// A device that is never closed.
    case device
  }

  /// The length of the run, in seconds of audio.
  package var seconds: Double
  /// The stream's rate.
  package var sampleRate = SampleRate(48000)
  /// The rate of updates.
  package var updates = UpdateRate.standard
  /// The faults, repeated in this order.
  package var faults = SoakFault.allCases
  /// The seed of the random numbers.
  package var seed: UInt64 = 1
  /// True if the stream is paced in real time.
  package var isPaced = false
  /// Stops and continues the process, and returns true if it was stopped; `nil` omits that fault.
  package var pause: (@Sendable () -> Bool)?
  /// The deliberate defect, if any.
  package var defect: Defect?

  /// Makes the settings of a soak.
  package init(seconds: Double) { self.seconds = seconds }

  /// The least length in which every fault occurs three times, in seconds.
  package var shortest: Double { Double(3 * kinds.count) * Self.shortestEpisode }

  /// The faults that occur in the run.
  var kinds: [SoakFault] { faults.filter { $0 != .pause || pause != nil } }

  /// The length of an episode: two minutes, or less so that each fault occurs three times.
  var episodeSeconds: Double {
    min(120, max(Self.shortestEpisode, seconds / Double(3 * max(1, kinds.count))))
  }

  /// The shortest episode in seconds, with four seconds without fault at its end.
  private static let shortestEpisode = 6.0
}
