// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Plotting

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
    }.filter { !$0.points.isEmpty }
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
