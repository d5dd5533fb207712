// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Plotting
internal import TestSignals

/// Pictures of the calibration of confidence and sigma.
enum CalibrationPictures {
  static func group(_ contestants: [PicturedContestant]) -> PictureGroup {
    let scores = contestants.map { ($0.name, $0.results.whole) }
    return PictureGroup(
      "What the detector says of itself",
      "On the dashed line a claim is exact. Above it in the first picture the detector knows more "
        + "than it says; above it in the second it errs more than it says.",
      [confidence(scores), sigma(scores)])
  }

  private static func confidence(_ scores: [(String, ItemScore)]) -> Plot {
    Plot(
      "Confidence: how many readings are right", x: .init("confidence", range: 0...1),
      y: .init("readings within 50 cents, %", range: 0...100),
      series: scores.map { name, score in
        Series(
          scores.count == 1 ? "readings" : name, .dottedLine,
          score.pitch.confidence.reliability().compactMap { bin in
            bin.meanConfidence.flatMap { mean in
              bin.correct.share.map { .init(mean, 100 * $0) }
            }
          })
      } + (hasConfidence(scores) ? [exact([.init(0, 0), .init(1, 100)])] : []))
  }

  private static func hasConfidence(_ scores: [(String, ItemScore)]) -> Bool {
    scores.contains { $0.1.pitch.confidence.count > 0 }
  }

  private static func sigma(_ scores: [(String, ItemScore)]) -> Plot {
    let series = scores.map { name, score in
      Series(
        scores.count == 1 ? "readings" : name, .dottedLine,
        score.pitch.sigma.reliability(within: ScoringThreshold.gross).map {
          .init($0.sigma, $0.error)
        })
    }
    let values = series.flatMap(\.points).flatMap { [$0.x, $0.y] }.filter { $0 > 0 }
    let diagonal = values.min().flatMap { low in values.max().map { [low, $0] } } ?? []
    return Plot(
      "Sigma: what readings of like sigma err", x: .init("sigma in cents", .logarithmic),
      y: .init("error in cents, root mean square", .logarithmic),
      series: series + (diagonal.isEmpty ? [] : [exact(diagonal.map { .init($0, $0) })]))
  }

  private static func exact(_ points: [Series.Point]) -> Series {
    Series("exact", .dashes, points, style: 5)
  }
}

/// Pictures of the error over the bound by the time since the pluck.
enum WindowPictures {
  private static let parts: [(name: String, set: SignalSet, ratios: [Int]?)] = [
    ("white 40 dB", .noise(.white), [40]), ("white 20 dB", .noise(.white), [20]),
    ("white 10 dB", .noise(.white), [10]), ("string 60 dB", .string, nil),
  ]

  static func group(_ contestants: [PicturedContestant]) -> PictureGroup {
    let x = Plot.Axis("time since the pluck in ms", .logarithmic)
    let y = Plot.Axis("error over the bound, root mean square", .logarithmic)
    let plots: [Plot]
    if contestants.count == 1 {
      plots = [
        Plot(
          "Error over the bound by time since the pluck", x: x, y: y,
          series: contestants.flatMap { contestant in
            parts.map { Series($0.name, .dottedLine, points(of: contestant, $0.set, $0.ratios)) }
          })
      ]
    } else {
      plots = parts.map { part in
        Plot(
          "\(part.name): error over the bound by time since the pluck", x: x, y: y,
          series: contestants.map {
            Series($0.name, .dottedLine, points(of: $0, part.set, part.ratios))
          })
      }
    }
    return PictureGroup(
      "Error over the bound as the note rings",
      "Readings within 50 cents; the bound is over all samples since the pluck, and no unbiased "
        + "estimator is below 1. The glide of a string just plucked is part of the error.", plots)
  }

  private static func points(
    of contestant: PicturedContestant, _ set: SignalSet, _ ratios: [Int]?
  ) -> [Series.Point] {
    contestant.results.score(set: set.name, ratios: ratios).sincePluck.windows
      .sorted { $0.key < $1.key }
      .compactMap { milliseconds, window in
        window.overBound.distribution().map {
          .init(Double(milliseconds), $0.rootMeanSquare)
        }
      }
  }
}
