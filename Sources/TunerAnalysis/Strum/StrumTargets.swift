// SPDX-License-Identifier: MIT

package import Acoustics
import FileFormats
import PitchDetection
import Terminal
import TunerPipeline
package import Tuning

/// The validated strings that a stroke is compared with.
package struct StrumTargets: Sendable {
  /// The range in which a string is found, as a sentence.
  package static let rangeText =
    "A string is found within \(decimal(StrumString.defaultRange.value)) cents of its target, or "
    + "halfway to the next string if that is nearer."

  /// The sample rate for the check of the strings before a recording is opened.
  private static let checkedRate = SampleRate(48_000)

  /// The strings in the order of the instrument, from the highest number to string 1.
  package let targets: [StrumTarget]

  /// The notice about strings that are measured as one; `nil` for none.
  package let notice: String?

  /// Makes the strings of the settings.
  ///
  /// - Parameter settings: the strings, their reference and the capo.
  /// - Throws: `StrumTargetsError` if there are no strings, if they can't be measured together, or
  ///   if strings that are measured as one have different targets.
  package init(_ settings: TargetSettings) throws {
    guard let tuning = settings.classifier.selection.tuning else {
      throw StrumTargetsError.noStrings
    }
    targets = StrumTarget.targets(of: settings.classifier.strings)
    let joint = targets.filter { $0.positions.count > 1 }
    if let different = joint.first(where: \.hasDifferentTargets) {
      throw StrumTargetsError.differentTargets(
        TextFigures.name(of: different, in: settings.notation), apart: different.spread)
    }
    notice =
      tuning.isDoubled
      ? Self.doubled : Self.notice(joint.map { TextFigures.name(of: $0, in: settings.notation) })
    do {
      _ = try StrumEngine(configuration(at: Self.checkedRate))
    } catch StrumError.target(let index, let required, let actual) {
      throw StrumTargetsError.outOfRange(
        TextFigures.name(of: targets[index], in: settings.notation),
        required: required, actual: actual)
    }
  }

  /// The numbers of the strings that are measured as one, such as `4+3 2+1`; `nil` for none.
  var jointStrings: String? {
    let joint = targets.filter { $0.positions.count > 1 }.map(\.numbers)
    return joint.isEmpty ? nil : joint.joined(separator: " ")
  }

  /// The notice about a tuning whose strings each stand for two.
  private static let doubled =
    "a course has two strings here, and a stroke measures one of them, not always the louder one: "
    + "damp one string of a course and pluck the other to tune it"

  private static func notice(_ names: [String]) -> String? {
    if names.isEmpty { return nil }
    return "a stroke can't separate \(StrokeNames.list(names)): "
      + (names.count == 1 ? "they count as one string" : "each of these counts as one string")
  }

  /// Returns the configuration of the engine.
  ///
  /// - Parameter sampleRate: the rate of a recording.
  /// - Returns: a string for each target, in their order.
  func configuration(at sampleRate: SampleRate) -> StrumConfiguration {
    StrumConfiguration(targets, sampleRate: sampleRate)
  }
}

/// The reason why the strings of a tuning can't be measured together.
package enum StrumTargetsError: UsageError, Hashable {
  /// The tuning is chromatic, so it has no strings.
  case noStrings
  /// A string's target is too low or too high; `name` is the string's name in messages.
  case outOfRange(_ name: String, required: ClosedRange<Hertz>, actual: Hertz)
  /// Strings that are measured as one have targets that differ by some cents; `names` is their name
  /// in messages.
  case differentTargets(_ names: String, apart: Cents)

  /// The fault and the remedy in words.
  package var description: String {
    switch self {
    case .noStrings: "chromatic has no strings to strum. Name a tuning with -t."
    case .outOfRange(let name, let required, let actual):
      "--strum measures strings from \(TextFigures.number(required.lowerBound.value, places: 0)) to "
        + "\(TextFigures.number(required.upperBound.value, places: 0)) Hz, and \(name) is tuned to "
        + "\(TextFigures.number(actual.value, places: 1)) Hz. Choose another tuning or capo, or leave "
        + "out --strum."
    case .differentTargets(let names, let cents):
      "--strum can't separate \(names), and their targets differ by "
        + "\(TextFigures.number(cents.value, places: 1)) cents. Give them the same offset, or leave out "
        + "--strum."
    }
  }
}
