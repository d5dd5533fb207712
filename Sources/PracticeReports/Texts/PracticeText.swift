// SPDX-License-Identifier: MIT

package import PracticeGoals
import Terminal
import TunerDisplay

/// The texts about practice, from the catalogue's phrases.
package enum PracticeText {
  /// Returns the title of a picture of so many days.
  package static func title(ofDays count: Int) -> String {
    count == 7 ? GatePhrase.weekTitle.text : GatePhrase.daysTitle(count: "\(count)").text
  }

  /// The unit of practice.
  package static let minutes = GatePhrase.minuteUnit.text
  /// The sentence of a journal without practice.
  package static let nothingYet = GatePhrase.nothingYet.text
  /// The sentence of days without practice, while the journal has practice of other days.
  package static let nothingOnTheseDays = GatePhrase.nothingOnTheseDays.text

  /// Returns the heading of a day.
  package static func today(_ day: LocalDay) -> String { GatePhrase.today(date: "\(day)").text }

  /// Returns the numbers of notes of a day.
  package static func counts(notes: Int, inTune: Int) -> String {
    GatePhrase.counts(notes: "\(notes)", inTune: "\(inTune)").text
  }

  /// Returns the emergency exits of a day, by their times.
  package static func exits(_ clocks: [String]) -> String {
    GatePhrase.exits(clocks: clocks.joined(separator: ", ")).text
  }

  /// Returns the practice that counts, in minutes.
  package static func counted(_ minutes: Double) -> String {
    GatePhrase.counted(minutes: number(minutes)).text
  }

  /// Returns the sentence about practice of which updates are missing.
  package static func incomplete(missing: Int) -> String {
    GatePhrase.incomplete(missing: "\(missing)").text
  }

  /// Returns the practice in a recording, in minutes.
  ///
  /// - Parameters:
  ///   - file: the path of the recording.
  ///   - minutes: the practice.
  ///   - days: the first and the last day that it counts for; empty if one of them is today.
  /// - Returns: one sentence.
  package static func counted(_ file: String, _ minutes: Double, on days: [LocalDay] = []) -> String
  {
    let (file, minutes) = (printable(file), number(minutes))
    guard let first = days.first, let last = days.last else {
      return GatePhrase.countedIn(file: file, minutes: minutes).text
    }
    if first == last {
      return GatePhrase.countedOn(file: file, minutes: minutes, date: "\(first)").text
    }
    return GatePhrase.countedOver(
      file: file, minutes: minutes, first: "\(first)", last: "\(last)"
    ).text
  }

  /// Returns the sentence that a recording was already counted.
  package static func countedBefore(_ file: String) -> String {
    GatePhrase.countedBefore(file: printable(file)).text
  }

  /// Returns the name of the weekday of a day.
  package static func weekday(_ day: LocalDay) -> String { GatePhrase.weekday(day.weekday).text }

  private static func number(_ minutes: Double) -> String {
    Language.ofEnvironment.number(minutes, places: 1)
  }
}
