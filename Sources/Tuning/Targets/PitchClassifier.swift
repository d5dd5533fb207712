// SPDX-License-Identifier: MIT

public import Acoustics

/// Compares a pitch with its target, one reading at a time.
///
/// `TargetSelector` adds the decisions that need several readings.
public struct PitchClassifier: Sendable {
  /// The largest distance of a pitch from its string: half a semitone.
  ///
  /// Beyond it another note is nearer.
  public static let matchingRange = Cents(50)
  /// The largest deviation from a locked string in a result, the end of a needle's scale.
  public static let lockedRange = Cents(100)

  /// The targets.
  ///
  /// All copies share them, so reading them copies nothing.
  private final class Targets: Sendable {
    let selection: TargetSelection
    let system: PitchSystem
    let strings: [TunedString]
    let locked: TunedString?
    let isChromatic: Bool

    init(
      _ selection: TargetSelection, in system: PitchSystem, _ strings: [TunedString],
      locked: TunedString?
    ) {
      self.selection = selection
      self.system = system
      self.strings = strings
      self.locked = locked
      isChromatic = selection.tuning == nil
    }
  }

  private let targets: Targets

  /// The selection of targets.
  public var selection: TargetSelection { targets.selection }
  /// The pitch system.
  public var system: PitchSystem { targets.system }
  /// The strings with their target frequencies, in the order of the instrument; empty in chromatic
  /// mode.
  public var strings: [TunedString] { targets.strings }
  /// The string that is always the target; `nil` for the nearest.
  public var locked: TunedString? { targets.locked }
  /// True if the nearest of several strings is the target.
  @inline(__always)
  var isSelective: Bool { !targets.isChromatic && targets.locked == nil }

  /// Makes a classifier in equal temperament, for the nearest string or note.
  public init(selection: TargetSelection, reference: ReferencePitch = .concert) {
    targets = Targets(
      selection, in: PitchSystem(reference: reference),
      selection.tuning?.strings.map { TunedString($0, at: reference) } ?? [], locked: nil)
  }

  /// Makes a classifier.
  ///
  /// - Parameters:
  ///   - selection: the selection of targets.
  ///   - system: the pitch system.
  ///   - position: the number of the only target string; `nil` for the nearest.
  /// - Throws: `InstrumentTuningError.noPitch` and `.noDegree` when the system has no pitch for a
  ///   string, and `.noSuchString` when there is no string with that number.
  public init(
    selection: TargetSelection, system: PitchSystem, lockedTo position: Int? = nil
  ) throws(InstrumentTuningError) {
    let strings = try selection.tuning?.tunedStrings(in: system) ?? []
    let locked = position.flatMap { position in
      strings.first { $0.string.position == position }
    }
    if let position, locked == nil { throw .noSuchString(position, count: strings.count) }
    targets = Targets(selection, in: system, strings, locked: locked)
  }

  /// The frequency of A4.
  public var reference: ReferencePitch { targets.system.reference }

  /// Returns the result for one update.
  ///
  /// - Parameters:
  ///   - estimate: the detector's estimate. A frequency that is not finite or not above 0 counts as
  ///     none. Below the confidence `TuningState.noiseGate`, the result has no pitch; it keeps the
  ///     estimate as unclear, only for the share of a second string.
  ///   - level: the RMS level.
  ///   - timestamp: the position after the last used sample.
  /// - Returns: the result, without a target if no string is near enough.
  /// - Complexity: O(strings). Does not allocate.
  public func classify(
    _ estimate: PitchEstimate?, level: Decibels?, at timestamp: SamplePosition
  ) -> PitchResult {
    result(of: estimate, level: level, at: timestamp)
  }

  /// Writes the result inline: a result has several hundred bytes and is built at its destination.
  @inline(__always)
  func result(
    of estimate: PitchEstimate?, level: Decibels?, at timestamp: SamplePosition
  ) -> PitchResult {
    // The whole estimate is copied to the result once and read there.
    let frequency = estimate?.frequency ?? Hertz(0)
    guard frequency.value > 0, frequency.value.isFinite else {
      return PitchResult(timestamp: timestamp, level: level)
    }
    let confidence = estimate?.confidence ?? 0
    guard confidence >= TuningState.noiseGate else {
      return PitchResult(
        timestamp: timestamp, measured: estimate?.secondString == nil ? nil : estimate,
        isSure: false,
        confidence: confidence, level: level)
    }
    var result = PitchResult(
      timestamp: timestamp, measured: estimate, isSure: true, confidence: confidence, level: level)
    if targets.isChromatic {
      setNearestNote(of: &result, frequency)
    } else {
      setNearestString(of: &result, frequency)
    }
    return result
  }

  @inline(__always)
  private func setNearestNote(of result: inout PitchResult, _ frequency: Hertz) {
    let nearest = targets.system.nearest(to: frequency)
    result.target = nearest?.target
    result.cents = nearest?.cents
    result.note =
      if case .note(let note)? = nearest?.target {
        note
      } else {
        reference.nearestNote(to: frequency)
      }
  }

  @inline(__always)
  private func setNearestString(of result: inout PitchResult, _ frequency: Hertz) {
    result.note = nearestNote(to: frequency)
    // Target and deviation follow from the guidance, so the nearest string is searched only once.
    guard let guidance = guidance(to: frequency) else { return }
    result.guidance = guidance
    if let cents = deviation(at: guidance.interval) {
      result.target = .string(guidance.string)
      result.cents = cents
    }
    if result.target == nil || targets.locked != nil {
      result.harmonic = octave(at: frequency)
    }
  }

  /// Returns the target for `frequency`; `nil` when no string is within reach.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: the target and the deviation from it. A locked string is always the target, at any
  ///   distance.
  public func match(_ frequency: Hertz) -> (target: PitchTarget, cents: Cents)? {
    if targets.isChromatic { return targets.system.nearest(to: frequency) }
    guard let guidance = guidance(to: frequency), deviation(at: guidance.interval) != nil
    else { return nil }
    return (.string(guidance.string), guidance.interval)
  }

  /// Returns the deviation of a result at `interval` above the string; `nil` beyond its reach.
  private func deviation(at interval: Cents) -> Cents? {
    guard targets.locked == nil else {
      let limit = Self.lockedRange.value
      return Cents(min(max(interval.value, -limit), limit))
    }
    return interval.magnitude <= Self.matchingRange ? interval : nil
  }

  /// Returns true if a deviation reaches the end of the range of the locked string, so that a text
  /// gives the distance in semitones; false if no string is locked.
  package func isFarFromLocked(_ cents: Cents) -> Bool {
    targets.locked != nil && Self.reachesLockedRange(cents)
  }

  /// Returns true if a deviation from the locked string reaches the end of `lockedRange`, where
  /// results stop.
  package static func reachesLockedRange(_ cents: Cents) -> Bool { cents.magnitude >= lockedRange }

  /// Returns the target for `frequency`; `nil` when no string is within reach.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: the same target as `match(_:)`, without the deviation.
  public func target(of frequency: Hertz) -> PitchTarget? { match(frequency)?.target }

  /// Returns the interval to the locked or the nearest string, at any distance.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: `nil` in chromatic mode.
  public func guidance(to frequency: Hertz) -> StringGuidance? {
    guard let string = targets.locked ?? nearest(to: frequency) else { return nil }
    return StringGuidance(
      string: string.string, interval: frequency.interval(above: string.frequency))
  }

  /// Returns the string whose harmonic at the twelfth fret is `frequency`.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: `nil` in chromatic mode, if an open string is as near, if no string's octave is
  ///   near, and if the octave belongs to another string than the locked one.
  public func harmonic(at frequency: Hertz) -> StringHarmonic? {
    targets.locked != nil || match(frequency) == nil ? octave(at: frequency) : nil
  }

  /// Returns the string with an octave at `frequency`, however near other strings are.
  private func octave(at frequency: Hertz) -> StringHarmonic? {
    let octave = Hertz(frequency.value / 2)
    guard let string = targets.locked ?? nearest(to: octave) else { return nil }
    let cents = octave.interval(above: string.frequency)
    return cents.magnitude <= Self.matchingRange
      ? StringHarmonic(string: string.string, cents: cents) : nil
  }

  /// Returns the displayed note of a frequency.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: the nearest one.
  public func nearestNote(to frequency: Hertz) -> Note {
    targets.system.nearestNote(to: frequency)
  }

  /// Returns the string nearest to `frequency`, at any distance; of two that are equally near, the
  /// one that comes first in the tuning.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: `nil` in chromatic mode.
  public func nearest(to frequency: Hertz) -> TunedString? {
    // A span: unoptimised builds allocate in an array's iterator, and this runs in real time.
    let all = targets.strings
    let strings = all.span
    var nearest: (index: Int, distance: Double)?
    for index in strings.indices {
      // Ratios have the same order as intervals and need no logarithm.
      let ratio = strings[index].frequency.value / frequency.value
      let distance = max(ratio, 1 / ratio)
      if nearest.map({ distance < $0.distance }) ?? true { nearest = (index, distance) }
    }
    return nearest.map { all[$0.index] }
  }
}
