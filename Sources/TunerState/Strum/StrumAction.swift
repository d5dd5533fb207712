// SPDX-License-Identifier: MIT

public import Tuning

/// An action on the view of strokes.
///
/// Times count from the start of the session.
public enum StrumAction: Hashable, Sendable {
  /// Results of all strings begin to arrive.
  case begin
  /// No more results arrive, because the mode changed or listening stopped.
  case end
  /// The strings changed.
  case retarget([StrumTarget])
  /// The settings changed the rules.
  case follow(StrumRules)
  /// A result arrived.
  case result(StrumResult, at: Duration)
  /// The display time of a confirmation has ended.
  case confirmationTimedOut(ConfirmationToken)
  /// The player acknowledged the confirmations.
  case acknowledge
}

/// An effect of the view of strokes.
public enum StrumEffect: Hashable, Sendable {
  /// Signal once to the player.
  case signal
  /// Answer with `confirmationTimedOut` at `deadline`.
  case startConfirmationTimer(ConfirmationToken, deadline: Duration)
  /// Cancel that answer.
  case cancelConfirmationTimer(ConfirmationToken)
}

/// The rules by which strings of a stroke are in tune.
public struct StrumRules: Hashable, Sendable {
  /// The in-tune window.
  public var tolerance: TuningTolerance
  /// The confidence below which a string counts as silent.
  public var noiseGate: Double
  /// The initial hysteresis; `nil` if the settings have no margin.
  var hysteresis: TuningStateHysteresis?
  /// The time in tune before a confirmation.
  public var confirmationHold: Duration

  /// Takes the rules of a player's settings.
  public init(_ settings: TunerSettings = TunerSettings()) {
    tolerance = settings.tolerance
    noiseGate = settings.noiseGateThreshold
    hysteresis = TunerView.hysteresis(settings)
    confirmationHold = settings.confirmationHold
  }
}
