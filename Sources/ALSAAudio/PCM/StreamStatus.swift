// SPDX-License-Identifier: MIT

/// Where a stream stands, as far as the device tells.
struct StreamStatus: Hashable {
  /// The states that matter to a caller.
  enum State: Hashable {
    case ready, running, overrun, suspended, disconnected, other
  }

  var state: State
  /// Frames that can be moved without waiting.
  var available: Int
  /// Frames between the device's converter and the caller, whatever buffers hold them.
  var delay: Int
  /// When the above was true, in nanoseconds; `nil` where the device doesn't say.
  var time: Int64?
  /// When the stream was last started or stopped, in nanoseconds.
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
