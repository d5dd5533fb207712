// SPDX-License-Identifier: MIT

import PracticeServices
import Synchronization
import Terminal
import TunerDisplay

/// The settings that a running monitor uses, which can change while it runs.
final class MonitorSettings: Sendable {
  private struct State {
    var settings: GateSettings
    var notifier: GoalNotifier
  }

  private let world: GateWorld
  private let notify: NotificationChoice?
  private let state: Mutex<State>

  /// Begins with the settings of the start.
  ///
  /// - Parameters:
  ///   - settings: the settings.
  ///   - world: makes the services.
  ///   - notify: the choice of the command line about notifications; `nil` for that of the settings.
  /// - Throws: `NotificationError` if notifications are requested and can't be shown.
  init(_ settings: GateSettings, in world: GateWorld, notify: NotificationChoice?) throws {
    self.world = world
    self.notify = notify
    let notifier = try Self.notifier(notify, settings)
    state = Mutex(State(settings: settings, notifier: notifier))
  }

  /// The settings in use.
  var present: GateSettings { state.withLock { $0.settings } }

  /// The notifier of the settings in use.
  var notifier: GoalNotifier { state.withLock { $0.notifier } }

  /// Uses changed settings, unless they could unblock a target.
  ///
  /// A change of the file must not do what `tuner gate setup` refuses. Such settings wait until
  /// nothing is blocked.
  ///
  /// - Parameters:
  ///   - settings: the settings that were read.
  ///   - store: the store whose services change.
  ///   - isBlocking: true while targets are blocked.
  /// - Returns: the settings that are then in use.
  func adopt(
    _ settings: GateSettings, in store: PracticeStore, isBlocking: Bool
  ) async -> GateSettings {
    let old = present
    guard
      !isBlocking
        || !world.inUse(old).canBeEased(
          by: world.inUse(settings), environment: GateWorld.environment)
    else {
      Self.say(.settingsWait)
      return old
    }
    // A new source would read the whole export again, and a new hook would run its command again.
    await store.use(
      data: old.healthExport == settings.healthExport ? nil : world.data(settings),
      blocker: Self.blocks(old, as: settings) ? nil : world.blocker(settings))
    let notifier = changedNotifier(old, settings)
    state.withLock { $0 = State(settings: settings, notifier: notifier ?? $0.notifier) }
    Self.say(.settingsChanged)
    return settings
  }

  /// Returns the notifier of changed settings; `nil` to keep the present one, also if notifications
  /// can't be shown, which is reported.
  private func changedNotifier(_ old: GateSettings, _ new: GateSettings) -> GoalNotifier? {
    guard old.notifies != new.notifies, notify == nil else { return nil }
    do throws(NotificationError) {
      return try Self.notifier(nil, new)
    } catch {
      StandardError.write("tuner: \(printable("\(error)"))\n")
      return nil
    }
  }

  private static func notifier(
    _ choice: NotificationChoice?, _ settings: GateSettings
  ) throws(NotificationError) -> GoalNotifier {
    try GoalNotifier(
      choice.map(\.setting) ?? settings.notifies, environment: GateWorld.environment)
  }

  /// Returns true if two settings block in the same way.
  private static func blocks(_ old: GateSettings, as new: GateSettings) -> Bool {
    old.hostsFile == new.hostsFile && old.leaseSeconds == new.leaseSeconds
      && old.onBlock == new.onBlock && old.onUnblock == new.onUnblock && old.helper == new.helper
  }

  private static func say(_ phrase: GatePhrase) {
    StandardError.write("tuner: \(phrase.text)\n")
  }
}
