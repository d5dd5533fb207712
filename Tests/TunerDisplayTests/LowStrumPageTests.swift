// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import Testing
import TunerState
import Tuning

@testable import TunerDisplay

@Suite("Strokes on a low display")
struct LowStrumPageTests {
  private static let sizes = [(40, 8), (40, 9), (40, 10), (40, 11), (41, 11), (80, 11), (120, 11)]

  private func text(_ scenes: DisplayScenes, _ size: (Int, Int), _ look: DisplayStyle) -> String {
    scenes.frame().grid(size: TerminalSize(columns: size.0, rows: size.1), look: look).text
  }

  /// A stroke in which no string is out of tune.
  struct Scene: Sendable, CustomTestStringConvertible {
    var name: String
    var cents: [Double?]
    var sigmas = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]
    /// The number of strings in tune.
    var count: Int
    var notJudged = 0
    var testDescription: String { name }
  }

  static let scenes = [
    Scene(name: "one string", cents: [nil, 0, nil, nil, nil, nil], count: 1),
    Scene(name: "two silent", cents: [nil, 2, -3, nil, 1, 4], count: 4),
    Scene(
      name: "one uncertain", cents: [0, 2, -3, 1, 1, 4], sigmas: [0.1, 0.1, 0.1, 0.1, 0.1, 12],
      count: 5, notJudged: 1),
    Scene(name: "all", cents: [0, 2, -3, 1, 1, 4], count: 6),
  ]

  @Test(
    "only a stroke whose strings were all judged in tune is called in tune; others are counted",
    arguments: scenes, Language.allCases)
  func claims(scene: Scene, language: Language) throws {
    let look = DisplayStyle(language: language)
    var scenes = DisplayScenes([.setTargetMode(.all)])
    scenes.strum(scene.cents, sigmas: scene.sigmas)
    let view = scenes.tuner.strum
    let sentence = try #require(
      LocalisedStrokeSentence(view: view, settings: scenes.tuner.settings.values, look: look).text)
    let count = look.text(
      .counted(
        inTune: scene.count, notJudged: scene.notJudged,
        notHeard: 6 - scene.count - scene.notJudged))
    for size in Self.sizes {
      let text = text(scenes, size, look)
      #expect(text.contains(look.text(.allInTune)) == (scene.count == 6), "\(size)\n\(text)")
      #expect(text.contains(sentence) || text.contains(count), "\(size)\n\(text)")
    }
  }

  @Test(
    "the next turn is on every display of strokes, in every language", arguments: Language.allCases)
  func advises(language: Language) throws {
    let look = DisplayStyle(language: language)
    for far in [0.0, 50] {
      var scenes = DisplayScenes([.setTargetMode(.all)])
      scenes.turnTwoPegs(far: far)
      let frame = scenes.frame()
      let texts = LocalisedCouplingTexts(frame.strokes, of: scenes.tuner, look: look)
      let next = try #require(texts.next)
      for size in Self.sizes + (12...15).map({ (40, $0) }) + [(60, 14), (80, 15)] {
        let text = text(scenes, size, look)
        let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains(next), "\(size)\n\(text)")
        let isCautioned =
          words.contains(look.text(.farStepShort)) || texts.caution.map(words.contains) == true
        #expect(isCautioned == (far > 0), "\(size)\n\(text)")
        // A needle has a row at least, and its string has cents.
        #expect(text.contains("E4") && text.contains(where: \.isNumber))
      }
    }
  }

  @Test("a narrow column has the signs of flat and sharp, which the help explains, and no arrow")
  func signs() {
    var scenes = DisplayScenes([.selectTuning(id: "twelve_string"), .setTargetMode(.all)])
    scenes.strum([2, 13, -12.3, 1, 40, -2, -70, 11, 0, -9.96])
    // The Spanish word for a string in tune has no room. The row of strings has the same sign.
    for (hasUnicode, sign) in [(true, "✓"), (false, "*")] {
      let spanish = DisplayStyle(language: .spanish, hasUnicode: hasUnicode)
      #expect(text(scenes, (40, 10), spanish).contains(sign))
    }
    for look in [DisplayStyle(), DisplayStyle(hasUnicode: false)] {
      let text = text(scenes, (40, 10), look)
      #expect(!text.contains { "↑↓<>".contains($0) }, "\(text)")
      let signs = look.hasUnicode ? ["♭", "♯"] : ["b ", "# "]
      for sign in signs { #expect(text.contains(sign), "\(text)") }
      for (entry, rows) in [(HelpPage.Entry.signs, 10), (.verdicts, 24)] {
        let help = scenes.frame { $0.display.page = .help }
          .grid(size: TerminalSize(columns: 40, rows: rows), look: look).text
        #expect(help.contains(look.text(.key(entry))), "\(help)")
        #expect(help.contains(entry.label(look: look)), "\(help)")
      }
    }
  }
}
