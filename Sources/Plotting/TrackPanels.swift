// SPDX-License-Identifier: MIT

import Glibc

/// Draws the panels of one picture, each between two heights.
struct TrackPanels {
  /// The range of the axis of cents to either side.
  static let reach = 50.0
  /// The largest step between readings that a line joins, in cents.
  static let jump = 120.0
  // The mean width of a character, rounded up because fonts differ.
  static let character = 8.0

  /// The narrowest note that has a label, in pixels.
  static let shortest = 2.0

  let picture: TrackPicture
  let frequencies: ClosedRange<Double>

  init(picture: TrackPicture) {
    self.picture = picture
    let lanes = picture.lanes.flatMap(\.readings).compactMap(\.frequency)
    let heard =
      picture.readings.compactMap(\.frequency) + lanes + picture.notes.map(\.frequency)
    let lowest = heard.min() ?? picture.strings.map(\.target).min() ?? 82.4
    let highest = heard.max() ?? picture.strings.map(\.target).max() ?? 330
    // There is little below the lowest note, and above the highest only its partials.
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

  /// Returns runs of readings with a value.
  ///
  /// A run ends at a reading without a value, at a jump of the pitch, and at a note with another
  /// target.
  func runs<Value>(
    of readings: [TrackPicture.Reading], _ value: (TrackPicture.Reading) -> Value?
  ) -> [[(x: Double, y: Value)]] {
    var runs: [[(x: Double, y: Value)]] = []
    var before: Double?
    for reading in readings {
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
    // Round line caps draw a line through one point as a dot.
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
