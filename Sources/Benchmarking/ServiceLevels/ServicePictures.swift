// SPDX-License-Identifier: MIT

internal import Foundation
internal import Plotting

extension ServiceReport {
  /// The histogram and the percentiles up to p99.99.
  package var pictures: [PictureGroup] {
    guard !curves.isEmpty, let curvesTitle else { return [] }
    return [
      PictureGroup(
        curvesTitle,
        "The histogram counts in steps of a tenth of a decade; in the other picture the "
          + "horizontal axis spreads the tail: 1 in 10, in 100, in 1000 and in 10 000 lie beyond.",
        [histogram, percentiles])
    ]
  }

  private var histogram: Plot {
    Plot(
      "Histogram", x: .init("time in ms", .logarithmic), y: .init("share, %"),
      series: curves.map { Series($0.name, .line, Self.bins(of: $0.seconds)) },
      height: 200)
  }

  private var percentiles: Plot {
    Plot(
      "Percentiles", x: .init("1 in so many lies beyond", .logarithmic, range: 1...10_000),
      y: .init("time in ms", .logarithmic),
      series: curves.map { curve in
        Series(curve.name, .line, Self.tail(of: curve.seconds))
      }, height: 200)
  }

  /// Returns a histogram with ten bins per decade as a step curve.
  private static func bins(of seconds: [Double]) -> [Series.Point] {
    let bins = seconds.map { Int((10 * log10(max(1e-4, 1000 * $0))).rounded(.down)) }
    guard let first = bins.min(), let last = bins.max() else { return [] }
    var counts = [Int](repeating: 0, count: last - first + 1)
    for bin in bins { counts[bin - first] += 1 }
    return counts.enumerated().flatMap { index, count -> [Series.Point] in
      let share = 100 * Double(count) / Double(seconds.count)
      let edges = [Double(first + index), Double(first + index + 1)]
      return edges.map { .init(pow(10, $0 / 10), share) }
    }
  }

  private static func tail(of seconds: [Double]) -> [Series.Point] {
    let steps = (0...160).map { pow(10, Double($0) / 40) }
    return steps.compactMap { step in
      guard step <= Double(seconds.count), !seconds.isEmpty else { return nil }
      let rank = Int((Double(seconds.count) * (1 - 1 / step)).rounded(.down))
      return .init(step, max(1e-4, 1000 * seconds[min(rank, seconds.count - 1)]))
    }
  }
}
