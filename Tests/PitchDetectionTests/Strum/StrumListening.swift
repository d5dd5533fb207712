// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import TestSignals

/// The readings of all strings at one update.
struct StrumHeard: Equatable {
  /// Seconds since the signal's start.
  var time: Double
  var readings: [StringReading]
}

/// Plays samples to an engine.
///
/// - Parameters:
///   - samples: the signal.
///   - targets: the strings in tune.
///   - rate: samples a second.
///   - updates: updates a second.
///   - chunk: returns the size of the next chunk.
/// - Returns: every update.
/// - Throws: `StrumError` for targets that the engine refuses.
func hearStrings(
  _ samples: [Float], targets: [Hertz], rate: Int = 48000, updates: Int = 20,
  chunk: () -> Int = { 1 << 20 }
) throws -> [StrumHeard] {
  var engine = try StrumEngine(
    StrumConfiguration(
      strings: targets.map { StrumString(target: $0) }, sampleRate: SampleRate(rate)))
  var heard: [StrumHeard] = []
  var (position, update, left) = (0, 1, chunk())
  while position < samples.count {
    let due = update * rate / updates
    let count = min(left, due - position, samples.count - position)
    engine.append(samples.span.extracting(position..<(position + count)))
    position += count
    left -= count
    if left == 0 { left = chunk() }
    guard position == due else { continue }
    engine.update()
    heard.append(
      StrumHeard(
        time: Double(position) / Double(rate),
        readings: targets.indices.map { engine.reading(ofString: $0) }))
    update += 1
  }
  return heard
}

extension Strum {
  /// The strings' targets.
  var targets: [Hertz] { voices.map(\.target) }

  /// Plays the stroke to an engine.
  func hear(rate: Int = 48000) throws -> [StrumHeard] {
    try hearStrings(
      signal(at: SampleRate(rate)).render(at: SampleRate(rate)), targets: targets, rate: rate)
  }
}

extension [StrumHeard] {
  /// The first update at least `seconds` after a time.
  func first(after time: Double, by seconds: Double) -> StrumHeard? {
    first { $0.time >= time + seconds - 1e-9 }
  }
}
