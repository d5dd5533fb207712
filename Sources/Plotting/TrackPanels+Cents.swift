// SPDX-License-Identifier: MIT

import Glibc

/// The panel of the deviation, and the list of strings.
extension TrackPanels {
  /// Returns the cents from the target, with the standard error as a band.
  func cents(_ panel: ClosedRange<Double>) -> [Markup] {
    let place = { (cents: Double) -> Double in
      let share = (min(max(cents, -Self.reach), Self.reach) + Self.reach) / (2 * Self.reach)
      return panel.upperBound - share * (panel.upperBound - panel.lowerBound)
    }
    let ticks = [-50.0, -25, 0, 25, 50].flatMap { value -> [Markup] in
      let name = value > 0 ? "+\(Int(value))" : value < 0 ? "−\(Int(-value))" : "0"
      return [
        Self.rule(place(value), value == 0 ? "zero" : "grid"),
        Self.text(name, x: TrackPicture.left - 8, y: place(value) + 4, "end quiet"),
      ]
    }
    let tolerance = Markup.tag(
      "rect",
      [
        "class": "intune", "x": pixels(TrackPicture.left), "y": pixels(place(picture.tolerance)),
        "width": pixels(TrackPicture.right - TrackPicture.left),
        "height": pixels(place(-picture.tolerance) - place(picture.tolerance)),
      ])
    let lines = runs { $0.cents.map(place) }
    let bands = runs { reading in
      reading.cents.map { ($0, reading.sigma ?? 0) }.map { (place($0 + $1), place($0 - $1)) }
    }
    let right = TrackPicture.right + 8
    return [
      Self.text("cents from the target", x: TrackPicture.left, y: panel.lowerBound - 8, "head"),
      tolerance,
    ] + ticks
      + [
        Self.text("sharp", x: right, y: place(40) + 4, "quiet"),
        Self.text("in tune", x: right, y: place(0) + 4, "quiet"),
        Self.text("flat", x: right, y: place(-40) + 4, "quiet"),
      ] + bands.map(Self.band) + lines.map { Self.line($0, "cents") } + [Self.frame(panel)]
  }

  private static func band(_ run: [(x: Double, y: (Double, Double))]) -> Markup {
    let upper = run.map { "\(pixels($0.x)) \(pixels($0.y.0))" }
    let lower = run.reversed().map { "\(pixels($0.x)) \(pixels($0.y.1))" }
    return .tag("polygon", ["class": "sigma", "points": (upper + lower).joined(separator: ",")])
  }

  /// Returns a row for each string: its name, its position on a scale of cents, and the verdict.
  func strings(from top: Double, step: Double) -> [Markup] {
    guard !picture.strings.isEmpty else { return [] }
    let scale = StringGauge(
      x: TrackPicture.left + 100...TrackPicture.left + 440, reach: Self.reach,
      tolerance: picture.tolerance)
    let head = Self.text(
      "the strings, as each was played last", x: TrackPicture.left, y: top - 22, "head")
    return [head]
      + picture.strings.enumerated().flatMap { index, row in
        scale.drawn(row, y: top + step * Double(index), nameAt: TrackPicture.left)
      }
  }
}
