// SPDX-License-Identifier: MIT

internal import Acoustics
package import Evaluation

/// A tally of readings at fixed times after the pluck against the Cramér–Rao bound.
///
/// A reading uses at most the samples since the pluck, whatever window its detector has, so the
/// bound is taken over all of them. While the pitch still glides, the glide is part of the error.
package struct WindowTally: Hashable, Codable, Sendable {
  /// One window.
  package struct Window: Hashable, Codable, Sendable {
    /// The readings within 50 cents with confidence 0.3 or more, of all notes.
    package internal(set) var right = Rate()
    /// |error| of those readings in cents.
    package internal(set) var cents = Measurements()
    /// The bound for those readings in cents.
    package internal(set) var bound = Measurements()
    /// |error| over the bound.
    package internal(set) var overBound = Measurements()
  }

  /// The windows by their length in milliseconds.
  package private(set) var windows: [Int: Window] = [:]

  mutating func record(
    milliseconds: Int, cents: Double?, bound: CramerRaoBound
  ) {
    var window = windows[milliseconds] ?? Window()
    window.right.count(cents != nil)
    if let cents {
      window.cents.append(cents)
      window.bound.append(bound.standardError.value)
      window.overBound.append(cents / bound.standardError.value)
    }
    windows[milliseconds] = window
  }

  /// Adds the tally of another item or shard.
  package mutating func merge(_ other: WindowTally) {
    windows.merge(other.windows) { left, right in
      var sum = left
      sum.right.merge(right.right)
      sum.cents.merge(right.cents)
      sum.bound.merge(right.bound)
      sum.overBound.merge(right.overBound)
      return sum
    }
  }
}
