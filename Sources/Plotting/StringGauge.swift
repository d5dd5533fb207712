// SPDX-License-Identifier: MIT

/// Draws how far strings are off, on one scale of cents for all of them.
struct StringGauge {
  /// The ends of the scale.
  let x: ClosedRange<Double>
  /// The cents at its ends.
  let reach: Double
  /// How many cents off is in tune.
  let tolerance: Double

  /// Returns the row of one string.
  ///
  /// - Parameters:
  ///   - row: the string.
  ///   - y: the middle of the row.
  ///   - nameX: where its name begins.
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

  /// A disc in tune, a triangle that points down when flat and up when sharp: to be told without colour.
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
