// SPDX-License-Identifier: MIT

import Acoustics
import StringCoupling
import Terminal

/// The texts about strings that move one another, in the player's language.
struct CouplingTexts {
  /// The successive strokes.
  let memory: StrokeMemory
  /// The names of the strings, from low to high.
  let names: [String]
  /// The in-tune window.
  let tolerance: Cents
  /// The language and style.
  let look: DisplayStyle

  /// The turn that the table assumes, in cents.
  private static let turn = 10.0

  /// True if the strokes show that strings move one another.
  var isReady: Bool { memory.isReady && names.count == memory.stringCount }

  /// The movements by the last turn; `nil` if no single string was turned, or no other string
  /// moved.
  var move: String? {
    guard isReady, let move = memory.lastMove else { return nil }
    let others = move.others.map { "\(names[$0.index]) \(signed($0.change))" }
    guard !others.isEmpty else { return nil }
    return look.text(
      .stringMoved(
        name: names[move.turned], by: signed(move.turn), others: others.joined(separator: ", ")))
  }

  /// The next turn; `nil` if no turn is needed.
  var next: String? {
    guard isReady, let step = memory.plan(tolerance: tolerance).steps.first else { return nil }
    let number = look.language.number(step.reading.magnitude.value, places: 1)
    let figure = look.text(.cents(number))
    let isZero = look.signed(step.reading) == number
    let place =
      isZero ? figure : look.text(step.reading.value < 0 ? .isFlat(figure) : .isSharp(figure))
    return look.text(.tuneNext(name: names[step.string], reading: place))
  }

  /// The table of couplings with their standard errors: a heading, the names of the turned strings,
  /// and a row for each string.
  var table: [String] {
    let couplings = memory.couplings
    let width = max(look.hasUnicode ? 9 : 10, (names.map(\.cellWidth).max() ?? 0) + 1)
    let first = (names.map(\.cellWidth).max() ?? 0)
    let head = padded("", first) + names.map { padded($0, width) }.joined()
    let rows = names.indices.map { row in
      padded(names[row], first)
        + names.indices.map { column -> String in
          guard row != column else { return padded(look.hasUnicode ? "·" : ".", width) }
          let value = signed(Self.turn * couplings.coupling(of: row, to: column))
          let sigma = look.language.number(
            Self.turn * couplings.sigma(of: row, to: column), places: 1)
          return padded(value + (look.hasUnicode ? "±" : "+-") + sigma, width)
        }.joined()
    }
    return [look.text(.couplings), head] + rows
  }

  private func padded(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - text.cellWidth)) + text
  }

  private func signed(_ cents: Double) -> String { look.signed(Cents(cents)) }
}
