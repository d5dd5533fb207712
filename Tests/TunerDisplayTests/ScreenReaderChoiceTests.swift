// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import Testing
import TunerState
import Tuning

@testable import TunerDisplay

@Suite("The lines of a screen reader about keys")
struct ScreenReaderChoiceTests {
  private let look = DisplayStyle()

  @Test("a choice has a line with what has changed, before the next pitch")
  func choices() throws {
    var scenes = DisplayScenes()
    var spoken = ScreenReaderLine()
    func hear() -> String? { spoken.next(for: scenes.frame(), look: look) }
    try scenes.sound(string: 6, cents: -12)
    #expect(hear() == "E2, 12 cents flat")
    let steps: [(TunerAction, String)] = [
      (.setTargetMode(.locked(3)), "string 3 locked"),
      (.settings(.setA4(Hertz(441))), "A4 441 Hz"),
      (.setTargetMode(.chromatic), "chromatic"),
      (.selectTuning(id: "drop_d"), "Drop D"),
      (.setTargetMode(.all), "all strings"),
      (.settings(.setTemperament("just:E")), "just:E"),
      (.settings(.setTemperament("equal")), "Drop D, all strings, A4 441 Hz"),
      (.setTargetMode(.nearest), "automatic"),
    ]
    for (action, line) in steps {
      _ = scenes.tuner.reduce(action)
      #expect(hear() == line)
    }
    try scenes.sound(string: 5, cents: -30, at: 2)
    #expect(hear()?.hasPrefix("A2, ") == true)
    #expect(hear() == nil)
  }

  @Test("strokes do not hide that the tuner is frozen, a missing tone or a refusal")
  func interrupts() {
    var scenes = DisplayScenes([.setTargetMode(.all)])
    var spoken = ScreenReaderLine()
    var display = DisplayState()
    var failure: AudioError?
    func hear() -> String? {
      let frame = scenes.frame {
        $0.display = display
        $0.toneFailure = failure
      }
      return spoken.next(for: frame, look: look)
    }
    scenes.strum([2, -3, -2, 1, 4, -2])
    #expect(hear() == "All strings are in tune")
    _ = display.press(.character(" "), tuner: scenes.tuner)
    #expect(hear() == look.text(.held))
    scenes.strum([2, -3, -2, 1, 40, -2], at: 4)
    #expect(hear() == nil)
    _ = display.press(.character(" "), tuner: scenes.tuner)
    #expect(hear() == "B3 is 40 cents sharp; the others are in tune")
    failure = .deviceUnavailable
    #expect(hear() == look.text(.noTone(.deviceUnavailable)))
    failure = nil
    #expect(hear() == "Strum all strings")
    #expect(hear() == nil)
    _ = scenes.tuner.reduce(.setTargetMode(.locked(9)))
    #expect(hear() == "There is no string 9. Choose one from 1 to 6.")
    _ = scenes.tuner.reduce(.acknowledgeError)
    #expect(hear() == "Strum all strings")
    scenes.strum([2, -3, -2, 1, 4, -2], at: 8)
    #expect(hear() == "All strings are in tune")
  }

  @Test("the question mark lists the keys, and keys of lists and drawings say that they are silent")
  func keys() throws {
    for language in Language.allCases {
      let look = DisplayStyle(language: language)
      let help = try #require(ScreenReaderKeys.answer(to: .character("?"), look: look))
      #expect(help.contains("a: \(look.text(.key(.automatic)))"))
      #expect(help.contains("\(look.text(.spaceKey)): \(look.text(.key(.hold)))"))
      #expect(help.count == 8)
      for key in "tosg" {
        let answer = ScreenReaderKeys.answer(to: .character(key), look: look)
        #expect(answer == [look.text(.notSpoken)])
      }
    }
    let acting: [Key] =
      "123456789acerq ".map { .character($0) } + [.up, .down, .left, .right, .enter, .escape]
    for key in acting { #expect(ScreenReaderKeys.answer(to: key, look: look) == nil, "\(key)") }
  }
}
