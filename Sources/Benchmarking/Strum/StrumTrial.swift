// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection
internal import TestSignals

/// A stroke with the reference of every string.
struct StrumTrial: Sendable {
  /// The rate of all strokes.
  static let rate = SampleRate(48_000)
  /// The rate at which contestants answer.
  static let updates = UpdateRate.standard
  /// The samples between two updates.
  static let samplesPerUpdate = Int(
    updates.position(ofUpdate: 1, at: rate).distance(from: .start))
  /// The distance from the target beyond which another note sounds, in cents.
  ///
  /// It is the range in which the engine searches.
  static let range = StrumString.defaultRange.value

  let input: StrumInput
  let set: String
  /// The instrument of a mixture; `nil` for a synthetic stroke.
  let guitar: String?
  /// The strings from the highest whose first partials collide with those of lower strings.
  let collidedCount: Int
  let lastOnset: Double
  /// Returns the truth of a string at a time in seconds.
  let truth: @Sendable (_ string: Int, _ time: Double) -> Truth
  /// The first partial that a manifest gives for each string; `nil` without one.
  let references: [Hertz?]

  /// The truth of a string at one time.
  enum Truth: Hashable, Sendable {
    /// The string is silent or sounds a note other than its own.
    case silent
    /// The string's first partial, in cents from its target.
    case sounding(Double)
    /// The reference of the string is not known, so nothing is scored.
    case unknown

    /// The deviation in cents; `nil` without one.
    var cents: Double? {
      guard case .sounding(let cents) = self else { return nil }
      return cents
    }

    /// Returns the truth of a string that sounds at a frequency.
    static func of(_ partial: Hertz, target: Hertz) -> Truth {
      let cents = partial.interval(above: target).value
      return abs(cents) <= StrumTrial.range ? .sounding(cents) : .silent
    }
  }

  /// The time after the last onset over which the truth of a whole stroke is averaged, in seconds.
  private static let steady = 1.5...3.0
  /// The number of places of that mean.
  private static let steadyCount = 7

  /// Returns the mean truth of a string while it is steady.
  ///
  /// - Parameter string: the string's index.
  /// - Returns: *unknown* if the truth is unknown at any of the times; *silent* if it is known at
  ///   all of them and the string is silent at one or more.
  func meanTruth(ofString string: Int) -> Truth {
    let length = Self.steady.upperBound - Self.steady.lowerBound
    let truths = (0..<Self.steadyCount).map { place in
      let share = Double(place) / Double(Self.steadyCount - 1)
      return truth(string, lastOnset + Self.steady.lowerBound + share * length)
    }
    if truths.contains(.unknown) { return .unknown }
    if truths.contains(.silent) { return .silent }
    return .sounding(truths.compactMap(\.cents).reduce(0, +) / Double(Self.steadyCount))
  }

  /// Returns the time of the update at an index from 0, in seconds.
  static func time(ofUpdate index: Int) -> Double {
    updates.position(ofUpdate: Int64(index + 1), at: rate).seconds(at: rate)
  }
}

extension StrumTrial {
  /// Renders a synthetic stroke.
  init(_ set: StrumSet, seed: UInt64, named name: String) {
    let strum = set.draw.strum(seed: seed)
    let signal = strum.signal(at: Self.rate)
    self.init(
      input: StrumInput(item: name, targets: strum.voices.map(\.target), signal: signal),
      set: set.name, guitar: nil, collidedCount: set.collidedCount, lastOnset: strum.lastOnset,
      truth: { Self.truth(in: strum, ofString: $0, at: $1) },
      references: strum.voices.map { _ in nil })
  }

  /// Returns the reference of a string.
  ///
  /// It is unknown if another string sounds a note in the range of this one, because either may be
  /// answered.
  private static func truth(in strum: Strum, ofString string: Int, at time: Double) -> Truth {
    let target = strum.voices[string].target
    let others = strum.voices.indices.filter { $0 != string }
    let isAmbiguous = others.contains { other in
      let partial = strum.firstPartial(ofString: other, at: time)
      return partial.map { Truth.of($0, target: target) != .silent } ?? false
    }
    if isAmbiguous { return .unknown }
    return strum.firstPartial(ofString: string, at: time).map { .of($0, target: target) }
      ?? .silent
  }
}
