// SPDX-License-Identifier: MIT

/// The positions of the parts of a plot, in pixels of a picture 640 wide.
struct PlotLayout {
  static let width = 640.0
  static let left = 72.0
  static let right = 20.0
  static let top = 34.0
  /// The distance from the lower axis to the legend, which holds ticks and the axis label.
  static let below = 44.0
  private static let rowHeight = 18.0
  // The mean width of a character in the legend, rounded up because fonts differ.
  private static let character = 6.6
  private static let sampleWidth = 28.0
  /// The longest text in the legend, in characters; the rest is cut.
  static let longestName = 48
  static let longestTitle = 76

  /// The position of one entry of the legend.
  struct Entry: Hashable {
    let x: Double
    let y: Double
  }

  let height: Double
  /// The positions of the legend's entries.
  let entries: [Entry]

  init(plotHeight: Double, names: [String]) {
    let axis = Self.top + plotHeight
    var places: [Entry] = []
    var (x, y) = (Self.left, axis + Self.below + 12)
    for name in names {
      let length = Double(shortened(name, to: Self.longestName).count)
      let width = Self.sampleWidth + length * Self.character + 16
      if x > Self.left, x + width > Self.width { (x, y) = (Self.left, y + Self.rowHeight) }
      places.append(Entry(x: x, y: y))
      x += width
    }
    entries = places
    height = (places.last?.y ?? axis + Self.below - 4) + 10
    bottom = axis
  }

  /// The vertical position of the lower axis.
  let bottom: Double

  /// Returns the horizontal position of a share of the axis.
  func across(_ place: Double) -> Double {
    Self.left + place * (Self.width - Self.left - Self.right)
  }

  /// Returns the vertical position of a share of the axis.
  func down(_ place: Double) -> Double { bottom - place * (bottom - Self.top) }
}

/// Returns `text` with an ellipsis in its middle when it is too long.
func shortened(_ text: String, to count: Int) -> String {
  guard text.count > count else { return text }
  let half = (count - 1) / 2
  return "\(text.prefix(count - 1 - half))…\(text.suffix(half))"
}

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
