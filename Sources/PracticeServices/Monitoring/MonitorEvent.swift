// SPDX-License-Identifier: MIT

/// What makes a monitor look again.
public enum MonitorEvent: Hashable, Sendable {
  /// A second passed.
  case tick
  /// The journal has more to tell.
  case journalChanged
  /// Another process changed the gate's state.
  case stateChanged
}

/// Where a monitor's events come from.
public protocol MonitorEvents: Sendable {
  /// Registers with what tells of changes, and begins.
  ///
  /// - Returns: the events, until `stop()`.
  /// - Throws: `MonitorError`.
  func start() throws(MonitorError) -> AsyncStream<MonitorEvent>

  /// Ends the events, and gives all registrations back.
  func stop()
}
