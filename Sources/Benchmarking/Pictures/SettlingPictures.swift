// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Plotting

/// Pictures of the distribution of settling times.
enum SettlingPictures {
  private static let ranges: [(name: String, notes: ClosedRange<Int>)] = [
    ("up to D♯2", 0...39), ("E2–D♯3", 40...51), ("from E3", 52...127),
  ]
  /// The prefix of sets that are drawn at one ratio: in noise the time depends mostly on the noise.
  private static let noisy = "noise-"
  private static let legato = "legato"

  static func group(_ contestants: [PicturedContestant]) -> PictureGroup {
    let plots = ScoringThreshold.settling.enumerated().flatMap { index, tolerance -> [Plot] in
      let title = "settled within \(Int(tolerance.value)) c"
      if contestants.count == 1 {
        return [
          plot(
            "Notes \(title)",
            contestants.flatMap { contestant in
              ranges.map { Curve($0.name, times(of: contestant, in: $0.notes, index)) }
                + [Curve(legato, legatoTimes(of: contestant, index))]
            })
        ]
      }
      return ranges.map { range in
        plot(
          "\(range.name): notes \(title)",
          contestants.map { Curve($0.name, times(of: $0, in: range.notes, index)) })
      }
    }
    return PictureGroup(
      "Settled after the pluck",
      "The share of notes that had settled by then: every update of the next 60 ms was right. Later "
        + "updates do not count. A curve that ends below 100 % leaves notes that never did; one at "
        + "0 % had none that did.", plots)
  }

  /// The settling times of one curve, and its name.
  private struct Curve {
    let name: String
    let times: SettlingTally.Times

    init(_ name: String, _ times: SettlingTally.Times) {
      self.name = name
      self.times = times
    }
  }

  /// Draws every curve that has notes, with the style of its place among all curves.
  private static func plot(_ title: String, _ curves: [Curve]) -> Plot {
    let steps = curves.map { Self.steps(of: $0.times) }
    let shown = steps.joined().map(\.x)
    let width = (shown.min() ?? emptyAxis.lowerBound)...(shown.max() ?? emptyAxis.upperBound)
    let series = zip(curves, steps).enumerated().compactMap { place, pair -> Series? in
      let (curve, steps) = pair
      guard curve.times.notes > 0 else { return nil }
      let never = [Series.Point(width.lowerBound, 0), Series.Point(width.upperBound, 0)]
      return Series(curve.name, .line, steps.isEmpty ? never : steps, style: place)
    }
    return Plot(
      title, x: .init("time since the pluck in ms", .logarithmic),
      y: .init("notes, %", range: 0...100), series: series, height: 200)
  }

  /// The axis of a picture in which no note settled, in milliseconds.
  private static let emptyAxis = 1.0...1000

  private static func times(
    of contestant: PicturedContestant, in notes: ClosedRange<Int>, _ tolerance: Int
  ) -> SettlingTally.Times {
    merged(contestant, tolerance) { result in
      result.note.map(notes.contains) == true && !result.set.hasPrefix(noisy)
        && result.set != legato
    }
  }

  private static func legatoTimes(
    of contestant: PicturedContestant, _ tolerance: Int
  ) -> SettlingTally.Times {
    merged(contestant, tolerance) { $0.set == legato }
  }

  private static func merged(
    _ contestant: PicturedContestant, _ tolerance: Int, _ isIncluded: (ItemResult) -> Bool
  ) -> SettlingTally.Times {
    contestant.results.scored.reduce(into: SettlingTally.Times()) { times, part in
      if isIncluded(part.result) { times.merge(part.score.settling.settled[tolerance]) }
    }
  }

  /// Returns the step curve of a cumulative distribution: a step up at every time.
  private static func steps(of times: SettlingTally.Times) -> [Series.Point] {
    let notes = Double(times.notes)
    var points: [Series.Point] = []
    var done = 0
    for seconds in times.seconds.distribution()?.values ?? [] {
      // A logarithmic axis has no place for a settling time of zero.
      let milliseconds = max(1, 1000 * seconds)
      points.append(.init(milliseconds, 100 * Double(done) / notes))
      done += 1
      points.append(.init(milliseconds, 100 * Double(done) / notes))
    }
    return points
  }
}
