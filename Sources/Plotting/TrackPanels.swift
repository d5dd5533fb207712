// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Draws the parts of one picture, each between two heights.
struct TrackPanels {
  /// How far the axis of cents goes to either side.
  static let reach = 50.0
  /// Readings further apart than this, in cents, are not joined by a line.
  static let jump = 120.0
  // The mean width of a character. Fonts differ: a little too much leaves a gap.
  static let character = 8.0

  /// A note that takes fewer pixels than this is not named: its neighbours would look nameless.
  static let shortest = 2.0

  let picture: TrackPicture
  let frequencies: ClosedRange<Double>

  init(picture: TrackPicture) {
    self.picture = picture
    let heard = picture.readings.compactMap(\.frequency) + picture.notes.map(\.frequency)
    let lowest = heard.min() ?? picture.strings.map(\.target).min() ?? 82.4
    let highest = heard.max() ?? picture.strings.map(\.target).max() ?? 330
    // Below the lowest note there is little to see, and above the highest its partials.
    frequencies = lowest / 1.4...max(highest * 2.5, lowest * 8)
  }

  // MARK: - Places

  func across(_ time: Double) -> Double {
    let share = min(max(time / picture.duration, 0), 1)
    return TrackPicture.left + share * (TrackPicture.right - TrackPicture.left)
  }

  func down(_ frequency: Double, in panel: ClosedRange<Double>) -> Double {
    let share =
      log(frequency / frequencies.lowerBound)
      / log(frequencies.upperBound / frequencies.lowerBound)
    return panel.upperBound - min(max(share, 0), 1) * (panel.upperBound - panel.lowerBound)
  }

  /// Returns the readings that have a value, apart where one has none, the pitch jumps, or a note of
  /// another target begins.
  func runs<Value>(
    _ value: (TrackPicture.Reading) -> Value?
  ) -> [[(x: Double, y: Value)]] {
    var runs: [[(x: Double, y: Value)]] = []
    var before: Double?
    for reading in picture.readings {
      guard let frequency = reading.frequency, let value = value(reading) else {
        before = nil
        continue
      }
      let isJoined = before.map { abs(1200 * log2(frequency / $0)) < Self.jump } ?? false
      if !isJoined { runs.append([]) }
      runs[runs.count - 1].append((across(reading.time), value))
      before = frequency
    }
    return runs
  }

  // MARK: - Elements

  static func line(_ run: [(x: Double, y: Double)], _ style: String) -> Markup {
    // A line through one point is drawn by its round ends.
    let points = run.count == 1 ? run + run : run
    let text = points.map { "\(pixels($0.x)) \(pixels($0.y))" }.joined(separator: ",")
    return .tag("polyline", ["class": style, "points": text])
  }

  static func rule(_ y: Double, _ style: String) -> Markup {
    .tag(
      "line",
      [
        "class": style, "x1": pixels(TrackPicture.left), "x2": pixels(TrackPicture.right),
        "y1": pixels(y), "y2": pixels(y),
      ])
  }

  static func frame(_ panel: ClosedRange<Double>) -> Markup {
    .tag(
      "rect",
      [
        "class": "frame", "x": pixels(TrackPicture.left), "y": pixels(panel.lowerBound),
        "width": pixels(TrackPicture.right - TrackPicture.left),
        "height": pixels(panel.upperBound - panel.lowerBound),
      ])
  }

  static func text(_ text: String, x: Double, y: Double, _ style: String) -> Markup {
    .tag("text", ["class": style, "x": pixels(x), "y": pixels(y)], text)
  }
}
