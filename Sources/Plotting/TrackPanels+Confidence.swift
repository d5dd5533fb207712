// SPDX-License-Identifier: MIT

import Glibc

/// The panel of the confidence, and the time axis under all panels.
extension TrackPanels {
  /// Returns the confidence as an area, and the threshold from which a reading counts.
  func confidence(_ panel: ClosedRange<Double>) -> [Markup] {
    let place = { (value: Double) in
      panel.upperBound - min(max(value, 0), 1) * (panel.upperBound - panel.lowerBound)
    }
    var parts = [
      Self.text(
        "how sure the readings are", x: TrackPicture.left, y: panel.lowerBound - 8, "head")
    ]
    if let first = picture.readings.first, let last = picture.readings.last {
      let points = picture.readings.map {
        "\(pixels(across($0.time))) \(pixels(place($0.confidence)))"
      }
      let ends = [
        "\(pixels(across(last.time))) \(pixels(panel.upperBound))",
        "\(pixels(across(first.time))) \(pixels(panel.upperBound))",
      ]
      parts.append(
        .tag("polygon", ["class": "sure", "points": (points + ends).joined(separator: ",")]))
    }
    for value in [0.0, 1] {
      parts.append(
        Self.text(
          "\(Int(100 * value)) %", x: TrackPicture.left - 8, y: place(value) + 4, "end quiet"))
    }
    return parts + [
      Self.rule(place(picture.clearConfidence), "limit"),
      Self.text(
        "counts", x: TrackPicture.right + 8, y: place(picture.clearConfidence) + 4, "quiet"),
      Self.frame(panel),
    ]
  }

  /// Returns the time lines of all panels, and their labels under the lowest.
  func times(under panels: [ClosedRange<Double>]) -> [Markup] {
    let (end, bottom) = (picture.duration, panels.last?.upperBound ?? 0)
    let ticks = TimeTicks.times(to: end, count: 12).flatMap { time -> [Markup] in
      let x = across(time)
      let lines = panels.map { panel in
        Markup.tag(
          "line",
          [
            "class": "grid", "x1": pixels(x), "x2": pixels(x), "y1": pixels(panel.lowerBound),
            "y2": pixels(panel.upperBound),
          ])
      }
      let name = TimeTicks.label(time, end: end)
      return lines + [Self.text(name, x: x, y: bottom + 17, "middle quiet")]
    }
    let middle = (TrackPicture.left + TrackPicture.right) / 2
    return ticks + [Self.text(TimeTicks.axis(end: end), x: middle, y: bottom + 36, "middle")]
  }
}
