// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import TunerState
import Tuning

@testable import TunerDisplay

@Suite("The names of strings that are measured as one")
struct JointStringsTests {
  private func line(_ look: DisplayStyle, _ cents: [Double?]) -> String? {
    var scenes = DisplayScenes([.selectTuning(id: "twelve_string"), .setTargetMode(.all)])
    scenes.strum(cents)
    var spoken = ScreenReaderLine()
    return spoken.next(for: scenes.frame(), look: look)
  }

  @Test(
    "a screen reader gets their numbers, with a verb for several strings",
    arguments: [
      (Language.english, "Strings 4+3 (B3) are 40 cents "),
      (.spanish, "Cuerdas 4+3 (B3) están 40 cents "), (.german, "Saiten 4+3 (B3) sind 40 Cent "),
    ])
  func outOfTune(language: Language, beginning: String) {
    let text = line(DisplayStyle(language: language), [0, 0, 0, 0, 0, 0, 0, 0, 40, 0])
    #expect(text?.hasPrefix(beginning) == true, "\(text ?? "")")
  }

  @Test("a list of strings names them by their numbers")
  func silent() {
    let text = line(DisplayStyle(), [0, 0, 0, 0, 0, 0, 0, 0, nil, nil])
    #expect(
      text == "E2, E3, A2, A3, D3, D4, G3 and G4 are in tune; strings 4+3 (B3) and "
        + "strings 2+1 (E4) were not heard")
    let one = line(DisplayStyle(), [0, 0, 0, 0, 0, 0, 0, 0, 0, nil])
    #expect(one?.hasSuffix("; strings 2+1 (E4) were not heard") == true, "\(one ?? "")")
  }

  @Test("two strings of one note that are measured apart have their numbers")
  func sameNote() throws {
    let tuning = try #require(InstrumentTuning.preset("twelve_string"))
      .sweetened(by: [3: Cents(-70)])
    let targets = StrumTarget.targets(
      of: try tuning.tunedStrings(in: PitchSystem(reference: .concert, temperament: .equal)))
    let look = DisplayStyle()
    #expect(
      look.spoken(targets, in: .english).map(\.name).suffix(4)
        == ["G4", "string 4 (B3)", "string 3 (B3)", "strings 2+1 (E4)"])
    #expect(
      look.headings(of: targets, in: .english).suffix(4) == ["G4", "4 B3", "3 B3", "2+1 E4"])
  }
}
