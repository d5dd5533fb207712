// SPDX-License-Identifier: MIT

import Terminal
package import TunerDisplay

/// The texts of the set-up, from the catalogue's phrases.
package enum SetupText {
  /// The longest lines of a paragraph.
  private static let columns = 78

  /// Returns the title and the idea of the gate, in lines.
  ///
  /// - Parameter columns: the width of the terminal; `nil` if there is none.
  /// - Returns: the lines.
  package static func welcome(columns: Int?) -> String {
    let width = min(Self.columns, columns ?? Self.columns)
    return ([title(.welcome)] + WrappedText.lines(of: GatePhrase.idea.text, columns: width))
      .joined(separator: "\n")
  }

  /// Breaks the lines that are wider than a terminal, and keeps their indentation.
  ///
  /// - Parameters:
  ///   - text: lines.
  ///   - columns: the width of the terminal; `nil` if there is none.
  /// - Returns: the lines.
  package static func fitted(_ text: String, columns: Int?) -> String {
    guard let columns else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.flatMap { line -> [String] in
      guard String(line).cellWidth > columns else { return [String(line)] }
      let indent = String(line.prefix { $0 == " " })
      let words = String(line.dropFirst(indent.count))
      return WrappedText.lines(of: words, columns: columns - indent.count).map { indent + $0 }
    }.joined(separator: "\n")
  }

  /// The request to play.
  package static let play = GatePhrase.play.text
  /// The note that no microphone was found.
  package static let microphoneMissing = GatePhrase.microphoneMissing.text
  /// The note that a microphone was silent.
  package static let microphoneSilent = GatePhrase.microphoneSilent.text
  /// The question for targets.
  package static let askTargets = GatePhrase.askTargets.text + " "
  /// The answer to an empty list of targets.
  package static let targetsMissing = GatePhrase.targetsMissing.text
  /// The answer to an invalid amount.
  package static let goalMissing = GatePhrase.goalMissing.text
  /// The question whether to continue.
  package static let askContinue = GatePhrase.askContinue.text + " "
  /// The question to repeat a step.
  package static let askRetry = GatePhrase.askRetry.text + " "
  /// The first letters of an answer that means yes, in the language of the question and in English.
  package static let yesLetters =
    GatePhrase.yesLetters.text + GatePhrase.yesLetters.text(in: .english)
  /// The note that the set-up has stopped.
  package static let stopped = GatePhrase.stopped.text

  /// Returns the title of a step.
  package static func title(_ step: GatePhrase.SetupStep) -> String {
    GatePhrase.setupTitle(step).text
  }

  /// Returns the question for the daily practice.
  package static func askGoal(_ minutes: Int) -> String {
    GatePhrase.askGoal(minutes: "\(minutes)").text + " "
  }

  /// Returns the loudest level, in decibels.
  package static func heard(_ peak: Double) -> String {
    GatePhrase.heard(peak: Language.ofEnvironment.number(peak, places: 1)).text
  }

  /// Returns the file that the gate may change.
  package static func hostsFile(_ path: String) -> String {
    GatePhrase.mayChange(path: printable(path)).text
  }

  /// Returns the place of the journal.
  package static func journal(_ path: String) -> String {
    GatePhrase.journalHere(path: printable(path)).text
  }
}
