// SPDX-License-Identifier: MIT

import Tuning

extension NoteStyle {
  /// The notation of documents for programs.
  static let english = NoteStyle(notation: .english, octaves: .scientific)

  /// Returns the open strings of a tuning as `--tuning` reads them, without offsets.
  ///
  /// A slash joins the strings of a course.
  func text(of tuning: InstrumentTuning) -> String {
    var notes = ""
    for (index, string) in tuning.strings.enumerated() {
      let isOfCourse = index > 0 && string.course == tuning.strings[index - 1].course
      if index > 0 { notes += isOfCourse ? "/" : " " }
      notes += text(of: string.spelling)
    }
    return notes
  }
}
