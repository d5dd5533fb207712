// SPDX-License-Identifier: MIT

/// The status of a stream, as far as the device reports it.
struct StreamStatus: Hashable {
  /// The states that matter to a caller.
  enum State: Hashable {
    case ready, running, overrun, suspended, disconnected, other
  }

  var state: State
  /// The frames that can be transferred without waiting.
  var available: Int
  /// The frames between the device's converter and the caller, in all buffers.
  var delay: Int
  /// The time of this status, in nanoseconds; `nil` where the device does not report it.
  var time: Int64?
  /// The time of the last start or stop, in nanoseconds.
  var triggerTime: Int64?

  init(
    state: State, available: Int = 0, delay: Int = 0, time: Int64? = nil,
    triggerTime: Int64? = nil
  ) {
    self.state = state
    self.available = available
    self.delay = delay
    self.time = time
    self.triggerTime = triggerTime
  }
}
