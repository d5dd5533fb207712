// SPDX-License-Identifier: MIT

/// What a plan still asks of a day, without what is met already.
enum Demand: Hashable {
  /// So much of a metric.
  struct Requirement: Hashable {
    var metric: PracticeMetric
    var target: Int

    /// Tells whether meeting this is meeting `other` too.
    func covers(_ other: Requirement) -> Bool {
      metric == other.metric && target >= other.target
    }
  }

  /// The day is done.
  case nothing
  /// All of these, at least one.
  case all([Requirement])
  /// One of these, at least one.
  case any([Requirement])

  /// Tells whether whatever meets this demand meets `other` as well, whatever the amounts may be:
  /// whether a plan that asks this is no easier than one that asks `other`.
  ///
  /// Metrics are taken to be independent, which errs on the side of "easier".
  func isAsHard(as other: Demand) -> Bool {
    switch (self, other) {
    case (_, .nothing): true
    case (.nothing, _): false
    case (.all(let mine), .all(let theirs)):
      theirs.allSatisfy { their in mine.contains { $0.covers(their) } }
    case (.any(let mine), .any(let theirs)):
      mine.allSatisfy { my in theirs.contains { my.covers($0) } }
    case (.all(let mine), .any(let theirs)):
      mine.contains { my in theirs.contains { my.covers($0) } }
    case (.any(let mine), .all(let theirs)):
      mine.allSatisfy { my in theirs.allSatisfy { my.covers($0) } }
    }
  }
}
