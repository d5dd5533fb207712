// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput

/// A capture device of ALSA.
///
/// ```swift
/// var capture = try ALSACapture(CaptureConfiguration(deviceName: "hw:1"))
/// switch try capture.capture(into: &block) { … }
/// ```
///
/// The device is open from `init` until the value is destroyed.
public struct ALSACapture: CaptureSource, ~Copyable {
  /// The error that ends a capture.
  public typealias Failure = ALSAError

  private var capture: PCMCapture<ALSAPCM>

  /// Opens a device and negotiates a stream, which starts at the first call of `capture`.
  ///
  /// - Throws: ``ALSAError``, when it cannot be opened or supports no usable stream.
  public init(_ configuration: CaptureConfiguration = CaptureConfiguration()) throws(ALSAError) {
    capture = try PCMCapture(configuration, device: ALSAPCM())
  }

  /// The negotiated rate.
  public var sampleRate: SampleRate { capture.sampleRate }

  /// The negotiated stream.
  public var setup: StreamSetup { capture.setup }

  /// The condition of the capture, which any thread may read.
  public var health: CaptureHealth { capture.health }

  /// Waits for the next samples, at most 20 ms where a device keeps its timeout.
  ///
  /// - Parameter block: receives the samples of the device from its start, as many as fit.
  /// - Returns: samples, a gap, or idle; never the end.
  /// - Throws: ``ALSAError``, when no more samples can arrive.
  /// - Complexity: O(samples). Allocates only when it opens a device again.
  public mutating func capture(
    into block: inout MutableSpan<Float>
  ) throws(ALSAError) -> CaptureEvent {
    try capture.capture(into: &block)
  }
}
