// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// All that is kept of the gate: one file.
public struct GateDocument: Hashable, Codable, Sendable {
  /// The state, with the version of its form.
  public var snapshot: PracticeSnapshot
  /// How the gate acts on the world.
  public var settings: GateSettings

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - practice: the state.
  ///   - settings: how the gate acts on the world.
  public init(_ practice: Practice, settings: GateSettings = GateSettings()) {
    snapshot = PracticeSnapshot(practice)
    self.settings = settings
  }
}
