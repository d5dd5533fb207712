// SPDX-License-Identifier: MIT

/// The direction of samples.
public enum StreamDirection: String, Hashable, Sendable, CaseIterable {
  /// Samples come from the device.
  case capture
  /// Samples go to the device.
  case playback
}

/// The calls of libasound that a stream makes on one device, and the time.
///
/// The calls return what libasound returns, a count or a negative errno, so that a scripted device
/// can return anything that a real one does. They do not recover from failures; ``PCMCapture`` and
/// ``PCMPlayback`` do, for both kinds of device.
protocol PCM: ~Copyable {
  /// Opens a device without waiting for it. An open device is closed first.
  mutating func open(_ name: String, _ direction: StreamDirection) throws(PCMRefusal)
  /// Closes the device. All calls of a closed one return `-ENODEV`.
  mutating func close()

  /// Returns the abilities of the device.
  mutating func abilities() throws(PCMRefusal) -> DeviceAbilities

  /// Sets up the stream as close to `wish` as the device supports.
  ///
  /// - Returns: the setup that the device reports.
  mutating func configure(_ wish: StreamSetup) throws(PCMRefusal) -> StreamSetup

  /// Makes a stopped stream ready to start.
  mutating func prepare() -> Int32
  /// Starts the stream.
  mutating func start() -> Int32
  /// Resumes after a suspension; `-EAGAIN` while the device is not ready, `-ENOSYS` if it cannot
  /// resume.
  mutating func resume() -> Int32
  /// Waits until a period can be transferred: 1 if it can, 0 at the timeout.
  mutating func wait(milliseconds: Int32) -> Int32
  /// Reads at most `frames` frames and returns their number.
  mutating func read(_ bytes: UnsafeMutableRawBufferPointer, frames: Int) -> Int
  /// Writes at most `frames` frames and returns their number.
  mutating func write(_ bytes: UnsafeRawBufferPointer, frames: Int) -> Int
  /// Stops after all written frames were played; `-EAGAIN` until then.
  mutating func drain() -> Int32
  /// The status of the stream; disconnected when closed.
  mutating func status() -> StreamStatus

  /// The monotonic clock, in nanoseconds.
  mutating func now() -> Int64
  /// Waits for a time.
  mutating func pause(milliseconds: Int32)
}

/// A refusal of libasound with its errno.
struct PCMRefusal: Error, Hashable {
  /// The refused step.
  enum Step: String {
    case open, access, format, channels, rate
    case period = "period size"
    case buffer = "buffer size"
    case parameters, timestamps
  }

  var step: Step
  /// A positive errno.
  var code: Int32
}

/// The status of a stream, as far as the device reports it.
struct StreamStatus: Hashable {
  /// The states that a caller must distinguish.
  enum State: Hashable {
    case ready, running, overrun, suspended, disconnected, other
  }

  var state: State
  /// The frames that can be transferred without waiting.
  var available: Int
  /// The frames between the device's converter and the caller, in all buffers.
  var delay: Int
  /// The time of this status, in nanoseconds; `nil` if the device does not report it.
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
