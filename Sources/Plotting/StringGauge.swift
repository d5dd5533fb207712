// SPDX-License-Identifier: MIT

/// Draws the deviations of strings on a common scale in cents.
struct StringGauge {
  /// The horizontal range of the scale.
  let x: ClosedRange<Double>
  /// The cents at its ends.
  let reach: Double
  /// The in-tune window in cents.
  let tolerance: Double

  /// Returns the row of one string.
  ///
  /// - Parameters:
  ///   - row: the string.
  ///   - y: the vertical centre of the row.
  ///   - nameX: the left end of the name.
  /// - Returns: name, scale, mark and verdict.
  func drawn(_ row: TrackPicture.StringRow, y: Double, nameAt nameX: Double) -> [Markup] {
    let style = row.cents == nil ? "quiet" : ""
    var parts = [
      TrackPanels.text(shortened(row.name, to: 13), x: nameX, y: y + 4, style),
      .tag(
        "rect",
        [
          "class": "intune", "x": pixels(place(-tolerance)), "y": pixels(y - 8),
          "width": pixels(place(tolerance) - place(-tolerance)), "height": "16",
        ]),
      Self.line(x.lowerBound, y, x.upperBound, y, "grid"),
      Self.line(place(0), y - 8, place(0), y + 8, "zero"),
    ]
    if let cents = row.cents, let side = row.side {
      let colour = side == .inTune ? "good" : "off"
      let sigma = row.sigma ?? 0
      parts += [
        Self.line(place(cents - sigma), y, place(cents + sigma), y, "error \(colour)"),
        .tag("path", ["class": colour, "d": Self.mark(side, x: place(cents), y: y)]),
      ]
    }
    parts.append(TrackPanels.text(row.verdict, x: x.upperBound + 20, y: y + 4, style))
    return parts
  }

  private func place(_ cents: Double) -> Double {
    let share = (min(max(cents, -reach), reach) + reach) / (2 * reach)
    return x.lowerBound + share * (x.upperBound - x.lowerBound)
  }

  /// Returns a disc for in tune, a triangle that points down for flat and up for sharp: readable
  /// without colour.
  private static func mark(_ side: TrackPicture.StringRow.Side, x: Double, y: Double) -> String {
    let point = { (dx: Double, dy: Double) in "\(pixels(x + dx)) \(pixels(y + dy))" }
    switch side {
    case .inTune: return "M\(point(-5, 0))a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"
    case .flat: return "M\(point(0, 6))L\(point(-6, -5))L\(point(6, -5))z"
    case .sharp: return "M\(point(0, -6))L\(point(-6, 5))L\(point(6, 5))z"
    }
  }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
  ) -> Markup {
    .tag(
      "line",
      ["class": style, "x1": pixels(x1), "x2": pixels(x2), "y1": pixels(y1), "y2": pixels(y2)])
  }
}
