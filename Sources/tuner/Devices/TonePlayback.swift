// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import Terminal
import TunerAnalysis

/// Reference tones on a device.
struct TonePlayback {
  let deviceName: String
  let preferredRate: SampleRate

  /// Plays tones one after another, until the last one ends or a person interrupts.
  ///
  /// - Parameter tones: makes the tones for the rate that the device accepts.
  /// - Throws: the errors of `tones`; `ExitStatus.deviceUnavailable` when the device fails, whose
  ///   reason has been printed; and `ExitStatus.interrupted`.
  func play(_ tones: (SampleRate) throws -> ToneSequence) throws {
    let signals = SignalQueue()
    var isPlaying = true
    let continues = {
      if signals.next(within: 0) == .end { isPlaying = false }
      return isPlaying
    }
    do {
      var playback = try ALSAPlayback(deviceName: deviceName, preferredRate: preferredRate)
      let sequence = try tones(playback.sampleRate)
      for frequency in sequence.frequencies where isPlaying {
        let samples = sequence.tone.samples(of: frequency, at: sequence.sampleRate)
        _ = try playback.write(samples.span, while: continues)
      }
      if isPlaying { try playback.finish(while: continues) }
    } catch let error as ALSAError {
      StandardError.write("tuner: \(printable(error.description))\n")
      throw ExitStatus.deviceUnavailable
    }
    if !isPlaying { throw ExitStatus.interrupted }
  }
}
