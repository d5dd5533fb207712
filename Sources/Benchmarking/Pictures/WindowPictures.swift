// SPDX-License-Identifier: MIT

internal import Evaluation
internal import Plotting
internal import TestSignals

/// Pictures of the error over the bound by the time since the pluck.
enum WindowPictures {
  private static let parts: [(name: String, set: SignalSet, ratios: [Int]?)] = [
    ("white 40 dB", .noise(.white), [40]), ("white 20 dB", .noise(.white), [20]),
    ("white 10 dB", .noise(.white), [10]), ("string 60 dB", .string, nil),
  ]

  static func group(_ contestants: [PicturedContestant]) -> PictureGroup {
    let x = Plot.Axis("time since the pluck in ms", .logarithmic)
    let y = Plot.Axis("error over the bound, median", .logarithmic)
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
      "Readings within 50 cents; the bound is over all samples since the pluck. The glide of a string "
        + "just plucked is part of the error.", plots)
  }

  private static func points(
    of contestant: PicturedContestant, _ set: SignalSet, _ ratios: [Int]?
  ) -> [Series.Point] {
    contestant.results.score(set: set.name, ratios: ratios).sincePluck.windows
      .sorted { $0.key < $1.key }
      .compactMap { milliseconds, window in
        window.overBound.distribution().map { .init(Double(milliseconds), $0.median) }
      }
  }
}
