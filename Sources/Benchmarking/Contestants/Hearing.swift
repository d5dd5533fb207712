// SPDX-License-Identifier: MIT

public import Acoustics

/// What a contestant is given to hear: the sound of one item.
public struct Hearing: Sendable {
  /// The item's name, unique in its run: `guitarsounds/Wood_A5.wav`, `string/E2/0`.
  public let item: String
  /// The rate of `samples`.
  public let sampleRate: SampleRate
  /// The whole sound, mono, full scale 1; samples that are not numbers are passed on as they are.
  public let samples: [Float]
  /// How often a reading is wanted; a contestant with a hop of its own keeps it.
  public let updateRate: UpdateRate

  /// Makes the hearing of one item.
  public init(item: String, sampleRate: SampleRate, samples: [Float], updateRate: UpdateRate) {
    self.item = item
    self.sampleRate = sampleRate
    self.samples = samples
    self.updateRate = updateRate
  }

  /// The sound's length in seconds.
  public var duration: Double { Double(samples.count) / Double(sampleRate.hertz) }
}
