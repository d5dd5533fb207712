// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

/// The figure of a slice that is compared with a limit.
enum TargetMeasure: Hashable, Sendable {
  /// |error| of answered frames in cents.
  case cents(Quantile)
  /// |error| in cents of notes, each read by the median of its answered frames.
  case noteCents(Quantile)
  /// |error| in cents of the notes that an analysis reports, each measured as a whole.
  case wholeNoteCents(Quantile)
  /// The share of recordings of one note in which an analysis finds none.
  case withoutNote
  /// The share of the notes that an analysis reports that are off by more than 50 cents.
  case wholeNoteGross
  /// The share of plain notes that are reported with a vibrato.
  case vibrato
  /// The share of gross errors among answered frames.
  case gross
  /// The share of frames with an error below 50 cents, of all frames of the steady part.
  case within50
  /// The share of frames with confidence 0.7 or more, of all frames of the steady part.
  case answered
  /// The root mean square of error over the Cramér–Rao bound.
  case overBound
  /// The settling time within this many cents, by nearest rank among all notes.
  case settled(within: Cents, Quantile)
  /// Notes that never settled within 50 cents.
  case neverSettled
  /// The share of readings with |error| below 2 sigma.
  case coverage
  /// The root mean square of error over sigma, without gross errors.
  case normalisedRMSError
  /// The rank correlation of sigma and |error|.
  case rankCorrelation
  /// |error| in cents of the answered readings in the beginning of a note.
  case beginningCents(Quantile)
  /// The share of those readings that are off by more than 10 cents.
  case beginningOff
  /// The share of those readings with |error| below 2 sigma.
  case beginningCoverage
  /// The median sigma of the steady part, in cents.
  case sigma
  /// The share of noise frames with confidence 0.7 or more.
  case falseAlarms
  /// The share of noise frames with confidence below 0.3.
  case lowConfidence
  /// The share of display updates in noise that show a pitch.
  case shown
  /// The share of the readings of touched harmonics that differ from the answer of their note.
  case left

  /// The unit of the figure.
  var unit: FigureTable.Unit {
    switch self {
    case .cents, .noteCents, .wholeNoteCents, .beginningCents, .sigma: .cents
    case .gross, .within50, .answered, .coverage, .falseAlarms, .lowConfidence, .beginningOff,
      .beginningCoverage, .shown, .left, .withoutNote, .wholeNoteGross, .vibrato:
      .share
    case .overBound, .normalisedRMSError, .rankCorrelation: .ratio
    case .settled: .seconds
    case .neverSettled: .count
    }
  }

  /// Returns the figure of a merged score; `nil` when it is undefined.
  func figure(of score: ItemScore) -> Double? {
    let pitch = score.pitch
    switch self {
    case .cents(let quantile): return pitch.cents.magnitudes()?.interpolated(quantile)
    case .noteCents(let quantile): return score.notes.cents.magnitudes()?.interpolated(quantile)
    case .wholeNoteCents(let quantile):
      return score.wholeNotes.cents.magnitudes()?.interpolated(quantile)
    case .withoutNote: return score.wholeNotes.found.share.map { 1 - $0 }
    case .wholeNoteGross: return score.wholeNotes.gross.share
    case .vibrato: return score.wholeNotes.vibrato.share
    case .gross: return score.gross.share
    case .within50: return score.within50.share
    case .answered: return score.answered.share
    case .overBound: return score.overBound.distribution()?.rootMeanSquare
    case .settled(within: let tolerance, let quantile):
      return ScoringThreshold.settling.firstIndex(of: tolerance).flatMap {
        score.settling.settled[$0].time(quantile)
      }
    case .neverSettled:
      let times = score.settling.settled[0]
      return times.notes > 0 ? Double(times.never) : nil
    case .coverage: return pitch.sigma.coverage
    case .normalisedRMSError: return pitch.sigma.normalisedRMSError(within: ScoringThreshold.gross)
    case .rankCorrelation: return pitch.sigma.rankCorrelation
    case .beginningCents(let quantile):
      return score.beginning.cents.magnitudes()?.interpolated(quantile)
    case .beginningOff: return BeginningFigures.off(score.beginning)
    case .beginningCoverage: return score.beginning.sigma.coverage
    case .sigma: return pitch.sigma.medianSigma
    case .falseAlarms: return score.noise.falseAlarms.share
    case .lowConfidence: return score.noise.tentativeAlarms.share.map { 1 - $0 }
    case .shown: return score.noise.shown.share
    case .left: return score.held.share.map { 1 - $0 }
    }
  }
}

/// The part of a run for which a figure is computed.
struct ResultSlice: Hashable, Sendable {
  /// The content of an item.
  enum Content: Hashable, Sendable {
    /// A note or a phrase.
    case pitched
    /// Noise alone.
    case noise
  }

  /// The sets by name; `nil` for all.
  var sets: [String]?
  /// The notes by MIDI number; `nil` for all, including items without a number.
  var notes: ClosedRange<Int>?
  /// The signal-to-noise ratios in decibels; `nil` for all, including items without noise.
  var ratios: [Int]?
  /// The content of the items; `nil` for either.
  var content: Content?
  /// True for recordings through a microphone alone.
  var isThroughMicrophone = false

  /// Returns true if an item is in this part.
  ///
  /// With `content`, only items with a score are.
  func holds(_ result: ItemResult) -> Bool {
    (sets.map { $0.contains(result.set) } ?? true)
      && (notes.map { notes in result.note.map(notes.contains) ?? false } ?? true)
      && (ratios.map { ratios in result.signalToNoise.map(ratios.contains) ?? false } ?? true)
      && (!isThroughMicrophone || result.isThroughMicrophone == true)
      && (content.map { self.content(of: result) == $0 } ?? true)
  }

  /// Returns the content of a result's item; `nil` when it was not scored.
  private func content(of result: ItemResult) -> Content? {
    guard let score = result.score else { return nil }
    if score.answered.total > 0 { return .pitched }
    return score.noise.falseAlarms.total > 0 ? .noise : nil
  }
}
