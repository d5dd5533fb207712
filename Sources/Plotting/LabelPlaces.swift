// SPDX-License-Identifier: MIT

/// A placement of labels without overlap; a label without room is left out.
struct LabelPlaces {
  private struct Box {
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>
  }

  private static let gap = 3.0
  /// The most labels of a picture: more would be unreadable.
  private static let limit = 400

  private var taken: [Box] = []
  private let bounds: ClosedRange<Double>

  /// Begins without labels.
  init(within bounds: ClosedRange<Double>) { self.bounds = bounds }

  /// Reserves a place for a label centred on `x`, with its baseline at the first free one of
  /// `baselines`.
  ///
  /// - Parameters:
  ///   - x: the centre of the label.
  ///   - width: its width.
  ///   - baselines: the possible baselines, in order of preference.
  /// - Returns: the place; `nil` when there is no room.
  mutating func place(_ x: Double, width: Double, baselines: [Double]) -> (x: Double, y: Double)? {
    guard taken.count < Self.limit, width <= bounds.upperBound - bounds.lowerBound else {
      return nil
    }
    let middle = min(
      max(x, bounds.lowerBound + width / 2), bounds.upperBound - width / 2)
    for y in baselines {
      let box = Box(
        x: middle - width / 2 - Self.gap...middle + width / 2 + Self.gap, y: y - 11...y + 3)
      if !taken.contains(where: { $0.x.overlaps(box.x) && $0.y.overlaps(box.y) }) {
        taken.append(box)
        return (middle, y)
      }
    }
    return nil
  }
}
