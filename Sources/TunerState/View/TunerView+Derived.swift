// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

extension TunerView {
  /// The tuning state of the last result by the player's settings; `silent` without one.
  public var tuningState: TuningState {
    guard let result = state.currentPitchResult else { return .silent }
    return judged(result)
  }

  /// The position of the marker, 0…1.
  public var markerPosition: Double { state.markerPosition }

  /// The colour of the marker.
  public var markerColor: MarkerColor { MarkerColor(tuningState) }

  /// The name of the detected note in the player's language; `nil` without one.
  public var displayNote: String? { state.displayNote(in: settings.values.notation) }

  /// The octave of the detected note; `nil` without one.
  public var displayOctave: Int? { state.displayOctave }

  /// The deviation in whole cents; `nil` without one.
  public var displayCents: Int? { state.displayCents }

  /// The guidance to the nearest string; `nil` without one.
  public var guidance: StringGuidance? { state.guidance }

  /// True where the result is from before listening stopped.
  public var isStale: Bool { state.isStale }

  /// The strings of the selected tuning from low to high; none in chromatic mode.
  public var targetStringIndicators: [TargetStringIndicator] {
    guard mode != .chromatic else { return [] }
    let system = PitchSystem(
      reference: settings.values.a4, temperament: settings.values.temperament)
    let matched = state.currentPitchResult?.target?.string
    return sounding.strings.map { string in
      TargetStringIndicator(
        string: string, frequency: TunedString(string, in: system)?.frequency,
        isMatched: string == matched, isDone: done.contains(string.position))
    }
  }

  /// Returns the tuning state of a result after the previous ones.
  func judged(_ result: PitchResult) -> TuningState {
    if var hysteresis { return hysteresis.state(of: result) }
    return result.state(
      noiseGate: settings.values.noiseGateThreshold, tolerance: settings.values.tolerance)
  }
}

/// One string of the selected tuning on a screen.
public struct TargetStringIndicator: Hashable, Sendable {
  /// The string with its note behind the capo.
  public let string: GuitarString
  /// The target frequency; `nil` where the temperament has no pitch for its note.
  public let frequency: Hertz?
  /// True where the last result matched this string.
  public let isMatched: Bool
  /// True where the string has been in tune since listening started.
  public let isDone: Bool

  /// The target note with its octave.
  public var note: SpelledNote { string.spelling }
}
