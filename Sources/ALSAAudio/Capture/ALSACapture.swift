// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput

/// Listens to a capture device of ALSA.
///
/// ```swift
/// var capture = try ALSACapture(CaptureConfiguration(deviceName: "hw:1"))
/// switch try capture.capture(into: &block) { … }
/// ```
///
/// The device is open from `init` on and released with the value.
public struct ALSACapture: CaptureSource, ~Copyable {
  /// What ends a capture.
  public typealias Failure = ALSAError

  private var capture: PCMCapture<ALSAPCM>

  /// Opens a device and agrees with it on a stream, which starts at the first call of `capture`.
  ///
  /// - Parameter configuration: the device, and what is asked of it.
  /// - Throws: ``ALSAError``, when it can't be opened or agrees to nothing usable.
  public init(_ configuration: CaptureConfiguration = CaptureConfiguration()) throws(ALSAError) {
    capture = try PCMCapture(configuration, device: ALSAPCM())
  }

  /// The rate that the device agreed to.
  public var sampleRate: SampleRate { capture.sampleRate }

  /// The stream that the device agreed to.
  public var setup: StreamSetup { capture.setup }

  /// What the capture goes through; to be kept, and read from any thread.
  public var health: CaptureHealth { capture.health }

  /// Waits for what comes next, for 20 ms at most where a device keeps to its word.
  ///
  /// - Parameter block: filled at its front with what the device has, as far as there is room.
  /// - Returns: samples, a gap, or nothing yet; never the end.
  /// - Throws: ``ALSAError``, when nothing more can come.
  /// - Complexity: O(samples). Does not allocate, but to open a device again.
  public mutating func capture(
    into block: inout MutableSpan<Float>
  ) throws(ALSAError) -> CaptureEvent {
    try capture.capture(into: &block)
  }
}
