// SPDX-License-Identifier: MIT

import Acoustics

/// A signal that the contestants analyse repeatedly.
struct Signal {
  /// Updates a second.
  static let updateRate = 60
  /// The rate of the signals that are made here.
  static let madeRate = SampleRate(48000)

  let name: String
  let sampleRate: SampleRate
  /// A whole number of hops.
  let samples: [Float]
  /// True for music; false for a signal that could be a worst case.
  let isMusic: Bool

  /// Samples in a hop.
  var hopCount: Int { sampleRate.hertz / Self.updateRate }
  /// Updates in the signal.
  var updateCount: Int { samples.count / hopCount }

  /// Cuts `samples` to whole hops, `limit` updates at most.
  init(
    name: String, sampleRate: SampleRate = Signal.madeRate, samples: [Float],
    isMusic: Bool = false, limit: Int = .max
  ) {
    self.name = name
    self.sampleRate = sampleRate
    self.isMusic = isMusic
    let hop = sampleRate.hertz / Self.updateRate
    self.samples = Array(samples.prefix(min(samples.count / hop, limit) * hop))
  }

  /// Returns the samples of an update's hop.
  ///
  /// Updates count from 0; the signal repeats.
  func range(ofUpdate update: Int) -> Range<Int> {
    let start = update % updateCount * hopCount
    return start..<(start + hopCount)
  }
}
