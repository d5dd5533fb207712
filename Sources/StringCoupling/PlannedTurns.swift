// SPDX-License-Identifier: MIT

/// The turns of a plan: strings that a player tunes to given readings one after the other, on the
/// scale of tensions.
struct PlannedTurns {
  /// The index of the string among those that sounded, and the place to which it is tuned.
  typealias Step = (string: Int, place: Double)

  // The ends are polynomials of the couplings, so the step of a central difference may be any small
  // one above the rounding of a place.
  private static let difference = 1e-4

  private let now: [Double]
  private let steps: [Step]
  private let strings: [Int]

  /// Makes turns.
  ///
  /// - Parameters:
  ///   - now: the places of the strings that sounded.
  ///   - steps: the strings in the order of their turns.
  ///   - strings: the index in the couplings of each string that sounded.
  init(from now: [Double], to steps: [Step], strings: [Int]) {
    self.now = now
    self.steps = steps
    self.strings = strings
  }

  /// Returns the places of the strings after the last turn.
  ///
  /// The player turns each peg until the string is at its place, wherever the earlier turns moved
  /// it.
  ///
  /// - Parameters:
  ///   - falls: p of each string that sounded.
  ///   - movements: q of each string that sounded.
  /// - Returns: a place for each string that sounded.
  func ends(falls: [Double], movements: [Double]) -> [Double] {
    var places = now
    for step in steps {
      let turn = step.place - places[step.string]
      for other in places.indices where other != step.string {
        places[other] -= falls[other] * movements[step.string] * turn
      }
      places[step.string] = step.place
    }
    return places
  }

  /// Returns the standard deviations of the places after the last turn, to the first order.
  func sigmas(of couplings: StringCouplings) -> [Double] {
    let count = strings.count
    let values =
      strings.map { couplings.falls[$0] } + strings.map { couplings.movements[$0] }
    let places = strings + strings.map { couplings.stringCount + $0 }
    let slopes = values.indices.map { index in
      let (low, high) = (shifted(-1), shifted(1))
      return zip(low, high).map { ($1 - $0) / (2 * Self.difference) }

      func shifted(_ sign: Double) -> [Double] {
        var values = values
        values[index] += sign * Self.difference
        return ends(falls: Array(values[..<count]), movements: Array(values[count...]))
      }
    }
    return (0..<count).map { end in
      var variance = 0.0
      for (first, row) in zip(slopes, places) {
        for (second, column) in zip(slopes, places) {
          variance += first[end] * couplings.covariance[row][column] * second[end]
        }
      }
      return max(0, variance).squareRoot()
    }
  }
}
