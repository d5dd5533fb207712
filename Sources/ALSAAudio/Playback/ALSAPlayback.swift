// SPDX-License-Identifier: MIT

public import Acoustics

/// Plays mono samples on a playback device of ALSA.
///
/// The device is open from `init` until the value is destroyed.
public struct ALSAPlayback: ~Copyable {
  private var playback: PCMPlayback<ALSAPCM>

  /// Opens a device and negotiates a stream.
  ///
  /// - Parameters:
  ///   - deviceName: the device; `default` for the system's default.
  ///   - preferredRate: the preferred rate; the device's nearest is used.
  /// - Throws: ``ALSAError``, when it cannot be opened or supports no usable stream.
  public init(
    deviceName: String = "default", preferredRate: SampleRate = SampleRate(48000)
  ) throws(ALSAError) {
    playback = try PCMPlayback(
      name: deviceName, preferredRate: preferredRate, device: ALSAPCM())
  }

  /// The negotiated rate.
  public var sampleRate: SampleRate { SampleRate(playback.setup.rateInHertz) }

  /// The negotiated stream.
  public var setup: StreamSetup { playback.setup }

  /// The number of underruns; each is a short pause in the sound.
  public var underrunCount: Int { playback.underrunCount }

  /// Writes all of `samples`, as fast as the device takes them.
  ///
  /// - Parameters:
  ///   - samples: at full scale ±1, at `sampleRate`.
  ///   - isWanted: called between periods; `false` ends the playback early.
  /// - Returns: true if all samples were written.
  /// - Throws: ``ALSAError``, when the device accepts no more samples.
  public mutating func write(
    _ samples: Span<Float>, while isWanted: () -> Bool = { true }
  ) throws(ALSAError) -> Bool {
    try playback.write(samples, while: isWanted)
  }

  /// Waits until all written samples were played.
  ///
  /// - Parameter isWanted: called periodically; `false` ends the wait.
  /// - Throws: ``ALSAError/stalled(name:seconds:)``, when they are never played.
  public mutating func finish(while isWanted: () -> Bool = { true }) throws(ALSAError) {
    try playback.finish(while: isWanted)
  }
}
