// SPDX-License-Identifier: MIT

internal import Acoustics

/// A track in mir_eval's representation: cents above 10 Hz and voicing, resampled to other times.
///
/// Cents of 0 mean "no frequency" as in mir_eval, because held, masked and interpolated values
/// depend on it. Outside this file an absent frequency is `nil`.
struct MelodySeries {
  /// The base frequency of cents, as in mir_eval.
  static let base = Hertz(10)

  private(set) var times: [Double]
  private(set) var cents: [Double]
  private(set) var voicing: [Double]

  /// Makes the series of a track, beginning at time 0 with the first point's value.
  init(_ track: PitchTrack) {
    times = []
    cents = []
    voicing = []
    if let first = track.points.first, first.seconds > 0 { append(first, at: 0) }
    for point in track.points { append(point, at: point.seconds) }
  }

  private mutating func append(_ point: PitchTrack.Point, at seconds: Double) {
    times.append(seconds)
    cents.append(point.frequency?.interval(above: Self.base).value ?? 0)
    voicing.append(point.frequency == nil ? 0 : point.voicing)
  }

  /// Returns multiples of `hop` up to `end`, rounded as in mir_eval.
  static func timeBase(hop: Double, end: Double) -> [Double] {
    let steps = Int((rounded(end) / hop).rounded(.down))
    return (0...steps).map { rounded(hop * Double($0)) }
  }

  /// Returns this series at `newTimes`.
  ///
  /// Frequencies are linear between voiced points and held over unvoiced ones. Voicing is that of
  /// the previous point, or is interpolated if it has values other than 0 and 1. After the end the
  /// series is unvoiced.
  ///
  /// - Precondition: `newTimes` increases and begins at 0 or later.
  /// - Complexity: O(n + m).
  func resampled(to newTimes: [Double]) -> MelodySeries {
    guard let last = newTimes.last, !times.isEmpty, !isClose(to: newTimes) else {
      var same = self
      if newTimes.isEmpty || times.isEmpty { same.clear(keeping: newTimes) }
      return same
    }
    var source = self
    source.times = times.map(Self.rounded)
    let targets = newTimes.map(Self.rounded)
    if let end = source.times.last, Self.rounded(last) > end {
      source.times.append(Self.rounded(last))
      source.cents.append(0)
      source.voicing.append(0)
    }
    let held = source.heldCents
    let isBinary = source.voicing.allSatisfy { $0 == 0 || $0 == 1 }
    var result = self
    result.clear(keeping: newTimes)
    var before = 0
    for (index, time) in targets.enumerated() {
      while before + 1 < source.times.count, source.times[before + 1] <= time { before += 1 }
      let after = min(before + 1, source.times.count - 1)
      let span = source.times[after] - source.times[before]
      let fraction = span > 0 ? (time - source.times[before]) / span : 0
      let isPitched = source.cents[before] != 0
      result.cents[index] =
        isPitched ? held[before] + fraction * (held[after] - held[before]) : 0
      result.voicing[index] =
        isBinary
        ? source.voicing[before]
        : source.voicing[before] + fraction * (source.voicing[after] - source.voicing[before])
    }
    return result
  }

  private var heldCents: [Double] {
    var held = cents
    for index in held.indices.dropFirst() where held[index] == 0 { held[index] = held[index - 1] }
    return held
  }

  private mutating func clear(keeping newTimes: [Double]) {
    times = newTimes
    cents = [Double](repeating: 0, count: newTimes.count)
    voicing = cents
  }

  /// NumPy's `allclose` with its defaults.
  private func isClose(to other: [Double]) -> Bool {
    times.count == other.count
      && zip(times, other).allSatisfy { abs($0 - $1) <= 1e-8 + 1e-5 * abs($1) }
  }

  /// Rounds to ten decimals, half to even: mir_eval's guard against times that differ by rounding.
  private static func rounded(_ seconds: Double) -> Double {
    (seconds * 1e10).rounded(.toNearestOrEven) / 1e10
  }
}
