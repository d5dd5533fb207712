// SPDX-License-Identifier: MIT

internal import Acoustics

/// The sorted pitches of a temperament, in which a binary search finds the nearest.
///
/// Cents are counted from `origin`: A4 for a division, degree 0 for a scale.
struct PitchLattice: Hashable, Sendable {
  static let keysPerOctave = 12
  /// The smallest period, in cents.
  ///
  /// Pitches that repeat more closely are one pitch.
  private static let smallestPeriod = 0.001

  /// One pitch of the first period, or of all pitches without a period.
  private struct Pitch: Hashable, Sendable {
    let cents: Double
    /// The degree, counted from `origin`.
    let degree: Int
    /// The key; `nil` if pitches do not belong to keys.
    let key: Int?
  }

  private let pitches: [Pitch]
  /// The frequency at 0 cents.
  private let origin: Hertz
  /// The period in cents; `nil` for pitches that do not repeat.
  private let period: Double?
  /// The number of degrees in a period.
  private let count: Int
  /// The change of the degree by a period upwards: negative in a scale whose period descends.
  private let degreesPerPeriod: Int
  /// True if the origin is a valid frequency.
  private let isAudible: Bool
  /// The position of the origin on the equal-tempered keyboard.
  private let originPlace: Double

  /// Makes the pitches of a temperament; `nil` for equal temperament.
  init?(_ system: Temperament.System, reference: ReferencePitch) {
    switch system {
    case .equal: return nil
    case .division(let division):
      origin = reference.a4
      period = 1200
      count = division
      degreesPerPeriod = division
      pitches = (0..<division).map {
        Pitch(cents: 1200 * Double($0) / Double(division), degree: $0, key: nil)
      }
    case .scale(let scale, let root):
      let isKeyboard = scale.count == Self.keysPerOctave
      let c4 = reference.frequency(of: Note(midi: root))
      origin =
        isKeyboard ? reference.a4.raised(by: Cents(-scale.cents(ofDegree: 69 - root))) : c4
      period = scale.period.flatMap { abs($0) < Self.smallestPeriod ? nil : abs($0) }
      count = max(1, scale.count)
      degreesPerPeriod = (scale.period ?? 0) < 0 ? -count : count
      pitches = Self.onePeriod(of: scale, period: period, root: isKeyboard ? root : nil)
    case .mapped(let scale, let mapping):
      // The reference of the mapping holds for A4 = 440 Hz and moves with A4.
      let frequency = mapping.referenceFrequency.value * reference.a4.value / 440
      let degree = mapping.degree(ofReferenceKey: ()) ?? 0
      origin = Hertz(frequency).raised(by: Cents(-scale.cents(ofDegree: degree)))
      period = nil
      count = max(1, scale.count)
      degreesPerPeriod = count
      let isKeyboard = mapping.isKeyboard(of: scale)
      pitches = mapping.keys.compactMap { key in
        mapping.degree(ofKey: key).map {
          Pitch(cents: scale.cents(ofDegree: $0), degree: $0, key: isKeyboard ? key : nil)
        }
      }.sorted { ($0.cents, $0.degree) < ($1.cents, $1.degree) }
    }
    // Degrees far beyond the scale may give the origin an invalid frequency.
    isAudible = origin.value.isFinite && origin.value > 0
    originPlace = isAudible ? reference.keyboardPosition(of: origin) : 0
  }

  /// Moves the degrees of a scale into one period, with their keys.
  private static func onePeriod(of scale: ScalaScale, period: Double?, root: Int?) -> [Pitch] {
    (0..<max(1, scale.count)).map { degree in
      let cents = scale.cents(ofDegree: degree)
      guard let period, let signed = scale.period else {
        return Pitch(cents: cents, degree: degree, key: root.map { $0 + degree })
      }
      let periods = -(cents / period).rounded(.down)
      let moved = degree + scale.count * Int(periods) * (signed < 0 ? -1 : 1)
      return Pitch(
        cents: cents + periods * period, degree: moved, key: root.map { $0 + moved })
    }.sorted { ($0.cents, $0.degree) < ($1.cents, $1.degree) }
  }

  /// Returns the frequency at some cents above the origin; `nil` if it is invalid.
  func frequency(atCents cents: Double) -> Hertz? {
    let frequency = origin.raised(by: Cents(cents))
    return frequency.value.isFinite && frequency.value > 0 ? frequency : nil
  }

  /// Returns the nearest pitch and the interval from it to `frequency`; `nil` without pitches, and
  /// if the numbers are out of range.
  func nearest(to frequency: Hertz) -> (target: PitchTarget, cents: Cents)? {
    let pitches = pitches.span
    guard pitches.count > 0, isAudible else { return nil }
    let place = frequency.interval(above: origin).value
    let turns = period.map { (place / $0).rounded(.down) } ?? 0
    // With an infinite origin or an empty period there is no nearest pitch.
    guard place.isFinite, originPlace.isFinite, abs(turns) < 1e9 else { return nil }
    let inside = place - turns * (period ?? 0)
    let upper = firstIndex(from: inside, in: pitches)
    // The neighbours may lie in the previous and the next period.
    let above = upper < pitches.count ? (upper, turns) : (0, turns + 1)
    let below = upper > 0 ? (upper - 1, turns) : (pitches.count - 1, turns - 1)
    if period == nil {
      let index = upper == pitches.count ? upper - 1 : upper == 0 ? 0 : nil
      if let index { return match(index, 0, place) }
    }
    let (up, down) = (match(above.0, above.1, place), match(below.0, below.1, place))
    return up.cents.magnitude <= down.cents.magnitude ? up : down
  }

  private func match(
    _ index: Int, _ turns: Double, _ place: Double
  ) -> (target: PitchTarget, cents: Cents) {
    let pitch = pitches.span[index]
    let cents = Cents(place - pitch.cents - turns * (period ?? 0))
    // Pitches that repeat belong to keys only if a period has as many degrees as an octave keys.
    let step = degreesPerPeriod * Int(turns)
    if let key = pitch.key { return (.note(Note(midi: key + step)), cents) }
    let degree = pitch.degree + step
    let octave = Int((Double(degree) / Double(count)).rounded(.down))
    let key = Int((originPlace + (place - cents.value) / 100 + 0.5).rounded(.down))
    return (
      .degree(
        ScaleDegree(
          number: degree - count * octave, count: count, octave: octave, note: Note(midi: key))),
      cents
    )
  }

  /// Returns the index of the first pitch at or above `cents`.
  private func firstIndex(from cents: Double, in pitches: Span<Pitch>) -> Int {
    var (low, high) = (0, pitches.count)
    while low < high {
      let middle = (low + high) / 2
      if pitches[middle].cents < cents { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
