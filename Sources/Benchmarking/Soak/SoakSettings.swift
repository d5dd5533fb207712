// SPDX-License-Identifier: MIT

public import Acoustics

/// How a soak is run.
public struct SoakSettings: Sendable {
  /// What makes a soak fail on purpose, so that it can be seen to.
  public enum Sabotage: String, CaseIterable, Sendable {
    /// Memory that is never let go.
    case leak
    /// Results that never arrive.
    case loss
    /// A device that is never closed.
    case device
  }

  /// How much is listened to, in seconds of audio.
  public var seconds: Double
  /// The stream's rate.
  public var sampleRate = SampleRate(48000)
  /// The updates a second.
  public var updates = UpdateRate.standard
  /// What befalls it, over and over.
  public var faults = SoakFault.allCases
  /// Where chance begins.
  public var seed: UInt64 = 1
  /// Whether it comes at real-time pace.
  public var isPaced = false
  /// Stops the process and lets it go on; `nil` leaves that fault out.
  public var pause: (@Sendable () -> Void)?
  /// What makes it fail on purpose.
  public var sabotage: Sabotage?

  /// Makes the settings of a soak.
  ///
  /// - Parameter seconds: how much is listened to, in seconds of audio.
  public init(seconds: Double) { self.seconds = seconds }

  /// The least time that every fault is gone through three times in, in seconds.
  public var shortest: Double { Double(3 * kinds.count) * Self.shortestEpisode }

  /// The faults that are gone through.
  var kinds: [SoakFault] { faults.filter { $0 != .pause || pause != nil } }

  /// The length of an episode: two minutes, or less so that each fault comes three times.
  var episodeSeconds: Double {
    min(120, max(Self.shortestEpisode, seconds / Double(3 * max(1, kinds.count))))
  }

  /// Behind the fault there are four seconds of calm.
  private static let shortestEpisode = 6.0
}
