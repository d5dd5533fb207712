// SPDX-License-Identifier: MIT

import Glibc

/// The panel of the deviation, and the list of strings.
extension TrackPanels {
  /// Returns the cents from the target, with the standard error as a band.
  func cents(_ panel: ClosedRange<Double>) -> [Markup] {
    let scale = CentsScale(panel: panel, reach: Self.reach)
    let ticks = [-50.0, -25, 0, 25, 50].flatMap { value -> [Markup] in
      let name = value > 0 ? "+\(Int(value))" : value < 0 ? "−\(Int(-value))" : "0"
      return [
        Self.rule(scale.place(value), value == 0 ? "zero" : "grid"),
        Self.text(name, x: TrackPicture.left - 8, y: scale.place(value) + 4, "end quiet"),
      ]
    }
    let right = TrackPicture.right + 8
    return [
      Self.text("cents from the target", x: TrackPicture.left, y: panel.lowerBound - 8, "head"),
      tolerance(on: scale),
    ] + ticks
      + [
        Self.text("sharp", x: right, y: scale.place(40) + 4, "quiet"),
        Self.text("in tune", x: right, y: scale.place(0) + 4, "quiet"),
        Self.text("flat", x: right, y: scale.place(-40) + 4, "quiet"),
      ] + deviations(picture.readings, on: scale) + [Self.frame(panel)]
  }

  /// Returns the cents of one string among several, with its name.
  func lane(_ lane: TrackPicture.Lane, _ panel: ClosedRange<Double>) -> [Markup] {
    let scale = CentsScale(panel: panel, reach: Self.reach)
    let right = TrackPicture.right + 8
    return [
      Self.text(
        shortened(lane.name, to: 11), x: TrackPicture.left - 8, y: scale.place(0) + 4, "end"),
      tolerance(on: scale), Self.rule(scale.place(0), "zero"),
      Self.text("+50", x: right, y: scale.place(50) + 10, "quiet"),
      Self.text("−50", x: right, y: scale.place(-50) - 2, "quiet"),
    ] + deviations(lane.readings, on: scale) + [Self.frame(panel)]
  }

  /// Places cents in a panel; what lies beyond the reach is at its edge.
  private struct CentsScale {
    let panel: ClosedRange<Double>
    let reach: Double

    func place(_ cents: Double) -> Double {
      let share = (min(max(cents, -reach), reach) + reach) / (2 * reach)
      return panel.upperBound - share * (panel.upperBound - panel.lowerBound)
    }
  }

  private func tolerance(on scale: CentsScale) -> Markup {
    let (top, bottom) = (scale.place(picture.tolerance), scale.place(-picture.tolerance))
    return .tag(
      "rect",
      [
        "class": "intune", "x": pixels(TrackPicture.left), "y": pixels(top),
        "width": pixels(TrackPicture.right - TrackPicture.left), "height": pixels(bottom - top),
      ])
  }

  private func deviations(
    _ readings: [TrackPicture.Reading], on scale: CentsScale
  ) -> [Markup] {
    let lines = runs(of: readings) { $0.cents.map(scale.place) }
    let bands = runs(of: readings) { reading in
      reading.cents.map { ($0, reading.sigma ?? 0) }.map {
        (scale.place($0 + $1), scale.place($0 - $1))
      }
    }
    return bands.map(Self.band) + lines.map { Self.line($0, "cents") }
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
