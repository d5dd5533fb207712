// SPDX-License-Identifier: MIT

/// Which way samples go.
public enum StreamDirection: String, Hashable, Sendable, CaseIterable {
  /// From the device.
  case capture
  /// To the device.
  case playback
}

/// What this module needs of one device: every call of libasound that a stream makes, and the time.
///
/// The calls answer as libasound does, with a count or a negative errno, so that a scripted device can
/// answer with anything that a real one may. Nothing here recovers from anything: that is
/// ``PCMCapture``'s and ``PCMPlayback``'s, and the same for both kinds of device.
protocol PCM: ~Copyable {
  /// Opens a device without waiting for it; one that is open already is closed first.
  mutating func open(_ name: String, _ direction: StreamDirection) throws(PCMRefusal)
  /// Gives the device back. What is closed answers everything with `-ENODEV`.
  mutating func close()

  /// Says what the device can do.
  mutating func abilities() throws(PCMRefusal) -> DeviceAbilities

  /// Sets the stream up as near to `wish` as the device comes.
  ///
  /// - Returns: what the device says it will do.
  mutating func configure(_ wish: StreamSetup) throws(PCMRefusal) -> StreamSetup

  /// Makes a stopped stream ready to start.
  mutating func prepare() -> Int32
  /// Starts the stream.
  mutating func start() -> Int32
  /// Goes on after a suspension; `-EAGAIN` while that can't be, `-ENOSYS` if it never can.
  mutating func resume() -> Int32
  /// Waits until a period can be moved: 1 if it can, 0 if it couldn't in time.
  mutating func wait(milliseconds: Int32) -> Int32
  /// Reads at most `frames`: their number.
  mutating func read(_ bytes: UnsafeMutableRawBufferPointer, frames: Int) -> Int
  /// Writes at most `frames`: their number.
  mutating func write(_ bytes: UnsafeRawBufferPointer, frames: Int) -> Int
  /// Stops when all that was written has sounded; `-EAGAIN` until then.
  mutating func drain() -> Int32
  /// Where the stream stands; disconnected, when closed.
  mutating func status() -> StreamStatus

  /// The monotonic clock, in nanoseconds.
  mutating func now() -> Int64
  /// Lets so much time pass.
  mutating func pause(milliseconds: Int32)
}

/// What libasound refused, and with which errno.
struct PCMRefusal: Error, Hashable {
  /// The step that was refused.
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
