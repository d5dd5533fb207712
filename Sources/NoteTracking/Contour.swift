// SPDX-License-Identifier: MIT

internal import Acoustics

/// The pitch of one note over time, in bounded memory for a note of any length.
///
/// Points lie at least 10 ms apart. When the buffer is full, every second point is discarded and
/// the spacing doubles. The contour then no longer resolves a vibrato, but still shows a glide.
struct Contour {
  private static let capacity = 256
  private static let shortestSpacing = 0.01
  // | name            | unit  | source                                                            |
  // | --------------- | ----- | ----------------------------------------------------------------- |
  // | shortestSpacing | s     | ten points in a swing of the fastest vibrato                      |
  // | rates           | Hz    | rates of a player's vibrato, and the step of the search           |
  // | leastDepth      | cents | below a played vibrato of ±10 cents                               |
  // | leastShare      | 1     | share of the pitch's variance that a vibrato explains             |
  // | stretch         | s     | length of the searched stretch: two swings of the slowest vibrato |
  // | hop             | s     | from the start of one stretch to that of the next                 |
  // | rateChange      | Hz    | largest change of a player's rate from one stretch to the next    |
  // | depthChange     | 1     | the same for the depth, as a ratio                                |
  // | shown           | 1     | highest depth, as a share of the range of the pitches             |
  // | attack          | s     | end of the glide that every pluck has                             |
  // | leastGlide      | cents | above a pluck's own glide, below the bend of a semitone           |
  // | highestBend     | cents | about two tones: a string breaks or leaves the fret beyond        |
  // | hold            | s     | averaging time of a pitch that counts as reached                  |
  private static let rates = (slowest: 3.0, fastest: 9.5, step: 0.125)
  private static let leastDepth = 7.5
  private static let leastShare = 0.6
  private static let stretch = 0.8
  private static let hop = 0.2
  private static let rateChange = 0.75
  private static let depthChange = 1.6
  private static let shown = 0.75
  private static let attack = 0.15
  private static let leastGlide = 40.0
  private static let highestBend = 420.0
  private static let hold = 0.12

  private let reference: Hertz
  // The points are on the heap and allocated once per note, because a note is copied while it
  // sounds.
  private var times: [Float] = []
  private var cents: [Float] = []
  private var allCents: [Float] = []
  private var count: Int { times.count }
  private var spacing = Contour.shortestSpacing

  /// Begins a contour in cents from `reference`.
  init(reference: Hertz) {
    self.reference = reference
    times.reserveCapacity(Self.capacity)
    cents.reserveCapacity(Self.capacity)
    allCents.reserveCapacity(Self.capacity)
  }

  /// Appends a pitch.
  ///
  /// - Parameters:
  ///   - frequency: the frequency of the first partial.
  ///   - all: the same frequency, estimated from all partials. The first partial alone beats with
  ///     the body, and a player's vibrato moves all partials; but this estimate overshoots in a
  ///     fast swing.
  ///   - time: the time since the start of the note, in seconds.
  mutating func append(_ frequency: Hertz, fromAllPartials all: Hertz, at time: Double) {
    if count > 0, time - Double(times[count - 1]) < spacing * 0.999 { return }
    if count == Self.capacity {
      let half = count / 2
      for index in 0..<half {
        times[index] = times[2 * index]
        cents[index] = cents[2 * index]
        allCents[index] = allCents[2 * index]
      }
      times.removeLast(count - half)
      cents.removeLast(cents.count - half)
      allCents.removeLast(allCents.count - half)
      spacing *= 2
    }
    times.append(Float(time))
    cents.append(Float(frequency.interval(above: reference).value))
    allCents.append(Float(all.interval(above: reference).value))
  }

  /// Returns the glide of the pitch; `nil` if the pitch is constant.
  ///
  /// - Parameter vibrato: the vibrato of the note; the pitch is averaged over whole swings of it,
  ///   so that a vibrato alone does not count as a glide.
  /// - Returns: the bend or slide; `nil` if the pitch is constant.
  func glide(beside vibrato: Vibrato?) -> NoteGlide? {
    let turns = vibrato.map { (Self.hold * $0.rate.value).rounded(.up) / $0.rate.value }
    if let turns, abs(furthest(over: turns)) < Self.leastGlide { return nil }
    let furthest = furthest(over: Self.hold)
    guard abs(furthest) >= Self.leastGlide else { return nil }
    let isBend = furthest > 0 && furthest <= Self.highestBend
    return NoteGlide(kind: isBend ? .bend : .slide, interval: Cents(furthest))
  }

  /// Returns the largest deviation from the first pitch, in cents, averaged over `hold` seconds.
  private func furthest(over hold: Double) -> Double {
    guard let first = mean(from: 0, over: hold) else { return 0 }
    var furthest = 0.0
    for index in 0..<count {
      guard let mean = mean(from: index, over: hold) else { break }
      if abs(mean - first) > abs(furthest) { furthest = mean - first }
    }
    return furthest
  }

  /// Returns the mean over `hold` seconds from a point on; `nil` if the contour ends earlier.
  private func mean(from first: Int, over hold: Double) -> Double? {
    var (sum, index) = (0.0, first)
    while index < count, Double(times[index] - times[first]) < hold {
      sum += Double(cents[index])
      index += 1
    }
    guard index < count, index > first else { return nil }
    return sum / Double(index - first)
  }

  /// The vibrato; `nil` if the pitch does not swing.
  ///
  /// A beat of two lines swings too, but not for long at one rate and depth.
  var vibrato: Vibrato? {
    guard let last = times.last else { return nil }
    var stretches: [Stretch] = []
    var start = Self.attack
    while start + Self.stretch <= Double(last) + Self.hop {
      if let stretch = stretch(from: start) { stretches.append(stretch) }
      start += Self.hop
    }
    let isLong = Double(last) >= Self.attack + 1.5 * Self.stretch
    let lasting = stretches.compactMap { stretch -> Swing? in
      guard let swing = stretch.swing else { return nil }
      let others = stretches.filter(stretch.isBeside)
      let isAlone = !isLong || others.isEmpty
      return isAlone || others.contains { $0.swing.map(swing.isLike) ?? false } ? swing : nil
    }
    return lasting.max { $0.share < $1.share }.map {
      Vibrato(rate: Hertz($0.rate), depth: Cents($0.depth))
    }
  }

  /// A stretch with enough points to show a swing.
  private struct Stretch {
    let start: Double
    /// The swing; `nil` if the pitch does not swing.
    let swing: Swing?

    /// Returns true if about half of another stretch, and not less, lies outside this one.
    func isBeside(_ other: Stretch) -> Bool {
      let apart = abs(other.start - start) / Contour.stretch
      return apart > 0.49 && apart < 1.01
    }
  }

  /// A swing of the pitch in one stretch.
  private struct Swing {
    let rate: Double
    let depth: Double
    let share: Double

    /// Returns true if another swing has about the same rate and depth.
    func isLike(_ other: Swing) -> Bool {
      abs(other.rate - rate) <= Contour.rateChange
        && max(other.depth, depth) <= Contour.depthChange * min(other.depth, depth)
    }
  }

  /// Returns the stretch from `start` with the swing that explains it best; `nil` if it has too few
  /// points.
  private func stretch(from start: Double) -> Stretch? {
    let points = (0..<count).filter {
      Double(times[$0]) >= start && Double(times[$0]) < start + Self.stretch
    }
    guard points.count >= VibratoRegression.fewest else { return nil }
    let middle = start + Self.stretch / 2
    let place = points.map { Double(times[$0]) - middle }
    let pitches = points.map { Double(allCents[$0]) }
    // A swing of the least depth needs this range, and most notes do not have it.
    guard Self.shown * Self.range(of: pitches) >= Self.leastDepth else {
      return Stretch(start: start, swing: nil)
    }
    // At the slowest rate the movement is a drift. Few points may fit a swing that is not there.
    guard let best = VibratoRegression(times: place, cents: pitches).best(of: Self.rates),
      best.rate > Self.rates.slowest, best.fit.share >= Self.leastShare,
      best.fit.depth >= Self.leastDepth, best.fit.depth <= Self.shown * Self.range(of: pitches)
    else { return Stretch(start: start, swing: nil) }
    let partial = points.map { Double(cents[$0]) }
    let fit = VibratoRegression(times: place, cents: partial).fit(rate: best.rate)
    // A fit to few points may swing further than the points.
    let depth = min(fit?.depth ?? best.fit.depth, Self.range(of: partial) / 2)
    return Stretch(
      start: start, swing: Swing(rate: best.rate, depth: depth, share: best.fit.share))
  }

  private static func range(of values: [Double]) -> Double {
    guard let lowest = values.min(), let highest = values.max() else { return 0 }
    return highest - lowest
  }
}
