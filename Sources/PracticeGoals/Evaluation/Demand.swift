// SPDX-License-Identifier: MIT

/// The remaining requirements of a plan for a day.
enum Demand: Hashable {
  /// A required amount of a metric.
  struct Requirement: Hashable {
    var metric: PracticeMetric
    var target: Int

    /// Returns true if meeting this requirement also meets `other`.
    func covers(_ other: Requirement) -> Bool {
      metric == other.metric && target >= other.target
    }
  }

  /// Nothing remains.
  case nothing
  /// All of these requirements, at least one.
  case all([Requirement])
  /// One of these requirements, at least one in the list.
  case any([Requirement])

  /// Returns true if every set of amounts that meets this demand also meets `other`.
  ///
  /// A plan with this demand is then no easier than one with `other`.
  ///
  /// Metrics count as independent, so the answer may be a needless `false`.
  func implies(_ other: Demand) -> Bool {
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
