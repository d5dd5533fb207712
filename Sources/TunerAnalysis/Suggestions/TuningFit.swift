// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import NoteTracking
import Tuning

/// The likelihood of a set of pitches on an instrument in a tuning.
///
/// Each pitch is an open string, a fretted note, or foreign to the instrument:
///
///     p(x) = open/S · Σ N(x − s − d) + fretted/F · Σ N(x − f − d) + foreign/range
///
/// s are the S open strings, f the F fretted notes, d the common deviation of the instrument from
/// A4, and N the normal density. d is chosen to maximise the likelihood. If two tunings contain the
/// same pitches, the one with fewer strings has the larger likelihood.
struct TuningFit: Sendable {
  // | name    | unit  | source                                                                |
  // | ------- | ----- | --------------------------------------------------------------------- |
  // | open    | 1     | share of open strings: recordings for a tuner are mostly open strings |
  // | fretted | 1     | share of fretted notes                                                |
  // | foreign | 1     | share of pitches that the instrument lacks: octaves, other sounds     |
  // | range   | cents | ten octaves, the range of foreign pitches                             |
  // | spread  | cents | standard deviation of strings about d on an instrument before tuning  |
  // | drift   | cents | standard deviation of d before anything is heard                      |
  // | reach   | cents | the largest d: beyond it the next semitone is nearer                  |
  // | step    | cents | of the first search for d: a third of the spread                      |
  // | near    | cents | three spreads: the pitch counts as that of the string                 |
  // | frets   | 1     | the highest fret of electric guitars and basses                       |
  private static let (open, fretted, foreign) = (0.6, 0.37, 0.03)
  private static let range = 12_000.0
  private static let (spread, drift, reach, near) = (12.0, 25.0, 50, 36.0)
  private static let frets = 24
  private static let step = 4

  /// The tuning; `nil` for any note of the keyboard.
  let tuning: InstrumentTuning?
  /// The natural logarithm of the likelihood of all pitches.
  let score: Double
  /// The common deviation from A4.
  let offset: Cents
  /// The median distance of the pitches from their common deviation.
  let scatter: Cents
  /// The number of pitches of open strings.
  let openCount: Int
  /// The number of pitches that the instrument does not have.
  let foreignCount: Int
  /// The number of pitches.
  let count: Int

  /// Fits pitches to a tuning; `nil` without a pitch, or if the system has no pitch for a string.
  ///
  /// - Parameters:
  ///   - pitches: the pitches, at least one.
  ///   - tuning: the tuning; `nil` for any note of the keyboard.
  ///   - system: the pitch system; the pitches count from its A4.
  init?(_ pitches: HeardPitches, _ tuning: InstrumentTuning?, in system: PitchSystem) {
    guard !pitches.all.isEmpty else { return nil }
    guard let places = Places(tuning, in: system) else { return nil }
    var best = (score: -Double.infinity, offset: 0)
    func search(_ offsets: StrideThrough<Int>) {
      for offset in offsets {
        let shift = Double(offset)
        let prior = -0.5 * (shift / Self.drift) * (shift / Self.drift)
        let score = pitches.all.reduce(prior) { $0 + log(places.likelihood(of: $1 - shift)) }
        if score > best.score { best = (score, offset) }
      }
    }
    // The likelihood is smooth over a third of the spread of a string.
    search(stride(from: -Self.reach, through: Self.reach, by: Self.step))
    search(stride(from: best.offset - Self.step + 1, through: best.offset + Self.step - 1, by: 1))
    let shift = Double(best.offset)
    let deviations = pitches.all.compactMap { pitch in
      places.deviation(of: pitch - shift).map { $0 + shift }
    }
    let middle = deviations.isEmpty ? shift : median(deviations)
    self.tuning = tuning
    score = best.score
    offset = Cents(middle)
    scatter = Cents(
      deviations.isEmpty ? 0 : median(deviations.map { abs($0 - middle) }))
    openCount = pitches.all.count { places.isOpen($0 - shift) }
    foreignCount = pitches.all.count - deviations.count
    count = pitches.all.count
  }

  /// The frequency of A4 at which the common deviation is 0, in hundredths of a hertz.
  func reference(from reference: ReferencePitch) -> ReferencePitch? {
    let hertz = (100 * reference.a4.raised(by: offset).value).rounded() / 100
    return try? ReferencePitch(a4: Hertz(hertz))
  }

  /// The pitches of an instrument, in cents above A4.
  private struct Places {
    let strings: [Double]
    /// The lowest and the highest fretted note; semitones lie between them.
    let notes: ClosedRange<Double>

    init?(_ tuning: InstrumentTuning?, in system: PitchSystem) {
      guard let tuning else {
        strings = []
        notes = -6000...6000
        return
      }
      guard let tuned = try? tuning.tunedStrings(in: system) else { return nil }
      let a4 = system.reference.a4
      strings = Set(tuned.map { $0.frequency.interval(above: a4).value }).sorted()
      let (low, high) = (strings.first ?? 0, strings.last ?? 0)
      let count = Int(((high - low) / 100).rounded()) + TuningFit.frets
      notes = low + 100...low + 100 * Double(count)
    }

    func likelihood(of pitch: Double) -> Double {
      TuningFit.foreign / TuningFit.range
        + TuningFit.open * strings.reduce(0) { $0 + density(of: pitch - $1) }
        / Double(max(1, strings.count))
        + TuningFit.fretted * density(of: pitch - nearestNote(to: pitch)) / noteCount
    }

    private var noteCount: Double { (notes.upperBound - notes.lowerBound) / 100 + 1 }

    /// Returns the nearest fretted note; all others are too far away to matter.
    private func nearestNote(to pitch: Double) -> Double {
      let steps = ((pitch - notes.lowerBound) / 100).rounded()
      return notes.lowerBound + 100 * min(max(steps, 0), noteCount - 1)
    }

    /// Returns the normal density of a distance from a place.
    private func density(of distance: Double) -> Double {
      let deviations = distance / TuningFit.spread
      guard abs(deviations) < 6 else { return 0 }
      return exp(-0.5 * deviations * deviations)
        / (TuningFit.spread * (2 * Double.pi).squareRoot())
    }

    /// Returns the deviation from the nearest place; `nil` if none is near.
    func deviation(of pitch: Double) -> Double? {
      let nearest = (strings + [nearestNote(to: pitch)]).map { pitch - $0 }
        .min { abs($0) < abs($1) }
      return nearest.flatMap { abs($0) <= TuningFit.near ? $0 : nil }
    }

    func isOpen(_ pitch: Double) -> Bool {
      strings.contains { abs(pitch - $0) <= TuningFit.near }
    }
  }
}
