// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("The support of a stroke's likely updates")
struct EarlierSupportTests {
  private let period = 0.05

  private func update(
    _ odds: Double = 2, at frequency: Double = 247, support: Double = 5
  ) -> StrumMeasurement {
    var measured = StrumMeasurement()
    (measured.odds, measured.frequency, measured.support) = (odds, frequency, support)
    return measured
  }

  /// Returns the support after a number of equal updates.
  private func earlier(
    _ count: Int, of update: StrumMeasurement, window: Double = 0.3
  ) -> EarlierSupport {
    var earlier = EarlierSupport()
    for _ in 0..<count { earlier.add(update, window: window, after: period) }
    return earlier
  }

  @Test("is nothing before the first update, and of unlikely ones")
  func nothing() {
    #expect(EarlierSupport().kept(at: 247, over: 1) == 1)
    #expect(earlier(9, of: update(-0.1)).kept(at: 247, over: 1) == 1)
  }

  @Test("grows with each likely update, up to the support that they had")
  func growth() {
    let kept = (1...6).map { earlier($0, of: update()).kept(at: 247, over: 0) }
    #expect(abs(kept[0] - 1) < 1e-9)
    for (one, next) in zip(kept, kept.dropFirst()) { #expect(next > one + 0.1) }
    #expect(earlier(6, of: update(support: 2)).kept(at: 247, over: 0) == 2)
    #expect(earlier(6, of: update(support: 2)).kept(at: 247, over: 3) == 3)
    #expect(earlier(3, of: update(0.85)).kept(at: 247, over: 0) < kept[2] - 0.5)
  }

  @Test("does not grow in windows in which partials of two strings are one line")
  func shortWindows() {
    #expect(earlier(9, of: update(), window: 0.1).kept(at: 247, over: 0) == 0)
    let half = earlier(9, of: update(), window: 0.15).kept(at: 247, over: 0)
    #expect(half > 0.5)
    #expect(earlier(9, of: update(), window: 0.2).kept(at: 247, over: 0) > 1.5 * half)
  }

  @Test("fades while the string is unlikely")
  func fading() {
    var earlier = earlier(6, of: update())
    var last = earlier.kept(at: 247, over: 0)
    for _ in 0..<10 {
      earlier.add(update(-3), window: 0.3, after: period)
      let now = earlier.kept(at: 247, over: 0)
      #expect(now < last)
      last = now
    }
    #expect(last < 0.3)
  }

  @Test("fades as much in an update without a measurement")
  func fadingAlone() {
    var (unlikely, none) = (earlier(6, of: update()), earlier(6, of: update()))
    unlikely.add(update(-3), window: 0.3, after: period)
    none.fade(after: period)
    #expect(unlikely.kept(at: 247, over: 0) == none.kept(at: 247, over: 0))
  }

  @Test("is that of its own frequency, until updates at another one outweigh it")
  func frequency() {
    var earlier = earlier(4, of: update())
    #expect(earlier.kept(at: 248, over: 0) > 1)  // 7 cents
    #expect(earlier.kept(at: 250, over: 0) == 0)  // 21 cents
    let before = earlier.kept(at: 247, over: 0)
    earlier.add(update(at: 250), window: 0.3, after: period)
    #expect(earlier.kept(at: 250, over: 0) == 0)
    #expect(earlier.kept(at: 247, over: 0) < before - 0.9)
    for _ in 0..<6 { earlier.add(update(at: 250), window: 0.3, after: period) }
    #expect(earlier.kept(at: 250, over: 0) > 1)
    #expect(earlier.kept(at: 247, over: 0) == 0)
  }

  @Test("counts seconds, not updates")
  func rate() {
    var fast = EarlierSupport()
    for _ in 0..<30 { fast.add(update(), window: 0.3, after: period / 3) }
    let slow = earlier(10, of: update()).kept(at: 247, over: 0)
    #expect(abs(fast.kept(at: 247, over: 0) - slow) < 0.2 * slow)
  }
}
