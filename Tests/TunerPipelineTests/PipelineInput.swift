// SPDX-License-Identifier: MIT

import Foundation
import TestSignals

/// Input of the tests of pipelines.
enum PipelineInput {
  /// Returns a decaying A2 with eight partials behind a fifth of a second of silence.
  static func pluck(rate: Int = 48000, seconds: Double = 1) -> [Float] {
    makeSamples(Int(seconds * Double(rate))) { index in
      let time = Double(index) / Double(rate) - 0.2
      guard time > 0 else { return 0 }
      return singleSumOfPartials(1...8) { n in
        0.1 / n * exp(-2 * time) * sin(2 * Double.pi * 110 * n * time)
      }
    }
  }

  /// Divides samples into chunks.
  ///
  /// - Parameters:
  ///   - count: the number of samples.
  ///   - size: the size of a chunk by its index, from 1.
  /// - Returns: the range of each chunk.
  static func chunks(of count: Int, sized size: (Int) -> Int) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = min(count, start + size(chunks.count))
      chunks.append(start..<end)
      start = end
    }
    return chunks
  }
}
