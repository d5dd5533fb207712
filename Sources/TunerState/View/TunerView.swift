// SPDX-License-Identifier: MIT

internal import Acoustics
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

  /// The selected tuning as it sounds behind the capo.
  var sounding: InstrumentTuning
  var latch = ConfirmationLatch()
  var done = StringSet()
  /// The states before the current result; `nil` without a margin, which needs none.
  var hysteresis: TuningStateHysteresis?
  var latestTimestamp: SamplePosition?
  var latestTime = Duration.zero

  /// Makes a tuner that has not listened yet.
  ///
  /// - Parameters:
  ///   - settings: the settings.
  ///   - tuning: the tuning; `nil` for the one in the settings, where it exists.
  public init(settings: TunerSettings = TunerSettings(), tuning: InstrumentTuning? = nil) {
    self.settings = Settings(settings)
    let selected = tuning ?? self.settings.tuning(settings.selectedTuningID) ?? .standard
    state = TunerViewState(selectedTuning: selected)
    sounding = selected
    hysteresis = Self.hysteresis(settings)
  }

  /// The displayed confirmation with its end; `nil` for none.
  public var confirmation: PendingConfirmation? { latch.pending }

  /// The targets.
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
