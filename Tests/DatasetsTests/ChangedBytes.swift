// SPDX-License-Identifier: MIT

import Foundation
import TestSignals

/// Copies of a file, each with one changed byte, at places that a seed determines.
struct ChangedBytes: Sequence, IteratorProtocol {
  /// The number of copies.
  static let copyCount = 3000

  private let whole: Data
  private let seed: UInt64
  private var random: SplitMix64
  private var left = copyCount

  init(_ whole: Data, seed: UInt64) {
    self.whole = whole
    self.seed = seed
    random = SplitMix64(seed: seed)
  }

  /// Returns the next copy, and what was changed in it.
  mutating func next() -> (data: Data, change: String)? {
    guard left > 0 else { return nil }
    left -= 1
    var data = whole
    let place = Int.random(in: data.indices, using: &random)
    data[place] = data[place] &+ UInt8.random(in: 1...255, using: &random)
    return (data, "seed \(seed), byte \(place) = \(data[place])")
  }
}
