// SPDX-License-Identifier: MIT

internal import Tuning

extension TargetSettings {
  /// Returns the strings from the highest number to string 1, each with the others that have the
  /// same target; none in chromatic mode.
  ///
  /// A single note does not show which string of a unison course was played. A locked string is
  /// alone: the player has named it.
  static func courses(of classifier: PitchClassifier) -> [StrumTarget] {
    let strings = classifier.strings
    guard classifier.locked == nil else { return strings.flatMap { StrumTarget.targets(of: [$0]) } }
    return StrumTarget.targets(of: strings).flatMap { course in
      guard course.hasDifferentTargets else { return [course] }
      return strings.filter { course.positions.contains($0.string.position) }
        .flatMap { StrumTarget.targets(of: [$0]) }
    }
  }

  /// Returns the name of a target in messages: `string 6 (E2)`, or `strings 4+3 (B3)` for a unison
  /// course.
  func name(of target: PitchTarget) -> String {
    switch target {
    case .string(let string):
      course(of: string).map { TextFigures.name(of: $0, in: notation) }
        ?? "\(StrumTarget.word) \(string.position) (\(notation.text(of: string.spelling)))"
    case .note(let note): notation.text(of: note)
    case .degree: label(of: target)
    }
  }

  /// Returns the label of a target: `6:E2` for a string, `4+3:B3` for a unison course, `E2` for a
  /// note, `11/19:E5` for a degree.
  func label(of target: PitchTarget) -> String {
    if case .string(let string) = target, let course = course(of: string) {
      return TextFigures.label(of: course, in: notation)
    }
    return target.label(in: notation.notation, octaves: notation.octaves)
  }

  /// Returns the string with the others that have the same target; `nil` for a string of another
  /// tuning.
  private func course(of string: GuitarString) -> StrumTarget? {
    courses.first { $0.positions.contains(string.position) }
  }
}
