// SPDX-License-Identifier: MIT

public import Acoustics

/// The input of a contestant: the sound of one item.
public struct ContestantInput: Sendable {
  /// The item's name, unique in its run: `guitarsounds/Wood_A5.wav`, `string/E2/0`.
  public let item: String
  /// The rate of `samples`.
  public let sampleRate: SampleRate
  /// The whole sound: mono, full scale 1; NaN and infinity are not removed.
  public let samples: [Float]
  /// The requested rate of readings; a contestant with its own hop keeps that.
  public let updateRate: UpdateRate

  /// Makes the input of one item.
  public init(item: String, sampleRate: SampleRate, samples: [Float], updateRate: UpdateRate) {
    self.item = item
    self.sampleRate = sampleRate
    self.samples = samples
    self.updateRate = updateRate
  }

  /// The sound's length in seconds.
  public var duration: Double { Double(samples.count) / Double(sampleRate.hertz) }
}
