// SPDX-License-Identifier: MIT

internal import Acoustics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The pitches of a temperament, sorted, so that the nearest is found by halving.
///
/// Cents are counted from `origin`: A4 for a division, degree 0 for a scale.
struct PitchLattice: Hashable, Sendable {
  static let keysPerOctave = 12
  /// The smallest period that is one, in cents: what repeats more closely is one pitch.
  private static let smallestPeriod = 0.001

  /// One pitch of the first period, or of all when there is no period.
  private struct Pitch: Hashable, Sendable {
    let cents: Double
    /// The degree that it is, counted from `origin`.
    let degree: Int
    /// The key that sounds it; `nil` where pitches are not keys.
    let key: Int?
  }

  private let pitches: [Pitch]
  /// The frequency at 0 cents.
  private let origin: Hertz
  /// After how many cents the pitches repeat; `nil` for never.
  private let period: Double?
  /// How many degrees a period has.
  private let count: Int
  /// Whether the origin is a frequency at all.
  private let isAudible: Bool
  /// Where the origin lies on the equal-tempered keyboard.
  private let originPlace: Double

  /// Lays the pitches out; `nil` for equal temperament.
  init?(_ system: Temperament.System, reference: ReferencePitch) {
    switch system {
    case .equal: return nil
    case .division(let division):
      origin = reference.a4
      period = 1200
      count = division
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
      pitches = Self.onePeriod(of: scale, period: period, root: isKeyboard ? root : nil)
    case .mapped(let scale, let mapping):
      // The mapping's own reference stands for A4 = 440 Hz, and moves with it.
      let frequency = mapping.referenceFrequency.value * reference.a4.value / 440
      let degree = mapping.degree(ofReferenceKey: ()) ?? 0
      origin = Hertz(frequency).raised(by: Cents(-scale.cents(ofDegree: degree)))
      period = nil
      count = max(1, scale.count)
      let isKeyboard = mapping.isKeyboard(of: scale)
      pitches = mapping.keys.compactMap { key in
        mapping.degree(ofKey: key).map {
          Pitch(cents: scale.cents(ofDegree: $0), degree: $0, key: isKeyboard ? key : nil)
        }
      }.sorted { ($0.cents, $0.degree) < ($1.cents, $1.degree) }
    }
    // Degrees far beyond the scale can put the origin beyond what a frequency can be.
    isAudible = origin.value.isFinite && origin.value > 0
    originPlace = isAudible ? reference.keyboardPosition(of: origin) : 0
  }

  /// Brings the degrees of a scale into one period, with the keys they then have.
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

  /// Returns the frequency at so many cents above the origin; `nil` where that is none.
  func frequency(atCents cents: Double) -> Hertz? {
    let frequency = origin.raised(by: Cents(cents))
    return frequency.value.isFinite && frequency.value > 0 ? frequency : nil
  }

  /// Returns the nearest pitch, and how far `frequency` lies above it; `nil` of no pitches,
  /// and where they lie beyond what numbers hold.
  func nearest(to frequency: Hertz) -> (target: PitchTarget, cents: Cents)? {
    let pitches = pitches.span
    guard pitches.count > 0, isAudible else { return nil }
    let place = frequency.interval(above: origin).value
    let turns = period.map { (place / $0).rounded(.down) } ?? 0
    // An origin that no number holds, or a period of nothing: there is no place to speak of.
    guard place.isFinite, originPlace.isFinite, abs(turns) < 1e9 else { return nil }
    let inside = place - turns * (period ?? 0)
    let upper = firstIndex(from: inside, in: pitches)
    // The neighbours may lie in the periods before and behind.
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
    if let key = pitch.key {
      return (.note(Note(midi: key + Self.keysPerOctave * Int(turns))), cents)
    }
    let degree = pitch.degree + count * Int(turns)
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
