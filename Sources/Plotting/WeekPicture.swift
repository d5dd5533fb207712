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

  /// The horizontal distances of a chart.
  private struct Spacing: Hashable {
    /// The distance of two days.
    let step: Double
    /// The width of a bar.
    let bar: Double
    /// The width of a goal's line.
    let goal: Double
    /// The distance of two days with a label.
    let labelStep: Int
    /// The margin to the right of the last day, in which half of its date has room.
    let right: Double

    /// A chart in which each day has its amount, name and date.
    static let wide = Spacing(step: 84, bar: 48, goal: 68, labelStep: 1, right: 30)
    /// A chart of months, with a scale of amounts.
    static let dense = Spacing(step: 8, bar: 6, goal: 8, labelStep: 14, right: 34)
  }

  /// The largest number of days of which each has its label.
  private static let labelledDays = 31
  private static let left = 30.0
  private static let top = 52.0
  private static let height = 180.0

  private let title: String
  private let unit: String
  private let days: [Day]
  private let spacing: Spacing

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
    spacing = days.count > Self.labelledDays ? .dense : .wide
  }

  /// Returns the chart as a standalone SVG document that follows the reader's light or dark scheme.
  ///
  /// - Complexity: O(days).
  package func svg() -> String {
    let end = Self.left + spacing.step * Double(max(1, days.count))
    let width = end + spacing.right
    let base = Self.top + Self.height
    let parts: [Markup] =
      [
        .tag("title", [:], title), .tag("style", [:], Plot.styleSheet + Self.styleSheet),
        Self.text(title, x: Self.left, y: 24, "title"),
        Self.line(from: Self.left, to: end, y: base, "frame"),
      ] + scale(to: end) + days.enumerated().flatMap { index, day in drawn(day, at: index) }
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

  /// Returns the lines and numbers of the amounts where bars have none of their own.
  private func scale(to end: Double) -> [Markup] {
    guard spacing.labelStep > 1 else { return [] }
    let base = Self.top + Self.height
    let ticks = Scale(.linear, holding: 0...highest).ticks
    return ticks.filter { $0 <= highest && $0 == $0.rounded() }.flatMap { amount -> [Markup] in
      let y = base - Self.height * amount / highest
      let number = Self.text("\(Int(amount))", x: Self.left - 4, y: y + 4, "tick end small")
      return amount == 0 ? [number] : [Self.line(from: Self.left, to: end, y: y, "grid"), number]
    }
  }

  private func drawn(_ day: Day, at index: Int) -> [Markup] {
    let base = Self.top + Self.height
    let middle = Self.left + spacing.step * (Double(index) + 0.5)
    let tall = Self.height * day.minutes / highest
    var parts: [Markup] = [
      .tag(
        "rect",
        [
          "class": day.isMet ? "day c2" : "day c0", "x": pixels(middle - spacing.bar / 2),
          "y": pixels(base - tall), "width": pixels(spacing.bar), "height": pixels(tall),
        ])
    ]
    var top = base - tall
    if let goal = day.goal {
      let y = base - Self.height * goal / highest
      let half = spacing.goal / 2
      parts.append(Self.line(from: middle - half, to: middle + half, y: y, "rule"))
      // Moves the amount above the goal's line when they overlap.
      if y < top, y > top - 20 { top = y }
    }
    let amount = Int(day.minutes.rounded(.down))
    let goal = day.goal.map { " / \(Int($0))" } ?? ""
    if spacing.labelStep == 1 {
      let text = "\(amount)\(goal)\(day.isMet ? " ✓" : "")"
      parts.append(Self.text(text, x: middle, y: top - 6, "label"))
    }
    if index.isMultiple(of: spacing.labelStep) {
      parts += [
        Self.text(day.name, x: middle, y: base + 18, "label"),
        Self.text(day.date, x: middle, y: base + 34, "tick small"),
      ]
    }
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
