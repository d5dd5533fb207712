// SPDX-License-Identifier: MIT

public import Acoustics

/// One update for a player: the readings of all strings.
public struct StrumResult: Hashable, Sendable {
  /// The position after the last used sample.
  public var timestamp: SamplePosition
  /// The rate of the stream, in which positions count.
  public var sampleRate: SampleRate
  /// The onsets of the newest stroke, from its first string to its last; `nil` before the first
  /// stroke.
  public var onsets: ClosedRange<SamplePosition>?
  /// One reading for each string, in the order of the instrument.
  public var readings: StringReadings
  /// The RMS level; `nil` for digital silence.
  public var level: Decibels?

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - timestamp: the position after the last used sample.
  ///   - sampleRate: the rate of the stream.
  ///   - onsets: those of the newest stroke; `nil` before it.
  ///   - readings: one for each string.
  ///   - level: the RMS level.
  public init(
    timestamp: SamplePosition, sampleRate: SampleRate, onsets: ClosedRange<SamplePosition>?,
    readings: StringReadings, level: Decibels? = nil
  ) {
    self.timestamp = timestamp
    self.sampleRate = sampleRate
    self.onsets = onsets
    self.readings = readings
    self.level = level
  }

  /// True if a string sounds.
  public var isSounding: Bool {
    for index in 0..<readings.count where readings[index].state == .sounding { return true }
    return false
  }
}

/// The readings of up to twelve strings, stored in place, so that a result is made without an
/// allocation.
public struct StringReadings: Hashable, Sendable {
  /// The largest number of strings.
  public static let capacity = 12

  private var storage: [12 of StringReading]
  /// The number of strings.
  public let count: Int

  /// Makes readings of strings that were not measured.
  ///
  /// - Parameter count: the number of strings.
  /// - Precondition: `count` is from 0 to ``capacity``.
  public init(count: Int) {
    precondition((0...Self.capacity).contains(count), "An update has up to twelve strings.")
    self.count = count
    storage = .init(repeating: .unmeasured(.silent))
  }

  /// Makes readings of an array.
  ///
  /// - Parameter readings: one for each string.
  /// - Precondition: there are up to ``capacity``.
  public init(_ readings: [StringReading]) {
    self.init(count: readings.count)
    for (index, reading) in readings.enumerated() { storage[index] = reading }
  }

  /// The reading of a string.
  ///
  /// - Parameter index: the string's index, below `count`.
  public subscript(index: Int) -> StringReading {
    get {
      precondition((0..<count).contains(index), "The index is that of a string.")
      return storage[index]
    }
    set {
      precondition((0..<count).contains(index), "The index is that of a string.")
      storage[index] = newValue
    }
  }

  /// The readings as an array, which allocates.
  public var all: [StringReading] { (0..<count).map { storage[$0] } }

  /// Compares the readings of all strings.
  public static func == (left: StringReadings, right: StringReadings) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left.storage[index] != right.storage[index] { return false }
    return true
  }

  /// Hashes the readings of all strings.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for index in 0..<count { hasher.combine(storage[index]) }
  }
}
