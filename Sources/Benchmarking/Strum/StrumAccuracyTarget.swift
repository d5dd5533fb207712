// SPDX-License-Identifier: MIT

/// The published targets of the measurement of strokes.
///
/// All limits are those of the requirements for strokes.
enum StrumAccuracyTarget {
  /// The limits of one kind of stroke.
  private struct Limits {
    let group: String
    /// Median and 95th percentile of the error in cents, of E2 to G3 and of B3 and E4, at each
    /// time.
    let errors: [(seconds: Double, free: (Double, Double), collided: (Double, Double))]
    let wrong: Double
    let withinTwoSigma: Double
  }

  private static let synthetic = Limits(
    group: "Synthetic strokes",
    errors: [(0.5, (0.05, 0.5), (0.2, 2)), (1, (0.02, 0.2), (0.1, 1))], wrong: 0.003,
    withinTwoSigma: 0.93)
  private static let mixed = Limits(
    group: "Mixtures of recorded strings", errors: [(1, (0.3, 2), (0.7, 4))], wrong: 0.01,
    withinTwoSigma: 0.9)

  /// Compares the results of one contestant with all targets.
  ///
  /// - Parameter results: of all sets.
  /// - Returns: every target with its figure; not run without a stroke of its set.
  static func judge(_ results: [StrumTrialResult]) -> [TargetOutcome] {
    func strokes(of set: String) -> [StrumTrialResult] { results.filter { $0.set == set } }
    return judge(strokes(of: StrumSet.guitar.name), by: synthetic)
      + judge(strokes(of: StrumTrial.mixtures), by: mixed)
      + whole(strokes(of: StrumTrial.strokes))
      + [StrumSet.fingered, .muted, .palm].flatMap { set in
        falseReports(strokes(of: set.name), of: set)
      } + found(results)
  }

  /// Returns the targets for the readings of whole strokes, which are those of recorded strings
  /// after a second.
  ///
  /// Their sigma includes the wander of the string, so it is not compared with the error.
  private static func whole(_ strokes: [StrumTrialResult]) -> [TargetOutcome] {
    let readings = strokes.flatMap(\.outcomes)
    let target = LimitedStrokes(
      group: "Readings of whole strokes", readings: readings, limits: mixed
    ).target
    let groups = [(false, mixed.errors[0].free), (true, mixed.errors[0].collided)]
    let byGroup = groups.flatMap { isCollided, limits in
      let figures = StrumFigures(readings: readings.filter { $0.isCollided == isCollided })
      let name = StrumTables.name(isCollided: isCollided)
      return [
        target("median error, \(name)", figures.median, .atMost(limits.0), .cents),
        target("95th percentile, \(name)", figures.high, .atMost(limits.1), .cents),
        target("answered, \(name)", figures.answered, .atLeast(isCollided ? 0.97 : 0.99), .share),
        target(
          "within 2 sigma, \(name)", figures.withinTwoSigma, .atLeast(mixed.withinTwoSigma),
          .share),
      ]
    }
    let all = StrumFigures(readings: readings)
    return byGroup + [
      target("wrong", all.wrong, .atMost(mixed.wrong), .share),
      target("silent reported as sounding", all.falseSounding, .atMost(0.01), .share),
      target("right at ± 5 cents", all.inTune, .atLeast(0.98), .share),
    ]
  }

  /// Returns the targets for reported strokes.
  ///
  /// A stroke that was played must be reported, and no other.
  private static func found(_ results: [StrumTrialResult]) -> [TargetOutcome] {
    func target(
      _ name: String, _ sets: [String], _ limit: Double, _ unit: FigureTable.Unit,
      _ figure: (StrokeCountFigures) -> Double?
    ) -> TargetOutcome {
      let figures = StrokeCountFigures(results.filter { sets.contains($0.set) })
      return TargetOutcome(
        target: .init(group: "Reported strokes", name: name, limit: .atMost(limit), unit: unit),
        figure: figure(figures), isRun: !figures.counts.isEmpty)
    }
    let played = [StrumSet.guitar.name, StrumTrial.mixtures, SingleString.name]
    let noises = [NoiseBed.name, SingleString.noise]
    return [
      target(
        "reported strokes that nobody played, per recording", played, 0.01, .ratio, \.falseCount),
      target("reported strokes that nobody played, per noise", noises, 0, .ratio, \.falseCount),
      target("played strokes that were not reported", played, 0.01, .share, \.missed),
    ]
  }

  private static func judge(_ strokes: [StrumTrialResult], by limits: Limits) -> [TargetOutcome] {
    let group = LimitedStrokes(
      group: limits.group, readings: strokes.flatMap(\.outcomes), limits: limits)
    let complete = StrokeFigures(results: strokes).complete.median
    return group.errors() + [0.5, 1].flatMap(group.answers(at:))
      + [group.target("first complete reading", complete, .atMost(0.25), .seconds)]
  }

  /// The readings of strokes that one set of limits applies to.
  private struct LimitedStrokes {
    let group: String
    let readings: [StrumOutcome]
    let limits: Limits

    /// Returns the targets for the distances from the truth.
    func errors() -> [TargetOutcome] {
      limits.errors.flatMap { seconds, free, collided in
        [(false, free), (true, collided)].flatMap { isCollided, limit in
          let group = figures(at: seconds, isCollided: isCollided)
          let name = StrumTables.name(isCollided: isCollided, seconds: seconds)
          return [
            target("median error, \(name)", group.median, .atMost(limit.0), .cents),
            target("95th percentile, \(name)", group.high, .atMost(limit.1), .cents),
          ]
        }
      }
    }

    /// Returns the targets for the answers at a time and their stated precision.
    func answers(at seconds: Double) -> [TargetOutcome] {
      let byCollision = [false, true].flatMap { isCollided in
        let group = figures(at: seconds, isCollided: isCollided)
        let name = StrumTables.name(isCollided: isCollided, seconds: seconds)
        return [
          target("answered, \(name)", group.answered, .atLeast(isCollided ? 0.97 : 0.99), .share),
          target(
            "within 2 sigma, \(name)", group.withinTwoSigma, .atLeast(limits.withinTwoSigma),
            .share),
          target("median sigma over median error, \(name)", group.sigmaRatio, .atMost(2), .ratio),
        ]
      }
      let all = figures(at: seconds)
      return byCollision + [
        target("wrong, \(seconds) s", all.wrong, .atMost(limits.wrong), .share),
        target(
          "silent reported as sounding, \(seconds) s", all.falseSounding, .atMost(0.01), .share),
        target("right at ± 5 cents, \(seconds) s", all.inTune, .atLeast(0.98), .share),
      ]
    }

    func target(
      _ name: String, _ figure: Double?, _ limit: TargetLimit, _ unit: FigureTable.Unit
    ) -> TargetOutcome {
      TargetOutcome(
        target: .init(group: group, name: name, limit: limit, unit: unit), figure: figure,
        isRun: !readings.isEmpty)
    }

    private func figures(at seconds: Double, isCollided: Bool? = nil) -> StrumFigures {
      StrumFigures(
        readings: readings.filter {
          $0.seconds == seconds && (isCollided == nil || $0.isCollided == isCollided)
        })
    }
  }

  /// The targets of strokes in which strings are silent or sound a fretted note.
  private static func falseReports(_ strokes: [StrumTrialResult], of set: StrumSet)
    -> [TargetOutcome]
  {
    let late = StrumFigures(readings: strokes.flatMap(\.outcomes).filter { $0.seconds >= 0.5 })
    func target(_ name: String, _ figure: Double?, atMost limit: Double) -> TargetOutcome {
      TargetOutcome(
        target: .init(group: "Other strokes", name: name, limit: .atMost(limit), unit: .share),
        figure: figure, isRun: !strokes.isEmpty)
    }
    let falseSounding = target(
      "\(set.name): silent reported as sounding", late.falseSounding, atMost: 0.01)
    guard set.name != StrumSet.palm.name else { return [falseSounding] }
    return [
      falseSounding, target("\(set.name): wrong", late.wrong, atMost: 0.003),
      target(
        "\(set.name): every string reported although one does not sound",
        StrokeFigures(results: strokes).reportsAll(at: 1), atMost: 0),
    ]
  }
}
