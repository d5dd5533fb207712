// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The lines of all strings in the order of their frequencies.
struct LineOrder: ~Copyable {
  /// The indices of the lines, almost in the order of their frequencies until `sort(_:)`.
  private var indices: FixedArray<Int>
  /// The number of lines.
  private(set) var count = 0

  /// Prepares for up to `capacity` lines.
  init(capacity: Int) { indices = FixedArray(repeating: 0, count: capacity) }

  /// The index of the line at a place.
  subscript(place: Int) -> Int { indices[place] }

  /// Removes all lines.
  mutating func removeAll() { count = 0 }

  /// Appends lines.
  mutating func append(_ lines: Range<Int>) {
    for index in lines {
      indices[count] = index
      count += 1
    }
  }

  /// Sorts the lines by frequency.
  mutating func sort(_ lines: borrowing FixedArray<StrumLine>) {
    for place in 1..<max(count, 1) {
      let index = indices[place]
      let frequency = lines[index].frequency
      var free = place
      while free > 0, lines[indices[free - 1]].frequency > frequency {
        indices[free] = indices[free - 1]
        free -= 1
      }
      indices[free] = index
    }
  }

  /// Searches for a line of another string near a line.
  ///
  /// - Parameters:
  ///   - place: the line's place in the sorted order.
  ///   - reach: the largest distance, exclusive, in hertz.
  ///   - lines: all lines.
  ///   - condition: the condition on the other line.
  /// - Returns: true if such a line lies there.
  @inline(__always)
  func hasNeighbour(
    of place: Int, within reach: Double, in lines: borrowing FixedArray<StrumLine>,
    where condition: (borrowing StrumLine) -> Bool
  ) -> Bool {
    let (string, frequency) = (lines[indices[place]].string, lines[indices[place]].frequency)
    var other = place - 1
    while other >= 0, frequency - lines[indices[other]].frequency < reach {
      if lines[indices[other]].string != string, condition(lines[indices[other]]) { return true }
      other -= 1
    }
    other = place + 1
    while other < count, lines[indices[other]].frequency - frequency < reach {
      if lines[indices[other]].string != string, condition(lines[indices[other]]) { return true }
      other += 1
    }
    return false
  }
}
