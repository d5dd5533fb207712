// SPDX-License-Identifier: MIT

internal import Acoustics

/// The readings of one note from which its pitch is taken.
///
/// The attack is bright and sharp, and the tail drifts as the partials die one after another, so the
/// steady part is what lies from `attack` to `horizon` behind the start. Nothing later is kept: a note
/// that never ends needs no more memory than one of two seconds.
struct Readings {
  /// One reading.
  struct Reading {
    /// What was heard.
    let estimate: PitchEstimate
    /// When, in seconds behind the start.
    let time: Double
    /// How loud; `nil` of digital silence.
    let level: Decibels?
  }

  /// Where the attack is over, in seconds behind the start.
  static let attack = 0.2
  /// Where the steady part ends, in seconds behind the start.
  static let horizon = 1.7

  private var values: [Reading] = []
  private var attackCount = 0

  /// Takes the next reading.
  mutating func append(_ reading: Reading) {
    guard reading.time <= Self.horizon else { return }
    values.append(reading)
    if reading.time < Self.attack { attackCount += 1 }
  }

  /// The readings of the steady part; of a note too short for one, all but the first quarter.
  var steady: ArraySlice<Reading> {
    let behindAttack = values.dropFirst(attackCount)
    return behindAttack.count >= 3 ? behindAttack : values.dropFirst(values.count / 4)
  }
}

/// Returns the middle value, or the mean of the two in the middle.
///
/// - Precondition: `values` is not empty.
func median(_ values: some Collection<Double>) -> Double {
  precondition(!values.isEmpty)
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
