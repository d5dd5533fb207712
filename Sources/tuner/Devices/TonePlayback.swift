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
    let interruption = Interruption()
    let continues = { !interruption.hasHappened }
    do {
      var playback = try ALSAPlayback(deviceName: deviceName, preferredRate: preferredRate)
      let sequence = try tones(playback.sampleRate)
      for frequency in sequence.frequencies where continues() {
        var samples = ToneSamples(sequence.tone, of: frequency, at: sequence.sampleRate)
        while continues(), case let block = samples.next(), !block.isEmpty {
          _ = try playback.write(block.span, while: continues)
        }
      }
      if continues() { try playback.finish(while: continues) }
    } catch let error as ALSAError {
      StandardError.write("tuner: \(printable(error.description))\n")
      throw ExitStatus.deviceUnavailable
    }
    if interruption.hasHappened { throw ExitStatus.interrupted }
  }
}
