// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Terminal
import Tuning

/// A built-in tuning that explains pitches much better than the chosen one.
struct TuningSuggestion: Sendable {
  // | name           | unit | source                                                              |
  // | -------------- | ---- | ------------------------------------------------------------------- |
  // | leastPitches   | 1    | two strings fit several tunings                                     |
  // | usualAdvantage | 1    | logarithm of 1000: the likelihood of the other tuning is larger     |
  // | askedAdvantage | 1    | logarithm of 20, where the notes are to decide                      |
  // | openShare      | 1    | least share of open strings in the suggested tuning, or             |
  // | foreignShare   | 1    | least share of pitches that the chosen tuning does not have         |
  // | unexplained    | 1    | largest share of pitches that the suggested tuning does not have    |
  static let leastPitches = 3
  static let usualAdvantage = log(1000.0)
  static let askedAdvantage = log(20.0)
  private static let (openShare, foreignShare) = (0.75, 0.2)
  static let unexplained = 0.15

  /// The fit of the suggested tuning.
  let fit: TuningFit
  /// The suggested tuning.
  let tuning: InstrumentTuning
  /// Built-in tunings with the same notes, such as a violin's and a mandolin's.
  let equals: [InstrumentTuning]

  /// Finds a tuning that explains pitches better than the chosen one; `nil` for no suggestion.
  ///
  /// Another tuning is suggested only if it explains nearly all pitches, is much more likely, and
  /// if either most pitches are its open strings or the chosen tuning does not have many of them.
  /// So there is no suggestion for a melody, whose notes are fretted, or for an instrument that is
  /// flat as a whole.
  ///
  /// - Parameters:
  ///   - pitches: the pitches.
  ///   - chosen: the chosen tuning.
  ///   - system: the pitch system.
  ///   - candidates: the tunings that can be suggested.
  ///   - leastAdvantage: the least natural logarithm of the ratio of the likelihoods.
  init?(
    _ pitches: HeardPitches, insteadOf chosen: InstrumentTuning, in system: PitchSystem,
    among candidates: [InstrumentTuning] = InstrumentTuning.presets,
    leastAdvantage: Double = usualAdvantage
  ) {
    guard pitches.all.count >= Self.leastPitches,
      let present = TuningFit(pitches, chosen, in: system)
    else { return nil }
    let fits = candidates.compactMap { TuningFit(pitches, $0, in: system) }
    // Of several with the same score, the first is taken: the list begins with the most common
    // ones.
    guard
      let best = fits.max(by: { $0.score < $1.score }),
      let fit = fits.first(where: { $0.score >= best.score - 1e-9 }), let tuning = fit.tuning,
      Self.pitches(of: tuning) != Self.pitches(of: chosen)
    else { return nil }
    let count = Double(pitches.all.count)
    let speaks =
      fit.openCount >= Self.leastPitches && Double(fit.openCount) >= Self.openShare * count
      || Double(present.foreignCount) >= Self.foreignShare * count
    guard speaks, fit.score - present.score >= leastAdvantage,
      Double(fit.foreignCount) <= Self.unexplained * count
    else { return nil }
    self.fit = fit
    self.tuning = tuning
    equals = candidates.filter {
      $0.id != tuning.id && Self.pitches(of: $0) == Self.pitches(of: tuning)
    }
  }

  private static func pitches(of tuning: InstrumentTuning) -> Set<Int> {
    Set(tuning.strings.map(\.note.midi))
  }

  /// Returns the suggestion in a sentence.
  ///
  /// - Parameter isWithoutCapo: true if the tuning fits without the capo that was chosen.
  /// - Returns: the sentence, with the options that choose the tuning.
  func sentence(isWithoutCapo: Bool) -> String {
    let others = equals.map { " or \($0.name)" }.joined()
    let capo = isWithoutCapo ? " without a capo" : ""
    return "The notes fit another tuning: \(printable(tuning.name))\(others)\(capo). "
      + "Choose it with: -t \(tuning.id)\(isWithoutCapo ? " --capo 0" : "")"
  }
}

extension TargetSettings {
  /// Returns the sentences on a tuning or an A4 that explains the pitches better.
  ///
  /// - Parameter frequencies: the pitches.
  /// - Returns: a sentence, or none: in chromatic mode, with a locked string, and where the chosen
  ///   tuning explains the pitches.
  func suggestions(for frequencies: [Hertz]) -> [String] {
    guard let tuning = classifier.selection.tuning, classifier.locked == nil else { return [] }
    let pitches = HeardPitches(frequencies, reference: classifier.reference)
    let open = TuningSuggestion(pitches, insteadOf: tuning, in: classifier.system)
    let behindCapo =
      capo == 0
      ? open
      : TuningSuggestion(
        pitches, insteadOf: tuning, in: classifier.system,
        among: InstrumentTuning.presets.compactMap { try? $0.behindCapo(at: capo) })
    // A capo that is not there explains the chosen tuning better than another tuning behind it.
    if capo > 0, let open, behindCapo == nil || open.tuning.id == tuning.id {
      return [open.sentence(isWithoutCapo: true)]
    }
    if let behindCapo { return [behindCapo.sentence(isWithoutCapo: false)] }
    guard let fit = TuningFit(pitches, tuning, in: classifier.system),
      let other = ReferenceSuggestion(
        fit, from: classifier.reference, beyond: tolerance.inTune)
    else { return [] }
    return [other.sentence]
  }
}
