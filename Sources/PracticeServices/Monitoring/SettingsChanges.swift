// SPDX-License-Identifier: MIT

/// The changes of the gate's settings while a monitor runs.
actor SettingsChanges {
  /// The settings in use.
  private var present: GateSettings
  /// The settings that wait until nothing is blocked; `nil` for none.
  private var waiting: GateSettings?
  private let adopt: @Sendable (GateSettings, Bool) async -> GateSettings

  /// Begins with the settings of the start.
  ///
  /// - Parameters:
  ///   - present: the settings in use.
  ///   - adopt: receives changed settings, and true while targets are blocked. It uses them unless
  ///     they must wait, and returns the settings that are then in use.
  init(
    present: GateSettings, adopt: @escaping @Sendable (GateSettings, Bool) async -> GateSettings
  ) {
    self.present = present
    self.adopt = adopt
  }

  /// Adopts settings that differ from those in use.
  ///
  /// Settings that wait are tried again only when nothing is blocked any more.
  ///
  /// - Parameters:
  ///   - settings: the settings that were read last.
  ///   - isBlocking: true while targets are blocked.
  /// - Returns: the settings in use if they changed, otherwise `nil`.
  func adopted(_ settings: GateSettings, isBlocking: Bool) async -> GateSettings? {
    guard settings != present else {
      waiting = nil
      return nil
    }
    if isBlocking, settings == waiting { return nil }
    let used = await adopt(settings, isBlocking)
    waiting = used == settings ? nil : settings
    guard used != present else { return nil }
    present = used
    return used
  }
}
