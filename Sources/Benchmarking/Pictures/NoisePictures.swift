// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Plotting
internal import TestSignals

/// Pictures of error and detection rate by signal-to-noise ratio.
enum NoisePictures {
  private static let ratios = SignalSet.signalToNoise.sorted()
  private static let colours = NoiseColour.allCases.filter {
    SignalSet.allCases.contains(.noise($0))
  }
  private static let axis = Plot.Axis("signal-to-noise ratio in dB", range: -10...40)

  /// Returns the error in white noise against the Cramér–Rao bound, both axes logarithmic.
  static func bound(_ contestants: [PicturedContestant]) -> PictureGroup {
    let white = SignalSet.noise(.white).name
    let errors = contestants.map { contestant in
      Series(
        contestants.count == 1 ? "root mean square error" : contestant.name, .dottedLine,
        points(of: contestant, white) { score in
          let near = score.pitch.cents.distribution()?.values.filter {
            abs($0) <= ScoringThreshold.gross.value
          }
          return near.flatMap { Measurements($0).distribution()?.rootMeanSquare }
        })
    }
    let bounds = contestants.map { contestant in
      points(of: contestant, white) { $0.bound.distribution()?.rootMeanSquare }
    }
    // Each contestant has the bound of its own readings and windows. The line is the bound of the
    // contestant with readings at the most ratios, the first of several.
    let most = bounds.map(\.count).max()
    let place = bounds.firstIndex { $0.count == most }
    let line = place.map { bounds[$0] } ?? []
    let name = place.map { contestants[$0].name } ?? "no contestant"
    let whose =
      contestants.count == 1
      ? "The dashed line is the bound over the samples of the detector's windows, below which no "
        + "unbiased estimator with these windows is."
      : "The dashed line is the bound over the windows of \(name). A contestant "
        + "with longer windows can be below it."
    return PictureGroup(
      "Error against the Cramér–Rao bound",
      "Answered readings within 50 cents in the steady part, strings in white noise. " + whose,
      [
        Plot(
          "White noise: error by signal-to-noise ratio", x: axis,
          y: .init("error in cents, root mean square", .logarithmic),
          series: errors + [Series("Cramér–Rao bound", .dashes, line, style: 5)])
      ])
  }

  /// Returns the share of frames with the right pitch, by ratio and colour of the noise.
  static func group(_ contestants: [PicturedContestant]) -> PictureGroup {
    let share = { (score: ItemScore) in
      score.pitch.rawPitchAccuracy[0].share.map { 100 * $0 }
    }
    let y = Plot.Axis("readings within 50 cents, %", range: 0...100)
    let note = "All readings of the steady part, whatever their confidence."
    guard contestants.count > 1 else {
      let series = contestants.flatMap { contestant in
        colours.map { colour in
          Series(
            colour.rawValue, .dottedLine,
            points(of: contestant, SignalSet.noise(colour).name, share))
        }
      }
      return PictureGroup(
        "Found in noise", note,
        [Plot("Within 50 cents by signal-to-noise ratio", x: axis, y: y, series: series)])
    }
    return PictureGroup(
      "Found in noise", note,
      colours.map { colour in
        Plot(
          "\(colour.rawValue): within 50 cents by signal-to-noise ratio", x: axis, y: y,
          series: contestants.map {
            Series(
              $0.name, .dottedLine, points(of: $0, SignalSet.noise(colour).name, share))
          })
      })
  }

  private static func points(
    of contestant: PicturedContestant, _ set: String, _ figure: (ItemScore) -> Double?
  ) -> [Series.Point] {
    ratios.compactMap { ratio in
      figure(contestant.results.score(set: set, ratios: [ratio])).map {
        Series.Point(Double(ratio), $0)
      }
    }
  }
}
