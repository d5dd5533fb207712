// SPDX-License-Identifier: MIT

public import PracticeGate
import PracticeGoals

/// The stored document of the gate: state and settings in one file.
public struct GateDocument: Hashable, Codable, Sendable {
  /// The state, with its format version.
  public var snapshot: PracticeSnapshot
  /// The settings of the gate.
  public var settings: GateSettings

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - practice: the state.
  ///   - settings: the settings of the gate.
  public init(_ practice: Practice, settings: GateSettings = GateSettings()) {
    snapshot = PracticeSnapshot(practice)
    self.settings = settings
  }
}
