// SPDX-License-Identifier: MIT

package import Acoustics
internal import Synchronization
internal import TestSignals

/// The sound of a stroke, and its strings.
package final class StrumInput: Sendable {
  /// The item's name, unique in its run.
  package let item: String
  /// The first partial of each string in tune.
  package let targets: [Hertz]
  /// The number of samples.
  package let sampleCount: Int
  /// The rate of the samples: `StrumTrial.rate`, or that of a recording.
  package let sampleRate: SampleRate
  private let signal: TestSignal?
  private let rendered: Mutex<[Float]?>

  /// Makes the input of a sound.
  init(
    item: String, targets: [Hertz], samples: [Float], sampleRate: SampleRate = StrumTrial.rate
  ) {
    self.item = item
    self.targets = targets
    sampleCount = samples.count
    self.sampleRate = sampleRate
    signal = nil
    rendered = Mutex(samples)
  }

  /// Makes the input of a synthetic stroke, which is rendered when a contestant reads it.
  init(item: String, targets: [Hertz], signal: TestSignal) {
    self.item = item
    self.targets = targets
    self.signal = signal
    sampleRate = StrumTrial.rate
    sampleCount = signal.sampleCount(at: StrumTrial.rate)
    rendered = Mutex(nil)
  }

  /// The whole sound at `sampleRate`: mono, full scale 1.
  package var samples: [Float] {
    rendered.withLock { samples in
      if let samples { return samples }
      let made = signal?.render(at: StrumTrial.rate) ?? []
      samples = made
      return made
    }
  }

  /// The number of updates.
  package var updateCount: Int { sampleCount / StrumTrial.samplesPerUpdate }
}
