// SPDX-License-Identifier: MIT

internal import SignalProcessing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The level of the noise under the peaks of a spectrum, in each bin.
///
/// A low quantile of the levels around a bin, raised to the mean by the law of noise power
/// (exponential: the 15 % quantile lies at 0.1625 of the mean). Levels are taken with +1.5 dB an
/// octave, which is flat half-way between white noise and pink: either leans by that much only within
/// the reach of a quantile. Every other bin is looked at: behind a Hann window neighbours are much alike.
/// The quantile slides over a histogram, so the work is the same for every signal.
struct SpectralFloor: ~Copyable {
  private static let quantile = 0.15
  private static let step = 16
  private static let firstBin = 8
  private static let reach = 32
  private static let lowReach = 20
  private static let lowBins = 48
  /// Histogram: levels from −140 to +52 in steps of a half, log₂ of power.
  private static let levelsPerStep: Float = 2
  private static let lowestLevel: Float = -140
  private static let bucketCount = 384
  /// log₂ of what the quantile is of the mean.
  private static let quantileLevel = Float(-2.621_5)

  /// Bins that are looked at.
  let binCount: Int
  private let tilt: AlignedBuffer
  private var buckets: [UInt16]
  private var histogram: [UInt16]
  /// The noise's level in each bin, log₂ of power.
  private(set) var level: AlignedBuffer

  /// Prepares for spectra of which the first `binCount` bins count.
  ///
  /// - Precondition: there are 128 of them or more.
  init(binCount: Int) {
    precondition(binCount >= 128)
    self.binCount = binCount
    var tilt = AlignedBuffer(count: binCount)
    do {
      var span = tilt.mutableSpan
      for bin in 1..<binCount { span[bin] = 0.5 * Float(log2(Double(bin))) }
    }
    self.tilt = tilt
    buckets = Array(repeating: 0, count: binCount)
    histogram = Array(repeating: 0, count: Self.bucketCount)
    level = AlignedBuffer(count: binCount)
  }

  /// Measures the floor of a spectrum.
  ///
  /// - Parameter spectrum: the level of each bin, log₂ of power, `binCount` or more.
  /// - Complexity: O(bins). Does not allocate.
  mutating func measure(_ spectrum: Span<Float>) {
    Self.measure(
      spectrum, tilt: tilt, buckets: &buckets, histogram: &histogram, into: &level)
  }

  /// Raises the floor to `background` wherever that is higher.
  mutating func raise(to background: borrowing AlignedBuffer) {
    let other = background.span
    var own = level.mutableSpan
    var bin = 0
    while bin < own.count {
      own[bin] = max(own[bin], other[bin])
      bin += 1
    }
  }

  private static func measure(
    _ spectrum: Span<Float>, tilt: borrowing AlignedBuffer, buckets: inout [UInt16],
    histogram: inout [UInt16], into level: inout AlignedBuffer
  ) {
    let count = level.count
    let tilts = tilt.span
    var marks = buckets.mutableSpan
    var counts = histogram.mutableSpan
    for bin in stride(from: 2, to: count, by: 2) {
      let bucket = (spectrum[bin] + tilts[bin] - lowestLevel) * levelsPerStep
      marks[bin] = UInt16(max(0, min(Float(bucketCount - 1), bucket)))
    }
    for bucket in counts.indices { counts[bucket] = 0 }
    var output = level.mutableSpan
    var (low, high) = (2, 2)
    // `below` counts what lies in buckets under `bucket`; both follow the window as it slides.
    var (bucket, below) = (0, 0)
    var (centre, before, beforeCentre) = (firstBin, Float(0), 0)
    while centre < count {
      let reach = centre < lowBins ? lowReach : Self.reach
      let newLow = max(2, centre - reach)
      let newHigh = newLow == 2 ? min(count, 2 + 2 * reach) : min(count, centre + reach)
      while high < newHigh {
        let mark = Int(marks[high])
        counts[mark] += 1
        if mark < bucket { below += 1 }
        high += 2
      }
      while low < newLow {
        let mark = Int(marks[low])
        counts[mark] -= 1
        if mark < bucket { below -= 1 }
        low += 2
      }
      let wanted = Int(quantile * Double((high - low) / 2))
      while below > wanted {
        bucket -= 1
        below -= Int(counts[bucket])
      }
      while below + Int(counts[bucket]) <= wanted {
        below += Int(counts[bucket])
        bucket += 1
      }
      // Within the bucket by rank, so that the floor does not jump by whole steps.
      let share = (Float(wanted - below) + 0.5) / Float(counts[bucket])
      let here = lowestLevel + (Float(bucket) + share) / levelsPerStep - quantileLevel
      if centre == firstBin {
        for bin in 1...centre { output[bin] = here - tilts[bin] }
      } else {
        let slope = (here - before) / Float(centre - beforeCentre)
        // Not a product: one addition a bin.
        var line = before
        for bin in (beforeCentre + 1)...centre {
          line += slope
          output[bin] = line - tilts[bin]
        }
      }
      (before, beforeCentre) = (here, centre)
      centre += step
    }
    for bin in (beforeCentre + 1)..<max(count, beforeCentre + 1) {
      output[bin] = before - tilts[bin]
    }
    output[0] = output[1]
  }
}
