// SPDX-License-Identifier: MIT

/// A demand on the strum engine with the figure that is held against it.
struct StrumDemand: Sendable {
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

  /// The demand and the figure in a sentence.
  var sentence: String {
    let demanded = isLeast ? "at least" : "at most"
    guard let figure else { return "there is no figure; \(demanded) \(limit) is demanded" }
    return "\((figure * 10_000).rounded() / 10_000) instead of \(demanded) \(limit)"
  }

  /// Holds results against all demands.
  ///
  /// - Parameter results: of all sets.
  /// - Returns: the demands on strings in a guitar's standard tuning.
  static func judge(_ results: [StrumResult]) -> [StrumDemand] {
    let guitar = results.filter { $0.set == StrumSet.guitar.name }
    let readings = guitar.flatMap(\.outcomes)
    var demands: [StrumDemand] = []
    for (seconds, free, collided) in [
      (0.5, (0.05, 0.5), (0.2, 2.0)), (1.0, (0.02, 0.2), (0.1, 1.0)),
    ] {
      let now = readings.filter { $0.seconds == seconds }
      for (isCollided, limits) in [(false, free), (true, collided)] {
        let group = StrumFigures(readings: now.filter { $0.isCollided == isCollided })
        let name = StrumTables.name(isCollided: isCollided, seconds: seconds)
        demands += [
          StrumDemand("median error, \(name)", group.median, atMost: limits.0, .cents),
          StrumDemand("95th percentile, \(name)", group.high, atMost: limits.1, .cents),
          StrumDemand(
            "answered, \(name)", group.answered, atLeast: isCollided ? 0.97 : 0.99, .share),
          StrumDemand("within 2 sigma, \(name)", group.honest, atLeast: 0.93, .share),
          StrumDemand(
            "median sigma over median error, \(name)", group.sigmaRatio, atMost: 2, .ratio),
        ]
      }
      let all = StrumFigures(readings: now)
      demands += [
        StrumDemand("wrong, \(seconds) s", all.wrong, atMost: 0.003, .share),
        StrumDemand("missing told as sounding, \(seconds) s", all.ghosts, atMost: 0.01, .share),
        StrumDemand("right at ± 5 cents, \(seconds) s", all.inTune, atLeast: 0.98, .share),
      ]
    }
    let complete = guitar.map { $0.complete ?? .infinity }.sorted()
    let median = StrumFigures.quantile(0.5, of: complete).flatMap { $0.isFinite ? $0 : nil }
    return demands + [StrumDemand("first complete reading", median, atMost: 0.25, .seconds)]
  }
}
