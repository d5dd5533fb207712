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
