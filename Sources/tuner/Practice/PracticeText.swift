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
