// SPDX-License-Identifier: MIT

/// The settling times of many notes, with a count of the notes that never settled.
public struct SettlingTally: Hashable, Codable, Sendable {
  /// The times of notes that settled, and the number of those that did not.
  public struct Times: Hashable, Codable, Sendable {
    /// The times of notes that settled, in seconds after the pluck.
    public private(set) var seconds = Measurements()
    /// The number of notes that never settled.
    public private(set) var never = 0

    /// Makes an empty collection.
    public init() {}

    /// The number of notes.
    public var notes: Int { seconds.count + never }

    /// Adds a note's time, `nil` for never.
    public mutating func record(_ time: Double?) {
      if let time { seconds.append(time) } else { never += 1 }
    }

    /// Adds the notes of another shard.
    public mutating func merge(_ other: Times) {
      seconds.merge(other.seconds)
      never += other.never
    }

    /// Returns the time within which the share `quantile` of all notes settled, by nearest rank.
    ///
    /// - Returns: `nil` without notes, and when the note of that rank never settled.
    public func time(_ quantile: Quantile) -> Double? {
      guard notes > 0 else { return nil }
      let rank = quantile.nearestRank(among: notes)
      return rank < seconds.count ? seconds.ascending[rank] : nil
    }
  }

  /// Times to the first correct answer.
  public private(set) var firstCorrect = Times()
  /// Times to settling, one collection for every entry of `ScoringThreshold.settling`.
  public private(set) var settled = PerTolerance<SettlingScale, Times>(repeating: Times())

  /// Makes an empty tally.
  public init() {}

  /// Adds one note.
  public mutating func record(_ note: Settling) {
    firstCorrect.record(note.firstCorrect)
    for (index, time) in note.settled.enumerated() { settled[index].record(time) }
  }

  /// Adds the notes of another shard.
  public mutating func merge(_ other: SettlingTally) {
    firstCorrect.merge(other.firstCorrect)
    for index in settled.indices { settled[index].merge(other.settled[index]) }
  }
}
