// SPDX-License-Identifier: MIT

package import Acoustics

extension StringCouplings {
  /// The movement of a string as another is turned.
  package struct Movement: Hashable, Sendable {
    /// The change of the string.
    package let change: Cents
    /// The standard deviation of the change.
    package let sigma: Cents
  }

  /// Returns the movements of all strings as each is turned.
  ///
  /// - Parameter turn: the turn of a string.
  /// - Returns: a row for each string that moves, with an element for each turned string; `nil` for
  ///   the turned string itself.
  package func movements(byTurn turn: Cents) -> [[Movement?]] {
    (0..<stringCount).map { row in
      (0..<stringCount).map { column in
        guard row != column else { return nil }
        return Movement(
          change: Cents(turn.value * coupling(of: row, to: column)),
          sigma: Cents(turn.value * sigma(of: row, to: column)))
      }
    }
  }
}
