// SPDX-License-Identifier: MIT

internal import Evaluation

/// A target on the strum engine with the figure that is held against it.
struct StrumTarget: Sendable {
  let name: String
  let figure: Double?
  let limit: Double
  /// True where the figure may not be below the limit, instead of above.
  let isLeast: Bool
  let unit: FigureTable.Unit

  private init(
    _ name: String, _ figure: Double?, atMost limit: Double, _ unit: FigureTable.Unit
  ) {
    (self.name, self.figure, self.limit, self.unit) = (name, figure, limit, unit)
    isLeast = false
  }

  private init(
    _ name: String, _ figure: Double?, atLeast limit: Double, _ unit: FigureTable.Unit
  ) {
    (self.name, self.figure, self.limit, self.unit) = (name, figure, limit, unit)
    isLeast = true
  }

  /// True where the figure keeps the limit; false for no figure.
  var isMet: Bool {
    guard let figure else { return false }
    return isLeast ? figure >= limit : figure <= limit
  }

  /// The target and the figure in a sentence.
  var sentence: String {
    let bound = isLeast ? "at least" : "at most"
    guard let figure else { return "there is no figure; the target is \(bound) \(limit)" }
    return "\((figure * 10_000).rounded() / 10_000) instead of \(bound) \(limit)"
  }

  /// Holds results against all targets.
  ///
  /// - Parameter results: of all sets.
  /// - Returns: the targets on strings in a guitar's standard tuning.
  static func judge(_ results: [StrumResult]) -> [StrumTarget] {
    let guitar = results.filter { $0.set == StrumSet.guitar.name }
    let readings = guitar.flatMap(\.outcomes)
    var targets: [StrumTarget] = []
    for (seconds, free, collided) in [
      (0.5, (0.05, 0.5), (0.2, 2.0)), (1.0, (0.02, 0.2), (0.1, 1.0)),
    ] {
      let now = readings.filter { $0.seconds == seconds }
      for (isCollided, limits) in [(false, free), (true, collided)] {
        let group = StrumFigures(readings: now.filter { $0.isCollided == isCollided })
        let name = StrumTables.name(isCollided: isCollided, seconds: seconds)
        targets += [
          StrumTarget("median error, \(name)", group.median, atMost: limits.0, .cents),
          StrumTarget("95th percentile, \(name)", group.high, atMost: limits.1, .cents),
          StrumTarget(
            "answered, \(name)", group.answered, atLeast: isCollided ? 0.97 : 0.99, .share),
          StrumTarget("within 2 sigma, \(name)", group.withinTwoSigma, atLeast: 0.93, .share),
          StrumTarget(
            "median sigma over median error, \(name)", group.sigmaRatio, atMost: 2, .ratio),
        ]
      }
      let all = StrumFigures(readings: now)
      targets += [
        StrumTarget("wrong, \(seconds) s", all.wrong, atMost: 0.003, .share),
        StrumTarget(
          "missing told as sounding, \(seconds) s", all.falseSounding, atMost: 0.01, .share),
        StrumTarget("right at ± 5 cents, \(seconds) s", all.inTune, atLeast: 0.98, .share),
      ]
    }
    // A stroke without a complete reading counts as one beyond any limit.
    let complete = guitar.map { $0.complete ?? .greatestFiniteMagnitude }
    let median = Measurements(complete).distribution()?.nearestRank(.median)
    let heard = median.flatMap { $0 < .greatestFiniteMagnitude ? $0 : nil }
    return targets + [StrumTarget("first complete reading", heard, atMost: 0.25, .seconds)]
  }
}
