// SPDX-License-Identifier: MIT

internal import Evaluation
internal import Foundation
internal import Plotting

/// Pictures of the worst items as pitch tracks: readings, reference and confidence over time.
enum TrackPictures {
  /// The smallest range of the axis to either side, in cents.
  private static let least = 5.0
  /// The largest range of the axis, four octaves; readings further out are drawn at the edge.
  private static let most = 4800.0

  static func group(of report: BenchReport, isAlone: Bool) -> PictureGroup {
    PictureGroup(
      isAlone ? "The worst items" : "The worst items of \(report.plan.contestant)",
      "Up to \(WorstTracks.perSet) of each set: those with the most wrong answers, then with the most "
        + "readings missing, then with the largest error. The pluck is a dotted line, the steady part "
        + "is shaded; hollow marks lie beyond the axis.",
      figures: report.tracks.map(plots))
  }

  private static func plots(of track: ItemTrack) -> [Plot] {
    let start = track.seconds.first ?? 0
    let time = Plot.Axis("time in s", range: start...max(track.seconds.last ?? 1, start + 0.1))
    let bands =
      (track.steady.map { [Plot.Band("steady part", $0)] } ?? [])
      + (track.pluck.map { [Plot.Band("pluck", $0...$0)] } ?? [])
    return [
      pitch(of: track, time, bands),
      Plot(
        "confidence", x: time, y: .init("confidence", range: 0...1),
        series: [
          Series(
            "confidence", .line,
            zip(track.seconds, track.confidence).map { .init($0, $1 ?? 0) })
        ], bands: bands, height: 70),
    ]
  }

  /// Returns the readings and the reference, in cents from the last reference, or in hertz without
  /// one.
  private static func pitch(
    of track: ItemTrack, _ time: Plot.Axis, _ bands: [Plot.Band]
  ) -> Plot {
    let base = track.truth.compactMap { $0 }.last
    let place = { (hertz: Double) in base.map { 1200 * log2(hertz / $0) } ?? hertz }
    let series = readings(of: track, at: place)
    let truth = Series(
      "reference", .dashes,
      zip(track.seconds, track.truth).map { .init($0, $1.map(place) ?? .nan) }, style: 5)
    let shown = series.flatMap(\.points).map { abs($0.y) }
    return Plot(
      track.item, x: time,
      y: base == nil
        ? .init("reading", .notes) : .init("cents from the reference", range: range(of: shown)),
      series: (base == nil ? [] : [truth]) + series, bands: bands, height: 200)
  }

  /// Returns the readings, one series for each class of confidence that occurs.
  ///
  /// A class has the same mark in every picture.
  private static func readings(
    of track: ItemTrack, at position: (Double) -> Double
  ) -> [Series] {
    let classes: [(String, Range<Double>)] = [
      ("confidence from 0.7", ScoringThreshold.answered..<Double.infinity),
      ("from 0.3", ScoringThreshold.tentative..<ScoringThreshold.answered),
      ("below 0.3", -Double.infinity..<ScoringThreshold.tentative),
    ]
    return classes.enumerated().map { place, entry in
      let (name, range) = entry
      return Series(
        name, .dots,
        zip(track.seconds, zip(track.reading, track.confidence)).compactMap { seconds, point in
          guard let hertz = point.0, let confidence = point.1, range.contains(confidence)
          else { return nil }
          return .init(seconds, position(hertz))
        }, style: place)
    }.filter { !$0.points.isEmpty }
  }

  /// Returns a range that contains nine of ten readings; the others are drawn at the edges.
  private static func range(of cents: [Double]) -> ClosedRange<Double> {
    let sorted = cents.sorted()
    let typical = sorted.isEmpty ? least : sorted[(sorted.count - 1) * 9 / 10]
    let half = min(most, max(least, 1.2 * typical))
    return -half...half
  }
}
