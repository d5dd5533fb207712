// SPDX-License-Identifier: MIT

internal import Acoustics

/// The changes between two successive strokes when one peg was turned.
package struct StringMove: Hashable, Sendable {
  // | name        | unit  | source                                                             |
  // | ----------- | ----- | ------------------------------------------------------------------ |
  // | least       | cents | below it a change is not told from that of another pluck; set      |
  // | dominance   | 1     | couplings of a floating bridge are below a quarter, of six strings |
  // | repeatSigma | cents | of one string's pitch between two plucks of one player; set        |
  // | leastOther  | cents | below it a change of another string is not worth a word; set       |
  /// The least change of the turned string.
  package static let least = 2.0
  private static let dominance = 2.0
  /// The standard deviation of a string's pitch from pluck to pluck.
  static let repeatSigma = 0.3
  private static let leastOther = 0.5

  /// The index of the string that was turned.
  package let turned: Int
  /// The change of each string in cents; `nil` for a string that does not sound in both strokes.
  package let changes: [Double?]
  /// The standard deviations of `changes`.
  package let sigmas: [Double]
  /// The changes on `TensionScale`.
  let tensions: [Tension?]

  /// The change of a tension.
  struct Tension: Hashable, Sendable {
    let change: Double
    let sigma: Double
  }

  /// Finds the string that was turned between two strokes; `nil` if nothing moved, if several
  /// strings were turned, or if fewer than two strings sound in both strokes.
  ///
  /// - Parameters:
  ///   - before: the deviations of a stroke; `nil` for a string that it does not sound.
  ///   - after: those of the next one, of the same strings.
  package init?(from before: [StrokeDeviation?], to after: [StrokeDeviation?]) {
    guard before.count == after.count else { return nil }
    let changes: [Double?] = zip(before, after).map { before, after in
      guard let before, let after else { return nil }
      let change = after.cents.value - before.cents.value
      return change.isFinite ? change : nil
    }
    let sigmas = zip(before, after).map { before, after in
      let (left, right) = (before?.sigma.value ?? 0, after?.sigma.value ?? 0)
      return (left * left + right * right + Self.repeatSigma * Self.repeatSigma).squareRoot()
    }
    let known = changes.indices.filter { changes[$0] != nil }
      .sorted { abs(changes[$0] ?? 0) > abs(changes[$1] ?? 0) }
    guard known.count >= 2, let largest = changes[known[0]], let second = changes[known[1]],
      abs(largest) >= Self.least, abs(largest) >= Self.dominance * abs(second)
    else { return nil }
    turned = known[0]
    self.changes = changes
    self.sigmas = sigmas
    tensions = changes.indices.map { index in
      guard changes[index] != nil, let before = before[index], let after = after[index] else {
        return nil
      }
      let (from, to) = (before.cents.value, after.cents.value)
      return Tension(
        change: TensionScale.place(of: to) - TensionScale.place(of: from),
        sigma: sigmas[index] * TensionScale.slope(at: (from + to) / 2))
    }
  }

  /// The other strings that certainly moved, each with its change in cents.
  package var others: [(index: Int, change: Double)] {
    changes.indices.compactMap { index in
      guard index != turned, let change = changes[index],
        abs(change) >= max(Self.leastOther, 2 * sigmas[index])
      else { return nil }
      return (index, change)
    }
  }

  /// The change of the turned string in cents.
  package var turn: Double { changes[turned] ?? 0 }
}
