// SPDX-License-Identifier: MIT

public import Acoustics

/// A string of a stroke, or the strings of a unison course, which are measured as one.
public struct StrumTarget: Hashable, Sendable {
  /// The distance below which the strum engine cannot distinguish two strings.
  public static let leastDistance = Cents(60)
  /// The first partials that a stroke can measure.
  public static let frequencies = Hertz(24)...Hertz(860)

  /// The English word before the number of a string.
  package static let word = "string"

  /// The string that represents its course, with its frequency.
  public let tuned: TunedString
  /// The player's numbers of all strings that are measured as this one.
  public let positions: [Int]
  /// The largest distance of a target of these strings from ``frequency``; 0 for one string, and
  /// for equal targets.
  public let spread: Cents

  /// The string.
  public var string: GuitarString { tuned.string }
  /// The first partial in tune.
  public var frequency: Hertz { tuned.frequency }

  /// True for strings that are measured as one although their targets differ by more than their
  /// frequencies are shown.
  ///
  /// One reading cannot be compared with two targets.
  public var hasDifferentTargets: Bool { spread.value >= Self.leastSpread }

  /// The player's number of a string, or the numbers of strings measured as one: `4+3`.
  package var numbers: String { positions.map { "\($0)" }.joined(separator: "+") }

  /// Returns the English name of the string with its number: `string 6 (E2)`, or `strings 4+3 (B3)`
  /// for strings measured as one.
  ///
  /// - Parameter note: the name of its note.
  /// - Returns: the name.
  package func name(with note: String) -> String {
    "\(Self.word)\(positions.count > 1 ? "s" : "") \(numbers) (\(note))"
  }

  /// Returns true if the note alone tells a string from the other strings of a stroke.
  ///
  /// Two strings of the same note are apart if an offset moves one of them by 60 cents or more.
  ///
  /// - Parameter targets: all strings of the stroke.
  /// - Returns: false for strings that are measured as one, because one note stands for several
  ///   strings.
  package func hasOwnNote(among targets: [StrumTarget]) -> Bool {
    positions.count == 1 && targets.count { $0.string.spelling == string.spelling } == 1
  }

  /// Returns true if a reading was compared with this target.
  ///
  /// After a change of targets, results of the earlier strings may still arrive.
  ///
  /// - Parameter reading: any reading; one without a frequency fits every target.
  /// - Returns: false if its deviation is from another target.
  public func isTarget(of reading: StringReading) -> Bool {
    guard let frequency = reading.frequency, let deviation = reading.deviation else { return true }
    guard frequency.value > 0, frequency.value.isFinite, deviation.value.isFinite else {
      return false
    }
    let distance = frequency.interval(above: self.frequency).value - deviation.value
    return distance.magnitude < Self.rounding
  }

  /// The least difference of two targets that a reading to a tenth of a cent shows, in cents.
  private static let leastSpread = 0.05
  /// The largest difference by rounding, in cents.
  private static let rounding = 1e-6

  /// Groups the strings that are measured as one.
  ///
  /// - Parameter strings: the strings of an instrument, in its order.
  /// - Returns: the strings in their order, each grouped with the later ones that are closer to it
  ///   than ``leastDistance``.
  public static func targets(of strings: [TunedString]) -> [StrumTarget] {
    var groups: [[TunedString]] = []
    for tuned in strings {
      let index = groups.firstIndex {
        tuned.frequency.interval(above: $0[0].frequency).magnitude < leastDistance
      }
      if let index { groups[index].append(tuned) } else { groups.append([tuned]) }
    }
    return groups.map { strings in
      let first = strings[0]
      let distances = strings.map { $0.frequency.interval(above: first.frequency).magnitude.value }
      return StrumTarget(
        tuned: first, positions: strings.map { $0.string.position },
        spread: Cents(distances.max() ?? 0))
    }
  }
}
