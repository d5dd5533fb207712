// SPDX-License-Identifier: MIT

public import Acoustics

/// Compares what was heard with what was meant, one reading by itself.
///
/// `TargetSelector` adds what only a series of readings can tell.
public struct PitchClassifier: Sendable {
  /// How near to a string a pitch must be to count as that string: half a semitone, beyond which
  /// another note is nearer.
  public static let matchingRange = Cents(50)
  /// Where the deviation from a locked string ends.
  public static let lockedRange = Cents(100)

  /// What is compared with, in one place for all copies: to look at it is not to copy it.
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

  /// What a pitch is compared with.
  public var selection: TargetSelection { targets.selection }
  /// Where the notes are.
  public var system: PitchSystem { targets.system }
  /// The strings with their targets, from low to high; none in chromatic mode.
  public var strings: [TunedString] { targets.strings }
  /// The string that is tuned whatever is heard; `nil` for the nearest.
  public var locked: TunedString? { targets.locked }
  /// Whether the nearest of several strings is meant.
  @inline(__always)
  var isSelective: Bool { !targets.isChromatic && targets.locked == nil }

  /// Makes a classifier in equal temperament, for the nearest string or note.
  ///
  /// - Parameters:
  ///   - selection: what a pitch is compared with.
  ///   - reference: where A4 is.
  public init(selection: TargetSelection, reference: ReferencePitch = .concert) {
    targets = Targets(
      selection, in: PitchSystem(reference: reference),
      selection.tuning?.strings.map { TunedString($0, at: reference) } ?? [], locked: nil)
  }

  /// Makes a classifier.
  ///
  /// - Parameters:
  ///   - selection: what a pitch is compared with.
  ///   - system: where the notes are.
  ///   - position: the number of the string that alone is tuned; `nil` for the nearest.
  /// - Throws: `InstrumentTuningError.noPitch` when the system has none for a string, and
  ///   `.noSuchString` when there is none to be locked.
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

  /// Where A4 is.
  public var reference: ReferencePitch { targets.system.reference }

  /// Returns the result for one update.
  ///
  /// - Parameters:
  ///   - estimate: what the detector heard. A frequency that is not finite and above 0 counts as
  ///     nothing; under `TuningState.noiseGate` it is no estimate, for what repeats in noise is not a
  ///     pitch, and kept as unclear only with its company.
  ///   - level: the RMS level.
  ///   - timestamp: the position behind the last sample used.
  /// - Returns: the result, without a target where no string is near enough.
  /// - Complexity: O(strings). Does not allocate.
  public func classify(
    _ estimate: PitchEstimate?, level: Decibels?, at timestamp: SamplePosition
  ) -> PitchResult {
    result(of: estimate, level: level, at: timestamp)
  }

  /// The same in line: a result of several hundred bytes is made where it is used, and not brought there.
  @inline(__always)
  func result(
    of estimate: PitchEstimate?, level: Decibels?, at timestamp: SamplePosition
  ) -> PitchResult {
    // The estimate goes into the result as a whole, and what is asked of it is asked of it there.
    let frequency = estimate?.frequency ?? Hertz(0)
    guard frequency.value > 0, frequency.value.isFinite else {
      return PitchResult(timestamp: timestamp, level: level)
    }
    let confidence = estimate?.confidence ?? 0
    guard confidence >= TuningState.noiseGate else {
      return PitchResult(
        timestamp: timestamp, heard: estimate?.secondString == nil ? nil : estimate, isSure: false,
        confidence: confidence, level: level)
    }
    var result = PitchResult(
      timestamp: timestamp, heard: estimate, isSure: true, confidence: confidence, level: level)
    guard !targets.isChromatic else {
      let nearest = targets.system.nearest(to: frequency)
      result.target = nearest?.target
      result.cents = nearest?.cents
      result.note =
        if case .note(let note)? = nearest?.target {
          note
        } else {
          reference.nearestNote(to: frequency)
        }
      return result
    }
    result.note = nearestNote(to: frequency)
    // The way to the string says the rest: it is looked for once.
    guard let guidance = guidance(to: frequency) else { return result }
    result.guidance = guidance
    if let cents = deviation(at: guidance.interval) {
      result.target = .string(guidance.string)
      result.cents = cents
    }
    if result.target == nil || targets.locked != nil {
      result.harmonic = octave(at: frequency)
    }
    return result
  }

  /// Returns what `frequency` is matched with; `nil` when no string is within reach.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: the target and the deviation from it. A locked string is always the target, and the
  ///   deviation from it stops at `lockedRange`.
  public func match(_ frequency: Hertz) -> (target: PitchTarget, cents: Cents)? {
    if targets.isChromatic { return targets.system.nearest(to: frequency) }
    guard let guidance = guidance(to: frequency), let cents = deviation(at: guidance.interval)
    else { return nil }
    return (.string(guidance.string), cents)
  }

  /// The deviation that is shown `interval` above the string; `nil` beyond its reach.
  private func deviation(at interval: Cents) -> Cents? {
    guard targets.locked == nil else {
      let limit = Self.lockedRange.value
      return Cents(min(max(interval.value, -limit), limit))
    }
    return interval.magnitude <= Self.matchingRange ? interval : nil
  }

  /// Returns what `frequency` is matched with; `nil` when no string is within reach.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: as `match(_:)`, without the deviation.
  public func target(of frequency: Hertz) -> PitchTarget? { match(frequency)?.target }

  /// Returns the way to the locked string, or to the nearest one, however far.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: `nil` in chromatic mode.
  public func guidance(to frequency: Hertz) -> StringGuidance? {
    guard let string = targets.locked ?? nearest(to: frequency) else { return nil }
    return StringGuidance(
      string: string.string, interval: frequency.interval(above: string.frequency))
  }

  /// Returns the string whose twelfth-fret harmonic `frequency` is.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: `nil` in chromatic mode, when an open string is as near or no octave of one is, and
  ///   for any other string than a locked one.
  public func harmonic(at frequency: Hertz) -> StringHarmonic? {
    targets.locked != nil || match(frequency) == nil ? octave(at: frequency) : nil
  }

  /// The string of which `frequency` is an octave, whatever else is near.
  private func octave(at frequency: Hertz) -> StringHarmonic? {
    let octave = Hertz(frequency.value / 2)
    guard let string = targets.locked ?? nearest(to: octave) else { return nil }
    let cents = octave.interval(above: string.frequency)
    return cents.magnitude <= Self.matchingRange
      ? StringHarmonic(string: string.string, cents: cents) : nil
  }

  /// Returns the note that a frequency is called by.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: the nearest one.
  public func nearestNote(to frequency: Hertz) -> Note {
    targets.system.nearestNote(to: frequency)
  }

  /// Returns the string nearest to `frequency`, however far; of two as near, the lower.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: `nil` in chromatic mode.
  public func nearest(to frequency: Hertz) -> TunedString? {
    // A span: unoptimised builds allocate in an array's iterator, and this runs while listening.
    let all = targets.strings
    let strings = all.span
    var nearest: (index: Int, distance: Double)?
    for index in strings.indices {
      // Ratios are ordered as intervals are, without a logarithm each.
      let ratio = strings[index].frequency.value / frequency.value
      let distance = max(ratio, 1 / ratio)
      if nearest.map({ distance < $0.distance }) ?? true { nearest = (index, distance) }
    }
    return nearest.map { all[$0.index] }
  }
}
