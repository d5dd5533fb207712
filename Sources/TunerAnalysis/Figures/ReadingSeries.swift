// SPDX-License-Identifier: MIT

import Plotting

/// The readings of a recording, reduced to a bounded number.
///
/// Of each group of neighbours, the first clear reading is kept; keeping the most confident one
/// would favour strong notes.
struct ReadingSeries {
  /// The largest number of readings; it exceeds the width of a picture in pixels.
  private static let limit = 4000

  private(set) var values: [TrackPicture.Reading] = []
  private var perValue = 1
  private var gathered = 0

  /// Adds the next reading.
  mutating func append(_ reading: TrackPicture.Reading) {
    if gathered == 0 {
      values.append(reading)
    } else if values[values.count - 1].frequency == nil, reading.frequency != nil {
      values[values.count - 1] = reading
    }
    gathered = (gathered + 1) % perValue
    guard values.count == Self.limit, gathered == 0 else { return }
    values = stride(from: 0, to: Self.limit, by: 2).map { index in
      let (first, second) = (values[index], values[index + 1])
      return first.frequency == nil && second.frequency != nil ? second : first
    }
    perValue *= 2
  }
}
