// SPDX-License-Identifier: MIT

import Acoustics

/// What the contestants hear, over and over again.
struct Signal {
  /// Updates a second.
  static let updateRate = 60
  /// The rate of the signals that are made here.
  static let madeRate = SampleRate(48000)

  let name: String
  let sampleRate: SampleRate
  /// A whole number of hops.
  let samples: [Float]
  /// Whether it is what the detectors are for, rather than what could upset them.
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

  /// Where the hop of an update lies, counted from 0 and round again.
  func range(ofUpdate update: Int) -> Range<Int> {
    let start = update % updateCount * hopCount
    return start..<(start + hopCount)
  }
}
