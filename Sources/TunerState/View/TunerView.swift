// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// The tuner reducer: the content of a screen and the state that determines it.
///
/// A screen draws `state` and the computed properties of this type, which follow the settings.
public struct TunerView: Hashable, Sendable {
  /// The content of the screen.
  public internal(set) var state: TunerViewState
  /// The settings and the available choices.
  public internal(set) var settings: Settings
  /// The phase of audio capture.
  public internal(set) var phase = ListeningPhase.idle
  /// The choice among the strings.
  public internal(set) var mode = TargetMode.nearest
  /// The fret of the capo; 0 for none.
  public internal(set) var capo = 0
  /// The strings of strokes, which are measured in the mode `all`.
  public internal(set) var strum: StrumView

  /// True if the tuning is used for this run only, so loaded settings don't replace it.
  var isTuningOfRun: Bool
  /// The selected tuning as it sounds behind the capo.
  var sounding: InstrumentTuning
  var latch = ConfirmationLatch()
  var done = StringSet()
  /// The hysteresis before the current result; `nil` without a margin.
  var hysteresis: TuningStateHysteresis?
  var latestTimestamp: SamplePosition?
  var latestTime = Duration.zero

  /// Makes a tuner that has not listened yet.
  ///
  /// - Parameters:
  ///   - settings: the settings.
  ///   - tuning: the tuning for this run; `nil` for the one in the settings, if it exists.
  public init(settings: TunerSettings = TunerSettings(), tuning: InstrumentTuning? = nil) {
    self.settings = Settings(settings)
    let selected = tuning ?? self.settings.tuning(settings.selectedTuningID) ?? .standard
    state = TunerViewState(selectedTuning: selected)
    isTuningOfRun = tuning != nil
    sounding = selected
    hysteresis = Self.hysteresis(settings)
    strum = StrumView(StrumRules(settings))
    _ = strum.reduce(.retarget(strumTargets))
  }

  /// The displayed confirmation with its end; `nil` for none.
  public var confirmation: PendingConfirmation? { latch.pending }

  /// The target of the analysis.
  public var target: TunerTarget {
    TunerTarget(
      tuning: sounding, mode: mode, reference: settings.values.a4,
      temperament: settings.values.temperament)
  }

  static func hysteresis(_ settings: TunerSettings) -> TuningStateHysteresis? {
    guard settings.hysteresis.value > 0 else { return nil }
    return try? TuningStateHysteresis(
      margin: settings.hysteresis, tolerance: settings.tolerance,
      noiseGate: settings.noiseGateThreshold)
  }
}

/// The phase of audio capture.
public enum ListeningPhase: String, CaseIterable, Hashable, Sendable {
  case idle
  /// Audio is starting and has not answered.
  case starting
  case listening
  /// Audio is stopping or was lost, and is not released yet.
  case stopping
}

/// A set of the player's string numbers: one bit each, so that insertion allocates nothing.
struct StringSet: Hashable, Sendable {
  private var bits: UInt16 = 0

  /// Inserts a string; ignores a number that no instrument has.
  mutating func insert(_ position: Int) { bits |= Self.bit(position) }

  func contains(_ position: Int) -> Bool { bits & Self.bit(position) != 0 }

  private static func bit(_ position: Int) -> UInt16 {
    (0..<UInt16.bitWidth).contains(position) ? 1 << UInt16(position) : 0
  }
}

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

  /// True if the result is from before listening stopped.
  public var isStale: Bool { state.isStale }

  /// The strings of the selected tuning from the highest number to string 1; none in chromatic
  /// mode.
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
  /// The target frequency; `nil` if the temperament has no pitch for its note.
  public let frequency: Hertz?
  /// True if the last result matched this string.
  public let isMatched: Bool
  /// True if the string has been in tune since listening started.
  public let isDone: Bool

  /// The target note with its octave.
  public var note: SpelledNote { string.spelling }
}
