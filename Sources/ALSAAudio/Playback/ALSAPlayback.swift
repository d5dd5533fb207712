// SPDX-License-Identifier: MIT

public import Acoustics

/// Plays mono samples on a playback device of ALSA.
///
/// The device is open from `init` on and released with the value.
public struct ALSAPlayback: ~Copyable {
  private var playback: PCMPlayback<ALSAPCM>

  /// Opens a device and agrees with it on a stream.
  ///
  /// - Parameters:
  ///   - deviceName: the device; `default` for what the system has chosen.
  ///   - preferredRate: the rate asked for; the device's nearest is taken.
  /// - Throws: ``ALSAError``, when it can't be opened or agrees to nothing usable.
  public init(
    deviceName: String = "default", preferredRate: SampleRate = SampleRate(48000)
  ) throws(ALSAError) {
    playback = try PCMPlayback(
      name: deviceName, preferredRate: preferredRate, device: ALSAPCM())
  }

  /// The rate that the device agreed to.
  public var sampleRate: SampleRate { SampleRate(playback.setup.rateInHertz) }

  /// The stream that the device agreed to.
  public var setup: StreamSetup { playback.setup }

  /// How often the device ran out of samples; each was heard as a short pause.
  public var underrunCount: Int { playback.underrunCount }

  /// Writes all of `samples`, as fast as the device takes them.
  ///
  /// - Parameters:
  ///   - samples: at full scale ±1, at `sampleRate`.
  ///   - isWanted: asked between periods; `false` ends the playback early.
  /// - Returns: whether all was written.
  /// - Throws: ``ALSAError``, when the device takes no more.
  public mutating func write(
    _ samples: Span<Float>, while isWanted: () -> Bool = { true }
  ) throws(ALSAError) -> Bool {
    try playback.write(samples, while: isWanted)
  }

  /// Waits until what was written has sounded.
  ///
  /// - Parameter isWanted: asked now and then; `false` ends the wait.
  /// - Throws: ``ALSAError/stalled(name:seconds:)``, when it never sounds.
  public mutating func finish(while isWanted: () -> Bool = { true }) throws(ALSAError) {
    try playback.finish(while: isWanted)
  }
}
