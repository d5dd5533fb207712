// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Plotting
internal import TestSignals

extension StrumReport {
  /// The groups with at least one picture, in the order of display.
  package var pictures: [PictureGroup] {
    [byTime, byString, sigma, contestantErrors].filter { !$0.figures.isEmpty }
  }

  private static let sets = [StrumSet.guitar.name, StrumTrial.mixtures]
  private static let quantiles: [(String, Quantile)] = [("median", .median), ("p95", .p95)]

  private var byTime: PictureGroup {
    PictureGroup(
      "Error as the strings ring",
      "Readings of sounding strings by the time since the last onset. The first partials of B3 and E4 "
        + "collide with partials of lower strings.",
      Self.sets.map { set in
        Plot(
          "\(set): error by time", x: .init("time since the last string in ms", .logarithmic),
          y: .init("|error| in cents", .logarithmic),
          series: [false, true].flatMap { isCollided in
            Self.quantiles.map { name, quantile in
              Series(
                StrumTables.name(isCollided: isCollided) + ", \(name)", .dottedLine,
                StrumBench.times.compactMap { seconds in
                  Self.error(
                    judged.filter { $0.set == set }.flatMap(\.outcomes).filter {
                      $0.seconds == seconds && $0.isCollided == isCollided
                    }, quantile
                  ).map { .init(1000 * seconds, $0) }
                })
            }
          })
      })
  }

  private var byString: PictureGroup {
    PictureGroup(
      "Error by string", "Readings one second after the last onset.",
      Self.sets.map { set in
        let readings = judged.filter { $0.set == set }.flatMap(\.outcomes)
          .filter { $0.seconds == 1 }
        return Plot(
          "\(set): error by string", x: .init("note", .notes),
          y: .init("|error| in cents", .logarithmic),
          series: Self.quantiles.map { name, quantile in
            Series(
              name, .dottedLine,
              StrumSet.standard.enumerated().compactMap { string, note in
                Self.error(readings.filter { $0.string == string }, quantile).map {
                  .init(TestNote(note).frequency.value, $0)
                }
              })
          })
      })
  }

  private var sigma: PictureGroup {
    PictureGroup(
      "What the engine says of itself",
      "Every answer one second after the last onset. An honest sigma has 95 % of them below the dashed "
        + "line, which is two sigma.",
      Self.sets.map { set in
        let answers = judged.filter { $0.set == set }.flatMap(\.outcomes)
          .filter { $0.seconds == 1 && $0.isAnswered }
        let points = [false, true].map { isCollided in
          answers.filter { $0.isCollided == isCollided }.compactMap { answer in
            answer.answer.sigma.flatMap { sigma in
              answer.error.map { Series.Point(sigma, max($0, 1e-4)) }
            }
          }
        }
        let sigmas = points.flatMap { $0 }.map(\.x)
        let ends = sigmas.min().flatMap { low in sigmas.max().map { [low, $0] } } ?? []
        return Plot(
          "\(set): error by sigma", x: .init("sigma in cents", .logarithmic),
          y: .init("|error| in cents", .logarithmic),
          series: [
            Series(StrumTables.name(isCollided: false), .dots, points[0]),
            Series(StrumTables.name(isCollided: true), .dots, points[1]),
            Series("two sigma", .dashes, ends.map { .init($0, 2 * $0) }, style: 5),
          ])
      })
  }

  private var contestantErrors: PictureGroup {
    PictureGroup(
      "The engine and what it must be ahead of",
      "The share of readings one second after the last onset that lie further from the truth. A string "
        + "without a number lies beyond every error.",
      Self.sets.map { set in
        Plot(
          "\(set): readings beyond an error", x: .init("|error| in cents", .logarithmic),
          y: .init("readings beyond, %", range: 0...100),
          series: plan.contestants.map { contestant in
            let readings = results.filter { $0.contestant == contestant && $0.set == set }
              .flatMap(\.outcomes).filter { $0.seconds == 1 }
            return Series(contestant, .line, Self.tail(StrumErrors(readings)))
          })
      })
  }

  private static func error(_ readings: [StrumOutcome], _ quantile: Quantile) -> Double? {
    StrumErrors(readings).quantile(quantile)
  }

  /// Returns the share beyond each error in percent, as a curve of at most 200 points.
  ///
  /// It ends above 0 % if strings have no number.
  private static func tail(_ errors: StrumErrors) -> [Series.Point] {
    let step = max(1, errors.known.count / 200)
    return stride(from: 0, to: errors.known.count, by: step).map { rank in
      .init(
        max(errors.known[rank], 1e-4), 100 * Double(errors.count - rank) / Double(errors.count))
    }
  }
}
