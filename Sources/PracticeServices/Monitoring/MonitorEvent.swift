// SPDX-License-Identifier: MIT

/// An event that makes a monitor check the gate.
public enum MonitorEvent: Hashable, Sendable {
  /// A second passed.
  case tick
  /// The journal has new records.
  case journalChanged
  /// Another process changed the gate's state.
  case stateChanged
}

/// A source of events for a monitor.
public protocol MonitorEvents: Sendable {
  /// Registers for changes, and begins.
  ///
  /// - Returns: the events, until `stop()`.
  /// - Throws: `MonitorError`.
  func start() throws(MonitorError) -> AsyncStream<MonitorEvent>

  /// Ends the events, and removes all registrations.
  func stop()
}
