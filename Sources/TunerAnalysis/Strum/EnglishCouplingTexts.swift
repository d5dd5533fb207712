// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import StringCoupling
import Terminal
import Tuning

/// The English texts of reports about strings that move one another.
struct EnglishCouplingTexts {
  /// The least width of a column of the table: that of a movement with its standard error.
  private static let leastColumn = 12

  let target: TargetSettings
  let targets: [StrumTarget]

  /// The names of the strings.
  var names: StrokeNames { target.names(of: targets) }

  /// Returns a sentence about the effect of the last turn; `nil` if no single string was turned, or
  /// no other string moved.
  ///
  /// - Parameter memory: the strokes so far.
  /// - Returns: such as "A2 went up by 12 cents and moved E2 by −1.8, D3 by −1.5 cents."
  func move(_ memory: StrokeMemory) -> String? {
    guard let move = memory.lastMove else { return nil }
    let others = move.others.map { "\(names[$0.index]) by \(TextFigures.signed(Cents($0.change)))" }
    guard !others.isEmpty else { return nil }
    let size = EnglishStrokeSentence.size(of: Cents(move.turn))
    let way = move.turn > 0 ? "up" : "down"
    return EnglishStrokeSentence.capitalised(
      "\(names[move.turned]) went \(way) by \(size) cents and moved "
        + others.joined(separator: ", ") + " cents.")
  }

  /// Returns a sentence about the next turn, with the caution about far steps; `nil` if the strokes
  /// so far do not determine it, or no turn is needed.
  ///
  /// - Parameter memory: the strokes so far.
  /// - Returns: such as "Next, tune G3 to 3.2 cents sharp."
  func next(_ memory: StrokeMemory) -> String? {
    guard let plan = memory.shownPlan(tolerance: target.tolerance.inTune),
      let step = plan.steps.first
    else { return nil }
    let sentence = "Next, tune \(names[step.string]) to \(Self.place(step.reading))."
    return ([sentence] + [caution(plan)].compactMap(\.self)).joined(separator: " ")
  }

  /// Returns the caution about a plan with a far step; `nil` without one.
  func caution(_ plan: TuningPlan) -> String? {
    guard plan.isFar else { return nil }
    return
      "A step is larger than \(decimal(TuningPlan.farthest)) cents. Before you turn a peg that "
      + "far, add a turn of each other peg: the couplings may be wrong."
  }

  /// Returns a sentence about the deviations in which the turns of a plan end, with the standard
  /// errors that follow from those of the couplings.
  ///
  /// - Parameter plan: a plan with a step.
  /// - Returns: such as "The strings then end at E2 −0.3 ± 0.8, A2 +2.1 ± 1.4 cents from their
  ///   targets."
  func ends(_ plan: TuningPlan) -> String {
    let ends = zip(plan.ends, plan.endSigmas).enumerated().compactMap { index, end in
      end.0.map { "\(names[index]) \(TextFigures.signed($0))\(TextFigures.error(end.1))" }
    }
    return "The strings then end at " + ends.joined(separator: ", ") + " cents from their targets."
  }

  /// Returns the sentence about strokes that do not determine a plan.
  ///
  /// - Parameter memory: the strokes so far.
  /// - Returns: that any order will do, or the turns that are missing; `nil` if there is a plan.
  func reservation(_ memory: StrokeMemory) -> String? {
    switch memory.evidence {
    case .significant: nil
    case .small: "The strings hardly move one another: tune them in any order."
    case .unknown:
      memory.turnedStringCount < 2
        ? "The turns of one peg do not show how all strings move one another. Turn another peg, and "
          + "stroke all strings again."
        : "How the strings move one another is not measured well enough yet. Turn a peg by more, "
          + "and stroke all strings again."
    }
  }

  /// Returns a sentence about the strings that the last stroke did not measure.
  ///
  /// - Parameters:
  ///   - unmeasured: the indices of the strings.
  ///   - plan: the plan of the other strings; `nil` for none.
  /// - Returns: `nil` if every string was measured.
  func unmeasured(_ unmeasured: [Int], beside plan: TuningPlan?) -> String? {
    if unmeasured.isEmpty { return nil }
    let strings = names.list(unmeasured, one: "was", more: "were")
    let them = names.isOne(unmeasured) ? "it" : "them"
    let isMoved = plan?.steps.isEmpty == false
    let effect = isMoved ? ": the plan leaves \(them) out, and the turns move \(them)" : ""
    return EnglishStrokeSentence.capitalised(
      "\(strings) not measured in the last stroke\(effect). Stroke all strings again.")
  }

  /// Returns the table of couplings with their standard errors, in cents for a turn of 10 cents.
  func table(_ couplings: StringCouplings) -> String {
    let names = names.all
    let width = names.map(\.count).max() ?? 0
    let column = max(Self.leastColumn, width + 2)
    var lines = [
      "Cents that a string moves as another is turned up by 10 cents:",
      "  turned " + String(repeating: " ", count: width - min(width, 2))
        + names.map { TextFigures.pad($0, to: column) }.joined(),
    ]
    for (name, row) in zip(names, couplings.movements(byTurn: Cents(10))) {
      let cells = row.map { movement -> String in
        guard let movement else { return TextFigures.pad("-", to: column) }
        let sigma = TextFigures.number(movement.sigma.value, places: 1)
        return TextFigures.pad("\(TextFigures.signed(movement.change)) ± \(sigma)", to: column)
      }
      lines.append("  " + filled(name, to: width + 5) + cells.joined())
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a reading in words.
  static func place(_ reading: Cents) -> String {
    let size = TextFigures.number(reading.magnitude.value, places: 1)
    guard size != "0.0" else { return "0 cents" }
    return "\(size) cents \(reading.value < 0 ? "flat" : "sharp")"
  }
}
