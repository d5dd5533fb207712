// SPDX-License-Identifier: MIT

package import Acoustics

/// The input of a contestant: the sound of one item.
package struct ContestantInput: Sendable {
  /// The item's name, unique in its run: `guitarsounds/Wood_A5.wav`, `string/E2/0`.
  package let item: String
  /// The rate of `samples`.
  package let sampleRate: SampleRate
  /// The whole sound: mono, full scale 1; NaN and infinity are not removed.
  package let samples: [Float]
  /// The requested rate of readings; a contestant with its own hop keeps that.
  package let updateRate: UpdateRate

  /// Makes the input of one item.
  package init(item: String, sampleRate: SampleRate, samples: [Float], updateRate: UpdateRate) {
    self.item = item
    self.sampleRate = sampleRate
    self.samples = samples
    self.updateRate = updateRate
  }

  /// The sound's length in seconds.
  package var duration: Double { Double(samples.count) / Double(sampleRate.hertz) }
}
