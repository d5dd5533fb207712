// SPDX-License-Identifier: MIT

import Acoustics
import StringCoupling
import Terminal
import TunerState
import Tuning

/// The texts of the display about strings that move one another, in the player's language.
struct LocalisedCouplingTexts {
  private let memory: StrokeMemory
  /// The names of the strings in sentences, in the order of the instrument.
  private let names: [String]
  /// Their names in the table.
  private let headings: [String]
  /// The in-tune window.
  private let tolerance: Cents
  private let look: DisplayStyle

  /// Prepares the texts of one picture.
  ///
  /// - Parameters:
  ///   - memory: the successive strokes.
  ///   - tuner: the view of the tuner, for the strings and settings.
  ///   - look: the language and style.
  init(_ memory: StrokeMemory, of tuner: TunerView, look: DisplayStyle) {
    let settings = tuner.settings.values
    self.memory = memory
    let targets = tuner.strum.strings.map(\.target)
    names = look.spoken(targets, in: settings.notation).map(\.name)
    headings = look.headings(of: targets, in: settings.notation)
    tolerance = settings.tolerance.inTune
    self.look = look
  }

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

  /// The plan; `nil` before the strokes show that strings move one another.
  private var plan: TuningPlan? {
    names.count == memory.stringCount ? memory.shownPlan(tolerance: tolerance) : nil
  }

  /// The caution about a plan with a far step; `nil` without one.
  var caution: String? {
    guard let plan, plan.isFar else { return nil }
    return look.text(.farStep(limit: look.language.number(TuningPlan.farthest, places: 0)))
  }

  /// The next turn; `nil` if no turn is needed.
  var next: String? {
    guard let step = plan?.steps.first else { return nil }
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
    let width = max(look.hasUnicode ? 9 : 10, (headings.map(\.cellWidth).max() ?? 0) + 1)
    let first = (headings.map(\.cellWidth).max() ?? 0)
    let head = padded("", first) + headings.map { padded($0, width) }.joined()
    let rows = zip(headings, memory.couplings.movements(byTurn: Cents(10))).map { name, row in
      padded(name, first)
        + row.map { movement -> String in
          guard let movement else { return padded(look.hasUnicode ? "·" : ".", width) }
          let sigma = look.language.number(movement.sigma.value, places: 1)
          return padded(
            look.signed(movement.change) + (look.hasUnicode ? "±" : "+-") + sigma, width)
        }.joined()
    }
    return [look.text(.couplings), head] + rows
  }

  private func padded(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - text.cellWidth)) + text
  }

  private func signed(_ cents: Double) -> String { look.signed(Cents(cents)) }
}
