// SPDX-License-Identifier: MIT

import Plotting

/// The readings of a recording, thinned out so that their number stays bounded: of a few neighbours
/// the surest stays.
struct ReadingSeries {
  /// More than a picture has pixels across.
  private static let limit = 4000

  private(set) var values: [TrackPicture.Reading] = []
  private var perValue = 1
  private var gathered = 0

  /// Takes in the next reading.
  mutating func append(_ reading: TrackPicture.Reading) {
    if gathered == 0 {
      values.append(reading)
    } else if reading.confidence > values[values.count - 1].confidence {
      values[values.count - 1] = reading
    }
    gathered = (gathered + 1) % perValue
    guard values.count == Self.limit, gathered == 0 else { return }
    values = stride(from: 0, to: Self.limit, by: 2).map { index in
      let (first, second) = (values[index], values[index + 1])
      return second.confidence > first.confidence ? second : first
    }
    perValue *= 2
  }
}
