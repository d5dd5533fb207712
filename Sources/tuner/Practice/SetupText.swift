// SPDX-License-Identifier: MIT

import Terminal
import TunerDisplay

/// The texts of the set-up, from the catalogue's phrases.
enum SetupText {
  private static let columns = 78

  static let welcome =
    ([title(.welcome)] + WrappedText.lines(of: GatePhrase.idea.text, columns: columns))
    .joined(separator: "\n")
  static let play = GatePhrase.play.text
  static let microphoneMissing = GatePhrase.microphoneMissing.text
  static let microphoneSilent = GatePhrase.microphoneSilent.text
  static let askTargets = GatePhrase.askTargets.text + " "
  static let askContinue = GatePhrase.askContinue.text + " "
  static let askRetry = GatePhrase.askRetry.text + " "
  /// The first letters of an answer that means yes, in the language of the question and in English.
  static let yesLetters = GatePhrase.yesLetters.text + GatePhrase.yesLetters.text(in: .english)
  static let stopped = GatePhrase.stopped.text

  static func title(_ step: GatePhrase.SetupStep) -> String { GatePhrase.setupTitle(step).text }

  static func heard(_ peak: Double) -> String {
    GatePhrase.heard(peak: Language.ofEnvironment.number(peak, places: 1)).text
  }

  static func hostsFile(_ path: String) -> String {
    GatePhrase.mayChange(path: printable(path)).text
  }

  static func journal(_ path: String) -> String {
    GatePhrase.journalHere(path: printable(path)).text
  }
}
