// SPDX-License-Identifier: MIT

internal import Acoustics

/// The readings from which the pitch of one note is computed.
///
/// The attack is bright and sharp. The tail drifts, because the partials decay one after another.
/// So the steady part lies from `attack` to `horizon` after the first clear reading. Later readings
/// are not stored, so a note of any length needs memory for two seconds.
struct Readings {
  /// One reading.
  struct Reading {
    /// The estimate.
    let estimate: PitchEstimate
    /// The time in seconds after the first clear reading.
    let time: Double
    /// The level; `nil` for digital silence.
    let level: Decibels?
  }

  /// The end of the attack, in seconds after the first clear reading.
  static let attack = 0.2
  /// The end of the steady part, in seconds after the first clear reading.
  static let horizon = 1.7

  private var values: [Reading] = []
  private var attackCount = 0

  /// Appends the next reading.
  mutating func append(_ reading: Reading) {
    guard reading.time <= Self.horizon else { return }
    values.append(reading)
    if reading.time < Self.attack { attackCount += 1 }
  }

  /// The readings of the steady part; for a note that is too short, all but the first quarter.
  var steady: ArraySlice<Reading> {
    let behindAttack = values.dropFirst(attackCount)
    return behindAttack.count >= 3 ? behindAttack : values.dropFirst(values.count / 4)
  }
}
