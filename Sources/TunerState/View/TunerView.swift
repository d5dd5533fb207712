// SPDX-License-Identifier: MIT

internal import Acoustics
public import Tuning

/// The tuner reducer: what a screen shows, and what it takes to decide that.
///
/// A screen draws `state` and what is computed here: these follow the settings.
public struct TunerView: Hashable, Sendable {
  /// What a screen shows.
  public internal(set) var state: TunerViewState
  /// What is set, and what can be chosen.
  public internal(set) var settings: Settings
  /// Where listening stands.
  public internal(set) var phase = ListeningPhase.idle
  /// Which of the strings are meant.
  public internal(set) var mode = TargetMode.nearest
  /// The fret that a capo sits at; 0 for none.
  public internal(set) var capo = 0

  /// The selected tuning as it sounds behind the capo.
  var sounding: InstrumentTuning
  var latch = ConfirmationLatch()
  var done = StringSet()
  /// What was seen before the current result; `nil` without a margin, when nothing is remembered.
  var hysteresis: TuningStateHysteresis?
  var latestTimestamp: SamplePosition?
  var latestTime = Duration.zero

  /// Makes a tuner that has not listened yet.
  ///
  /// - Parameters:
  ///   - settings: what is set.
  ///   - tuning: what is tuned, whatever is set; `nil` for the tuning that is set, where it is known.
  public init(settings: TunerSettings = TunerSettings(), tuning: InstrumentTuning? = nil) {
    self.settings = Settings(settings)
    let selected = tuning ?? self.settings.tuning(settings.selectedTuningID) ?? .standard
    state = TunerViewState(selectedTuning: selected)
    sounding = selected
    hysteresis = Self.hysteresis(settings)
  }

  /// What is shown as confirmed, and until when; `nil` when nothing is.
  public var confirmation: PendingConfirmation? { latch.pending }

  /// What a pitch is compared with.
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
