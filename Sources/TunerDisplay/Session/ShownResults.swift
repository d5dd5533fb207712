// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerState

/// The results that a display has shown: the position of the newest one in its stream, and the
/// history of deviations.
///
/// A store keeps the last result of a stream until the next stream has one, so a result that was
/// shown before is not shown again, in whatever stream.
struct ShownResults {
  /// The kind of a result.
  enum Kind {
    /// The pitch of one string or note.
    case pitch
    /// The strings of a stroke.
    case stroke
  }

  /// The deviations of the current stream.
  private(set) var history = DeviationHistory()
  /// The length of a stream after which the display ends, in seconds; `nil` for none.
  private let seconds: Double?
  /// The samples a second of the current stream; `nil` before the first.
  private var sampleRate: SampleRate?
  /// The position of the newest result in the current stream; `nil` before its first.
  private var position: SamplePosition?
  /// The positions of the last results of each kind, in whatever stream.
  private var lastPitch: SamplePosition?
  private var lastStroke: SamplePosition?
  /// The position at which the requested time ends.
  private var end: SamplePosition?

  /// Makes the results of a display that has shown none.
  ///
  /// - Parameter seconds: the length of a stream after which the display ends; `nil` for none.
  init(seconds: Double? = nil) { self.seconds = seconds }

  /// True when the requested time of the current stream has passed.
  var isOver: Bool {
    guard let end, let position else { return false }
    return position >= end
  }

  /// Begins the results of another stream.
  mutating func begin(at sampleRate: SampleRate) {
    self.sampleRate = sampleRate
    position = nil
    history = DeviationHistory()
    end = seconds.map { seconds in
      SamplePosition(Int64((seconds * Double(sampleRate.hertz)).rounded(.up)))
    }
  }

  /// Follows the newest result of a store and returns true if the display has not shown it yet.
  mutating func follow(_ kind: Kind, at position: SamplePosition) -> Bool {
    switch kind {
    case .pitch:
      guard position != lastPitch else { return false }
      lastPitch = position
    case .stroke:
      guard position != lastStroke else { return false }
      lastStroke = position
    }
    self.position = position
    return true
  }

  /// Adds the newest result to the history.
  ///
  /// - Parameters:
  ///   - cents: its deviation; `nil` for none, and for a stroke, which has several.
  ///   - color: the colour of its tuning state.
  mutating func add(_ cents: Double?, _ color: MarkerColor) {
    guard let position, let sampleRate else { return }
    history.add(cents, color, at: Double(position.samples) / Double(sampleRate.hertz))
  }
}
