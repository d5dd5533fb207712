// SPDX-License-Identifier: MIT

import Acoustics

/// Measures a device's clock against the system's by when its samples come in.
///
/// A sample is never seen before it was played, and often late: by a wake-up, by a pointer that moves
/// in steps, by a machine that is busy. So of each stretch of the stream only the reading that came
/// with the least delay counts, and a line is laid through those. The line's slope is what the clocks
/// differ by, and its standard error comes from how the readings scatter around it. A stream that
/// was interrupted has a stretch of line for each part, of one slope and each at its own height.
///
/// The stretches double when there is no room for more, so hours take the same memory as minutes.
///
/// Method: V. Paxson, "On Calibrating Measurements of Packet Transit Times" (SIGMETRICS 1998),
/// §4, whose minima of intervals are used here with a least-squares line.
struct ClockCalibrator: ~Copyable {
  /// The reading with the least delay in one stretch.
  struct Stretch {
    var part: Int
    /// The stretch's place among those of its part.
    var place: Int
    /// The length of the part up to here, in seconds by the device.
    var played: Double
    /// How much more went by on the system's clock, in seconds: the clocks' difference and the delay.
    var excess: Double
    /// How many readings there were.
    var readings: Int
    /// Whether the line goes by it.
    var isUsed = false
    /// How far it lay off the first line, in seconds.
    var residual = 0.0
  }

  static let capacity = 128
  /// The first stretches are this long, in seconds.
  private static let shortest = 0.25
  /// What a stream needs to get going, in seconds: not counted.
  private static let settling = 1.0
  /// With fewer stretches than this nothing is said.
  private static let fewest = 16

  private let rate: Double
  // Not arrays: changing an element of one allocates where nothing is optimised.
  let stretches = UnsafeMutablePointer<Stretch>.allocate(capacity: Self.capacity)
  private let sorted = UnsafeMutablePointer<Double>.allocate(capacity: Self.capacity)
  var count = 0
  private var length = Self.shortest
  private var part = 0
  private var start: (frames: Int, time: Int64)?
  private var frames = 0
  private var lastEstimate = 0.0
  /// The slope of the line so far.
  private var slope = 0.0
  /// What is known; `nil` until enough is.
  private(set) var drift: ClockDrift?

  /// Makes the calibrator of a stream that starts now.
  init(rateInHertz: Int) {
    rate = Double(rateInHertz)
  }

  deinit {
    stretches.deallocate()
    sorted.deallocate()
  }

  /// Begins another part of the stream: what was lost has no length that could be relied on.
  mutating func restart() {
    part += 1
    start = nil
    frames = 0
    lastEstimate = 0
  }

  /// Takes note that the samples read so far were all there at `end`, or somewhat before.
  ///
  /// - Parameters:
  ///   - newFrames: how many were read since the last time.
  ///   - end: when the sample behind the last one was due, in nanoseconds of the system's clock.
  /// - Complexity: O(1), and O(stretches) once a second. Does not allocate.
  mutating func read(_ newFrames: Int, end: Int64) {
    frames += newFrames
    guard let start else {
      if Double(frames) >= Self.settling * rate { start = (frames, end) }
      return
    }
    let played = Double(frames - start.frames) / rate
    take(played, excess: Double(end - start.time) * 1e-9 - played)
    guard played - lastEstimate >= 1 else { return }
    lastEstimate = played
    estimate()
  }

  private mutating func take(_ played: Double, excess: Double) {
    let place = Int(played / length)
    let last = count - 1
    if count > 0, stretches[last].part == part, stretches[last].place == place {
      (stretches + last).pointee.readings += 1
      if delay(excess, played) < delay(stretches[last].excess, stretches[last].played) {
        stretches[last].played = played
        stretches[last].excess = excess
      }
      return
    }
    if count == Self.capacity { makeRoom() }
    (stretches + count).initialize(
      to: Stretch(
        part: part, place: Int(played / length), played: played, excess: excess, readings: 1))
    count += 1
  }

  /// What lies above the line so far, but for its height.
  private func delay(_ excess: Double, _ played: Double) -> Double { excess - slope * played }

  /// Doubles the stretches; where that isn't enough, for many parts, the oldest half is forgotten.
  private mutating func makeRoom() {
    length *= 2
    var kept = 0
    for index in 0..<count {
      var stretch = stretches[index]
      stretch.place = Int(stretch.played / length)
      if kept > 0, stretches[kept - 1].part == stretch.part,
        stretches[kept - 1].place == stretch.place
      {
        let other = stretches[kept - 1]
        let isLess =
          delay(stretch.excess, stretch.played) < delay(other.excess, other.played)
        if !isLess {
          stretch.played = other.played
          stretch.excess = other.excess
        }
        stretch.readings += other.readings
        stretches[kept - 1] = stretch
      } else {
        stretches[kept] = stretch
        kept += 1
      }
    }
    count = kept
    guard count > Self.capacity * 3 / 4 else { return }
    let forgotten = Self.capacity / 2
    for index in forgotten..<count { stretches[index - forgotten] = stretches[index] }
    count -= forgotten
  }

  /// Lays the line: through all, and again without what lies far off it.
  private mutating func estimate() {
    var readings = 0
    for index in 0..<count { readings += stretches[index].readings }
    // The least of few delays is no match for the least of many: a stretch that has only begun waits.
    let fewest = readings / (2 * max(1, count))
    for index in 0..<count { stretches[index].isUsed = stretches[index].readings >= fewest }
    guard let first = line(fewest: Self.fewest) else { return }
    let scatter = medianResidual(from: first)
    for index in 0..<count where stretches[index].isUsed {
      // Three sigmas, by the median of the magnitudes.
      stretches[index].isUsed =
        stretches[index].residual.magnitude <= max(3 * 1.4826 * scatter, 1e-7)
    }
    let line = line(fewest: Self.fewest) ?? first
    slope = line.slope
    drift = ClockDrift(
      clock: PartsPerMillion((1 / (1 + line.slope) - 1) * 1e6),
      sigma: PartsPerMillion(line.sigma * 1e6), seconds: line.seconds)
  }

  /// Writes how far each stretch lies off a line, and returns the median of the magnitudes.
  private mutating func medianResidual(from line: Line) -> Double {
    var used = 0
    var place = 0
    while place < count {
      let part = part(from: place)
      for index in part.range where stretches[index].isUsed {
        let residual = part.residual(of: stretches[index], from: line.slope)
        stretches[index].residual = residual
        // Sorted in as it comes: a hundred numbers, once a second.
        var slot = used
        while slot > 0, sorted[slot - 1] > residual.magnitude {
          sorted[slot] = sorted[slot - 1]
          slot -= 1
        }
        sorted[slot] = residual.magnitude
        used += 1
      }
      place = part.range.upperBound
    }
    return used == 0 ? 0 : sorted[used / 2]
  }
}
