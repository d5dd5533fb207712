// SPDX-License-Identifier: MIT

public import Acoustics

/// Keeps a state until the deviation has left its range by a margin, so that the display does not
/// flicker at an edge.
///
/// With a margin of 0 the states are those of `TuningState`. Only the limits of the deviation have
/// a margin. Silence and an unclear pitch are displayed at once, and another target or note
/// discards the previous state.
public struct TuningStateHysteresis: Hashable, Sendable {
  /// The supported margins.
  public static let supported = Cents(0)...Cents(5)

  /// The distance beyond an edge at which the state changes.
  public let margin: Cents
  /// The in-tune window.
  public let tolerance: TuningTolerance
  /// The confidence below which no pitch is displayed.
  public let noiseGate: Double

  private var last: (state: TuningState, target: PitchTarget?, onset: SamplePosition?)?

  /// Makes a hysteresis without a state.
  ///
  /// - Throws: `TuningError.hysteresisOutOfRange` outside `supported`.
  public init(
    margin: Cents = Cents(0), tolerance: TuningTolerance = .standard,
    noiseGate: Double = TuningState.noiseGate
  ) throws(TuningError) {
    guard Self.supported.contains(margin) else {
      throw .hysteresisOutOfRange(required: Self.supported, actual: margin)
    }
    self.margin = margin
    self.tolerance = tolerance
    self.noiseGate = noiseGate
  }

  private init(
    permitted margin: Cents, tolerance: TuningTolerance, noiseGate: Double
  ) {
    self.margin = margin
    self.tolerance = tolerance
    self.noiseGate = noiseGate
  }

  /// Returns a hysteresis with the same margin and noise gate, without a state.
  ///
  /// - Parameter tolerance: the in-tune window.
  /// - Returns: the hysteresis before its first reading.
  package func restarted(with tolerance: TuningTolerance) -> TuningStateHysteresis {
    TuningStateHysteresis(permitted: margin, tolerance: tolerance, noiseGate: noiseGate)
  }

  /// Returns the state of the next result.
  ///
  /// - Parameter result: results in the order of their positions.
  /// - Returns: the state of the result, or the previous one while the margin is not exceeded.
  public mutating func state(of result: PitchResult) -> TuningState {
    state(
      cents: result.cents, confidence: result.hasEstimate ? result.confidence : nil,
      target: result.target, onset: result.onset)
  }

  /// Returns the state of the next reading.
  ///
  /// - Parameters:
  ///   - cents: the deviation from the target; `nil` without one.
  ///   - confidence: 0…1; `nil` without a frequency.
  ///   - target: the target; another one discards the previous state.
  ///   - onset: the note's onset; another one discards the previous state.
  /// - Returns: the state of the reading, or the previous one while the margin is not exceeded.
  public mutating func state(
    cents: Cents?, confidence: Double?, target: PitchTarget?, onset: SamplePosition?
  ) -> TuningState {
    let plain = TuningState(
      cents: cents, confidence: confidence, noiseGate: noiseGate, tolerance: tolerance)
    var state = plain
    if let last, last.target == target, last.onset == onset, let cents,
      plain.range(tolerance) != nil, let range = last.state.range(tolerance),
      cents.value >= range.lowerBound - margin.value,
      cents.value <= range.upperBound + margin.value, margin.value > 0
    {
      state = last.state
    }
    last = (state, target, onset)
    return state
  }

  /// Compares settings and state.
  public static func == (left: TuningStateHysteresis, right: TuningStateHysteresis) -> Bool {
    left.margin == right.margin && left.tolerance == right.tolerance
      && left.noiseGate == right.noiseGate && left.last?.state == right.last?.state
      && left.last?.target == right.last?.target && left.last?.onset == right.last?.onset
  }

  /// Hashes the settings.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(margin)
    hasher.combine(tolerance)
    hasher.combine(noiseGate)
  }
}

extension TuningState {
  /// Returns the range of deviations of this state; `nil` if the state does not depend on the
  /// deviation.
  fileprivate func range(_ tolerance: TuningTolerance) -> ClosedRange<Double>? {
    let (inner, outer) = (tolerance.inTune.value, tolerance.slightly.value)
    return switch self {
    case .silent, .detecting, .active: nil
    case .inTune: -inner...inner
    case .slightlyFlat: -outer...(-inner)
    case .veryFlat: -.infinity...(-outer)
    case .slightlySharp: inner...outer
    case .verySharp: outer...(.infinity)
    }
  }
}
