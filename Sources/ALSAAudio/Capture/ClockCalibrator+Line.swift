// SPDX-License-Identifier: MIT

public import Acoustics

extension ClockCalibrator {
  /// Parallel lines through all parts.
  struct Line {
    var slope: Double
    var sigma: Double
    var seconds: Double
  }

  /// The stretches of one part of the stream, and the mean of those that are used.
  struct Part {
    var range: Range<Int>
    var used = 0
    var played = 0.0
    var excess = 0.0
    /// The first and the last reading, used or not.
    var earliest: Double
    var latest: Double

    func residual(of stretch: Stretch, from slope: Double) -> Double {
      stretch.excess - excess - slope * (stretch.played - played)
    }
  }

  func part(from first: Int) -> Part {
    var end = first
    var part = Part(
      range: first..<first, earliest: stretches[first].played, latest: stretches[first].played)
    while end < count, stretches[end].part == stretches[first].part {
      part.latest = stretches[end].played
      if stretches[end].isUsed {
        part.used += 1
        part.played += stretches[end].played
        part.excess += stretches[end].excess
      }
      end += 1
    }
    part.range = first..<end
    part.played /= Double(max(1, part.used))
    part.excess /= Double(max(1, part.used))
    return part
  }

  /// Fits lines through the used stretches by least squares: one slope for all parts, an offset for
  /// each.
  ///
  /// The slope is Sxy / Sxx, with the sums taken about each part's mean. Its standard error is
  /// √(Σr² / (n − parts − 1) / Sxx).
  ///
  /// - Parameter fewest: the required degrees of freedom.
  /// - Returns: `nil` for too few.
  func line(fewest: Int) -> Line? {
    var (sxx, sxy, syy, seconds) = (0.0, 0.0, 0.0, 0.0)
    var freedom = -1
    var place = 0
    while place < count {
      let part = part(from: place)
      if part.used > 1 {
        freedom += part.used - 1
        seconds += part.latest - part.earliest
        for index in part.range where stretches[index].isUsed {
          let x = stretches[index].played - part.played
          let y = stretches[index].excess - part.excess
          sxx += x * x
          sxy += x * y
          syy += y * y
        }
      }
      place = part.range.upperBound
    }
    guard freedom >= fewest, sxx > 0 else { return nil }
    let slope = sxy / sxx
    let squares = max(0, syy - slope * sxy)
    return Line(
      slope: slope, sigma: (squares / Double(freedom) / sxx).squareRoot(), seconds: seconds)
  }
}

/// The measured drift of a device's clock against the system's monotonic clock.
///
/// Without a time server, the system's clock itself has an error of about ten parts per million.
/// This measurement cannot separate the two.
public struct ClockDrift: Hashable, Sendable {
  /// The drift, positive if the device is fast.
  public var clock: PartsPerMillion
  /// The standard error of the drift.
  public var sigma: PartsPerMillion
  /// The measured time of the stream, in seconds.
  public var seconds: Double
}
