// SPDX-License-Identifier: MIT

/// A bar chart of practice by day, with a line for each day's goal and a mark when it is met.
package struct WeekPicture: Hashable, Sendable {
  /// One day of the chart.
  package struct Day: Hashable, Sendable {
    let name: String
    let date: String
    let minutes: Double
    let goal: Double?

    /// Makes a day.
    ///
    /// - Parameters:
    ///   - name: the text below the bar.
    ///   - date: the text below the name.
    ///   - minutes: the amount; NaN and negative values count as 0.
    ///   - goal: the goal; `nil` without one.
    package init(name: String, date: String, minutes: Double, goal: Double?) {
      self.name = name
      self.date = date
      self.minutes = minutes.isFinite ? max(0, minutes) : 0
      self.goal = goal
    }

    var isMet: Bool { goal.map { minutes >= $0 } ?? false }
  }

  private static let step = 84.0
  private static let bar = 48.0
  private static let left = 30.0
  private static let top = 52.0
  private static let height = 180.0

  private let title: String
  private let unit: String
  private let days: [Day]

  /// Makes a chart.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - unit: the unit of the amounts.
  ///   - days: the days, from left to right.
  package init(title: String, unit: String, days: [Day]) {
    self.title = title
    self.unit = unit
    self.days = days
  }

  /// Returns the chart as a standalone SVG document that follows the reader's light or dark scheme.
  ///
  /// - Complexity: O(days).
  package func svg() -> String {
    let width = 2 * Self.left + Self.step * Double(max(1, days.count))
    let base = Self.top + Self.height
    let parts: [Markup] =
      [
        .tag("title", [:], title), .tag("style", [:], Plot.styleSheet + Self.styleSheet),
        Self.text(title, x: Self.left, y: 24, "title"),
        Self.line(from: Self.left, to: width - Self.left, y: base, "frame"),
      ] + days.enumerated().flatMap { index, day in drawn(day, at: index) }
    return Markup.tag(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "plot", "role": "img",
        "viewBox": "0 0 \(pixels(width)) \(pixels(base + 50))",
      ], parts
    ).rendered + "\n"
  }

  /// The highest bar or goal, with a margin.
  private var highest: Double {
    max(1, days.flatMap { [$0.minutes, $0.goal ?? 0] }.max() ?? 1) * 1.05
  }

  private func drawn(_ day: Day, at index: Int) -> [Markup] {
    let base = Self.top + Self.height
    let middle = Self.left + Self.step * (Double(index) + 0.5)
    let tall = Self.height * day.minutes / highest
    var parts: [Markup] = [
      .tag(
        "rect",
        [
          "class": day.isMet ? "day c2" : "day c0", "x": pixels(middle - Self.bar / 2),
          "y": pixels(base - tall), "width": pixels(Self.bar), "height": pixels(tall),
        ])
    ]
    var top = base - tall
    if let goal = day.goal {
      let y = base - Self.height * goal / highest
      parts.append(Self.line(from: middle - 34, to: middle + 34, y: y, "rule"))
      // Moves the amount above the goal's line when they overlap.
      if y < top, y > top - 20 { top = y }
    }
    let amount = Int(day.minutes.rounded(.down))
    let goal = day.goal.map { " / \(Int($0))" } ?? ""
    parts += [
      Self.text("\(amount)\(goal)\(day.isMet ? " ✓" : "")", x: middle, y: top - 6, "label"),
      Self.text(day.name, x: middle, y: base + 18, "label"),
      Self.text(day.date, x: middle, y: base + 34, "tick small"),
    ]
    return index == 0 ? parts + [Self.text(unit, x: 4, y: Self.top - 8, "unit")] : parts
  }

  private static func line(from start: Double, to end: Double, y: Double, _ style: String) -> Markup
  {
    .tag(
      "line",
      [
        "class": style, "x1": pixels(start), "y1": pixels(y), "x2": pixels(end), "y2": pixels(y),
      ])
  }

  private static func text(_ text: String, x: Double, y: Double, _ style: String) -> Markup {
    .tag("text", ["class": style, "x": pixels(x), "y": pixels(y)], text)
  }

  private static let styleSheet = """
    .plot .small { font-size: 10px } .plot .day { fill-opacity: .8; stroke: none }
    """
}
