// SPDX-License-Identifier: MIT

package import Acoustics

/// The memory of successive strokes: the changes between them, and the couplings that follow from
/// these.
package struct StrokeMemory: Hashable, Sendable {
  // The couplings of a guitar do not change during an evening, so more turns would only cost time.
  private static let kept = 60

  /// The number of strings.
  package let stringCount: Int
  /// The couplings of all turns so far.
  package private(set) var couplings: StringCouplings
  /// The turn between the last two strokes; `nil` if no single string was turned.
  package private(set) var lastMove: StringMove?
  /// The deviations of the last stroke; `nil` for a string that it does not sound.
  package private(set) var deviations: [StrokeDeviation?]

  private var moves: [StringMove] = []

  /// Makes an empty memory.
  package init(stringCount: Int) {
    self.stringCount = stringCount
    couplings = StringCouplings(of: [], stringCount: stringCount)
    deviations = Array(repeating: nil, count: stringCount)
  }

  /// Adds the next stroke.
  ///
  /// - Parameter stroke: the deviation of each string; `nil` for a string that it does not sound.
  /// - Precondition: there is one for each string.
  package mutating func add(_ stroke: [StrokeDeviation?]) {
    precondition(stroke.count == stringCount, "A stroke has a place for each string.")
    lastMove = StringMove(from: deviations, to: stroke)
    if let lastMove {
      moves.append(lastMove)
      if moves.count > Self.kept { moves.removeFirst() }
      couplings = StringCouplings(of: moves, stringCount: stringCount)
    }
    deviations = stroke
  }

  /// Forgets the last stroke, but not the couplings.
  ///
  /// The next stroke is then not compared with it.
  package mutating func endSeries() {
    lastMove = nil
    deviations = Array(repeating: nil, count: stringCount)
  }

  /// The number of strings that were turned, each one alone between two strokes.
  package var turnedStringCount: Int { Set(moves.map(\.turned)).count }

  /// True if the plan is worth showing: two strings were turned, and strings detune one another.
  package var isReady: Bool { turnedStringCount >= 2 && couplings.isSignificant }

  /// The indices of the strings whose deviation is not known.
  package var unmeasured: [Int] {
    deviations.indices.filter { deviations[$0]?.cents.value.isFinite != true }
  }

  /// The largest deviation in the last stroke; 0 if no string sounds.
  package var largestDeviation: Cents {
    Cents(
      deviations.compactMap { $0?.cents.magnitude.value }.filter(\.isFinite).max() ?? 0)
  }

  /// Returns the plan that starts from the last stroke.
  ///
  /// - Parameter tolerance: the in-tune window.
  /// - Returns: the turns in their order.
  package func plan(tolerance: Cents) -> TuningPlan {
    TuningPlan(
      from: deviations.map { $0?.cents }, couplings: couplings, tolerance: tolerance)
  }

  /// Returns the plan that starts from the last stroke; `nil` if it is not worth showing.
  ///
  /// - Parameter tolerance: the in-tune window.
  /// - Returns: the turns in their order.
  package func shownPlan(tolerance: Cents) -> TuningPlan? {
    isReady ? plan(tolerance: tolerance) : nil
  }
}
