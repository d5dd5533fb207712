// SPDX-License-Identifier: MIT

/// Finds places for labels such that none covers another; one without a place is left out.
struct LabelPlaces {
  private struct Box {
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>
  }

  private static let gap = 3.0
  /// More than this would be a wall of text.
  private static let limit = 400

  private var taken: [Box] = []
  private let bounds: ClosedRange<Double>

  /// Begins with none taken.
  ///
  /// - Parameter bounds: the horizontal range that labels must stay inside.
  init(within bounds: ClosedRange<Double>) { self.bounds = bounds }

  /// Takes a place for a label in the middle of `x`, with its baseline at the first of `baselines` that
  /// is free.
  ///
  /// - Parameters:
  ///   - x: the middle of the label.
  ///   - width: its width.
  ///   - baselines: where its baseline may be, the best first.
  /// - Returns: where it is; `nil` when there is no room.
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
