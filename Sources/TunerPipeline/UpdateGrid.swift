// SPDX-License-Identifier: MIT

internal import Acoustics

/// The positions at which the updates of a stream are due.
///
/// The updates have one rate, and are counted from 1 after an origin: the start of the stream, or
/// the position of the last change of the rate.
struct UpdateGrid {
  /// The rate of updates.
  private(set) var rate: UpdateRate
  /// The number of the next update.
  private(set) var nextIndex: Int64 = 1
  /// The position of the next update.
  private(set) var next: SamplePosition
  private var origin = SamplePosition.start
  private let sampleRate: SampleRate

  /// Makes the grid of a stream that begins at position 0.
  init(_ rate: UpdateRate, at sampleRate: SampleRate) {
    self.rate = rate
    self.sampleRate = sampleRate
    next = rate.position(ofUpdate: 1, at: sampleRate)
  }

  /// Proceeds to the following update.
  mutating func advance() { proceed(to: nextIndex + 1) }

  /// Proceeds to the first update after a position.
  mutating func seek(after position: SamplePosition) {
    let passed = SamplePosition(position.distance(from: origin))
    proceed(to: rate.firstUpdate(after: passed, at: sampleRate))
  }

  /// Changes the rate, and counts the updates from a position.
  mutating func restart(_ rate: UpdateRate, from position: SamplePosition) {
    self.rate = rate
    origin = position
    proceed(to: 1)
  }

  private mutating func proceed(to index: Int64) {
    nextIndex = index
    next = SamplePosition(origin.samples + rate.position(ofUpdate: index, at: sampleRate).samples)
  }
}
