// SPDX-License-Identifier: MIT

import PracticeGoals
import Terminal
import TunerDisplay

/// The texts about practice, from the catalogue's phrases.
enum PracticeText {
  static let weekTitle = GatePhrase.weekTitle.text
  static let minutes = GatePhrase.minuteUnit.text
  static let nothingYet = GatePhrase.nothingYet.text

  static func today(_ day: LocalDay) -> String { GatePhrase.today(date: "\(day)").text }

  static func counts(notes: Int, inTune: Int) -> String {
    GatePhrase.counts(notes: "\(notes)", inTune: "\(inTune)").text
  }

  static func exits(_ clocks: [String]) -> String {
    GatePhrase.exits(clocks: clocks.joined(separator: ", ")).text
  }

  static func counted(_ minutes: Double) -> String {
    GatePhrase.counted(minutes: number(minutes)).text
  }

  static func counted(_ file: String, _ minutes: Double) -> String {
    GatePhrase.countedIn(file: printable(file), minutes: number(minutes)).text
  }

  static func countedBefore(_ file: String) -> String {
    GatePhrase.countedBefore(file: printable(file)).text
  }

  static func weekday(_ day: LocalDay) -> String { GatePhrase.weekday(day.weekday).text }

  private static func number(_ minutes: Double) -> String {
    Language.ofEnvironment.number(minutes, places: 1)
  }
}

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
  static let targetsMissing = GatePhrase.targetsMissing.text
  static let goalMissing = GatePhrase.goalMissing.text
  static let askContinue = GatePhrase.askContinue.text + " "
  static let askRetry = GatePhrase.askRetry.text + " "
  /// The first letters of an answer that means yes, in the language of the question and in English.
  static let yesLetters = GatePhrase.yesLetters.text + GatePhrase.yesLetters.text(in: .english)
  static let stopped = GatePhrase.stopped.text

  static func title(_ step: GatePhrase.SetupStep) -> String { GatePhrase.setupTitle(step).text }

  static func askGoal(_ minutes: Int) -> String {
    GatePhrase.askGoal(minutes: "\(minutes)").text + " "
  }

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
