// SPDX-License-Identifier: MIT

import Plotting
import Testing

@Suite("The picture of a week")
struct WeekPictureTests {
  private func svg(_ days: [WeekPicture.Day]) -> String {
    WeekPicture(title: "Practice <&>", unit: "min", days: days).svg()
  }

  @Test("shows X / Y on each day, and marks the days whose goal is met")
  func amounts() {
    let text = svg([
      .init(name: "Mon", date: "2026-11-16", minutes: 19.99, goal: 20),
      .init(name: "Tue", date: "2026-11-17", minutes: 20, goal: 20),
      .init(name: "Wed", date: "2026-11-18", minutes: 7, goal: nil),
    ])
    #expect(text.contains(">19 / 20<"))
    #expect(text.contains(">20 / 20 ✓<"))
    #expect(text.contains(">7<"))
    #expect(text.contains("Practice &lt;&amp;&gt;"))
  }

  @Test("the height of a bar is proportional to its minutes")
  func heights() throws {
    let text = svg([
      .init(name: "a", date: "", minutes: 10, goal: nil),
      .init(name: "b", date: "", minutes: 20, goal: nil),
    ])
    let heights = text.matches(of: /class="day[^"]*"[^>]*height="([0-9.]+)"/)
      .compactMap { Double($0.output.1) }
    try #require(heights.count == 2)
    #expect(abs(heights[1] / heights[0] - 2) < 0.02)
  }

  @Test("from 32 days on, bars are narrow and every fourteenth day has a label")
  func months() throws {
    let days = (0..<366).map { WeekPicture.Day(name: "d\($0)", date: "", minutes: 7, goal: 20) }
    let text = svg(days)
    let width = try #require(text.firstMatch(of: #/viewBox="0 0 ([0-9.]+) /#)?.output.1)
    #expect(try #require(Double(width)) < 3000)
    #expect(text.matches(of: #/>d[0-9]+</#).count == 27)
    #expect(text.contains(">d0<") && text.contains(">d14<") && !text.contains(">7 / 20<"))
    #expect(svg(Array(days.prefix(31))).matches(of: #/>d[0-9]+</#).count == 31)
  }

  @Test("a chart of months has a scale of amounts, and room for its last date")
  func scale() throws {
    for (count, minutes) in [(60, 9.0), (365, 47), (366, 600)] {
      let text = svg(
        (0..<count).map {
          WeekPicture.Day(name: "", date: "2026-11-\($0)", minutes: minutes, goal: nil)
        })
      let numbers = text.matches(of: #/class="tick end small"[^>]*>([0-9]+)</#)
        .compactMap { Double($0.output.1) }
      #expect((3...6).contains(numbers.count) && numbers.first == 0, "\(numbers)")
      #expect(try #require(numbers.last) > minutes / 2)
      let width = try #require(
        text.firstMatch(of: #/viewBox="0 0 ([0-9.]+) /#).flatMap { Double($0.output.1) })
      let places = text.matches(of: #/class="tick small" x="([0-9.]+)"/#)
        .compactMap { Double($0.output.1) }
      // Ten characters of 10 pixels are 60 to 70 pixels wide, by the font.
      #expect(try #require(places.max()) + 36 <= width)
    }
  }

  @Test("draws a picture for invalid amounts, and for no days")
  func nothing() {
    let text = svg([
      .init(name: "a", date: "", minutes: .nan, goal: 0),
      .init(name: "b", date: "", minutes: -.infinity, goal: nil),
    ])
    #expect(!text.lowercased().contains("nan") && !text.contains("inf"))
    #expect(svg([]).hasSuffix("</svg>\n"))
  }
}
