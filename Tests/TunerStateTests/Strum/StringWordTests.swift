// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerState
import Tuning

@Suite("The word for a string of a stroke")
struct StringWordTests {
  private func words(_ view: StrumView, ms: Int) -> [StringWord] {
    view.strings.map { view.word(for: $0, at: .milliseconds(ms)) }
  }

  @Test("a sounding string is flat, in tune or sharp, and others are unclear or awaited")
  func verdicts() {
    var view = StrumView.listening()
    #expect(words(view, ms: 0) == Array(repeating: .awaited, count: 6))
    _ = view.hear([0: -20, 1: 3, 2: 20], unclear: [3], ms: 0)
    #expect(words(view, ms: 0) == [.flat, .inTune, .sharp, .unclear, .awaited, .awaited])
  }

  @Test("a string that the newest stroke leaves open has no verdict of an earlier one")
  func earlier() {
    var view = StrumView.listening()
    _ = view.hear([0: 3, 1: 3, 2: 3], ms: 0)
    for ms in stride(from: 6000, through: 7400, by: 100) {
      var result = Strumming.result(
        [0: 3, 1: 3], unclear: [2], onset: 280_000, at: Int64(ms) * 48)
      result.readings[1].sigma = Cents(40)
      _ = view.reduce(.result(result, at: .milliseconds(ms)))
    }
    #expect(view.settledStroke == 2)
    #expect(Array(words(view, ms: 7400).prefix(3)) == [.inTune, .uncertain, .unclear])
  }

  @Test("a string that a settled stroke lacks has its age, and one of the stroke its verdict")
  func ages() {
    var view = StrumView.listening()
    _ = view.hear([0: 3, 1: 3], ms: 0)
    for ms in stride(from: 6000, through: 7400, by: 100) {
      _ = view.hear([0: 3], onset: 280_000, ms: ms)
    }
    #expect(view.settledStroke == 2)
    let words = words(view, ms: 20_000)
    #expect(words[0] == .inTune)
    #expect(words[1] == .earlier(age: .seconds(20)))
  }
}
