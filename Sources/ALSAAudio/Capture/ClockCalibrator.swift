// SPDX-License-Identifier: MIT

import Acoustics

/// Measures a device's clock against the system's by the arrival times of its samples.
///
/// The arrival of a sample is never early, but often late: because of a late wake-up, a position
/// pointer that moves in steps, or a busy machine. So only the reading with the least delay in each
/// stretch counts, and a line is fitted to these readings. Its slope is the difference of the
/// clocks; its standard error follows from the scatter of the readings.
///
/// After an interruption a new part of the stream begins, with the same slope and its own offset.
/// The stretches double in length when the memory is full, so hours need as much memory as minutes.
///
/// Method: V. Paxson, "On Calibrating Measurements of Packet Transit Times" (SIGMETRICS 1998), §4.
/// Here a least-squares line is fitted to the minima of intervals that he uses.
struct ClockCalibrator: ~Copyable {
  /// The reading with the least delay in one stretch.
  struct Stretch {
    var part: Int
    /// The index of the stretch in its part.
    var place: Int
    /// The length of the part up to here, in seconds by the device.
    var played: Double
    /// The excess of the system's clock in seconds: the difference of the clocks and the delay.
    var excess: Double
    /// The number of readings.
    var readings: Int
    /// True if the line uses it.
    var isUsed = false
    /// The distance from the first line, in seconds.
    var residual = 0.0
  }

  static let capacity = 128
  /// The length of the first stretches, in seconds.
  private static let shortest = 0.25
  /// The length of the initial part of a stream that is ignored, in seconds.
  private static let settling = 1.0
  /// The smallest number of stretches for a result.
  private static let fewest = 16

  private let rate: Double
  // These are not arrays, because changing an element of an array allocates in an unoptimised
  // build.
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
  /// The drift; `nil` until enough is known.
  private(set) var drift: ClockDrift?

  /// Makes the calibrator of a stream that starts now.
  init(rateInHertz: Int) {
    rate = Double(rateInHertz)
  }

  deinit {
    stretches.deallocate()
    sorted.deallocate()
  }

  /// Begins another part of the stream, because the length of a gap is not known exactly enough.
  mutating func restart() {
    part += 1
    start = nil
    frames = 0
    lastEstimate = 0
  }

  /// Records that all frames read so far had arrived at `end`, or somewhat earlier.
  ///
  /// - Parameters:
  ///   - newFrames: the number of frames read since the last call.
  ///   - end: the time of the frame after the last one, in nanoseconds of the system's clock.
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

  /// Returns the delay above the line so far, without its offset.
  private func delay(_ excess: Double, _ played: Double) -> Double { excess - slope * played }

  /// Doubles the stretches.
  ///
  /// The oldest half is discarded if many parts leave too little memory.
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

  /// Fits the line twice: through all stretches, and without those far off the first line.
  private mutating func estimate() {
    var readings = 0
    for index in 0..<count { readings += stretches[index].readings }
    // The minimum of few delays is larger than that of many, so an incomplete stretch is not used
    // yet.
    let fewest = readings / (2 * max(1, count))
    for index in 0..<count { stretches[index].isUsed = stretches[index].readings >= fewest }
    guard let first = line(fewest: Self.fewest) else { return }
    let scatter = medianResidual(from: first)
    for index in 0..<count where stretches[index].isUsed {
      // Three standard deviations, from the median deviation.
      stretches[index].isUsed =
        stretches[index].residual.magnitude <= max(3 * 1.4826 * scatter, 1e-7)
    }
    let line = line(fewest: Self.fewest) ?? first
    slope = line.slope
    drift = ClockDrift(
      clock: PartsPerMillion((1 / (1 + line.slope) - 1) * 1e6),
      sigma: PartsPerMillion(line.sigma * 1e6), seconds: line.seconds)
  }

  /// Writes the distance of each stretch from a line, and returns the median of their magnitudes.
  private mutating func medianResidual(from line: Line) -> Double {
    var used = 0
    var place = 0
    while place < count {
      let part = part(from: place)
      for index in part.range where stretches[index].isUsed {
        let residual = part.residual(of: stretches[index], from: line.slope)
        stretches[index].residual = residual
        // Insertion into a sorted list is fast enough for a hundred numbers once a second.
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
