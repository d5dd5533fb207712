// SPDX-License-Identifier: MIT

/// The records of an analysis.
package enum OutputContent: Sendable {
  /// One for each update, or for each note.
  case frames, notes
  /// One for each string in each update, or in each stroke.
  case strumFrames, strokes

  /// The type of the records.
  var record: any Record.Type {
    switch self {
    case .frames: FrameRecord.self
    case .notes: NoteRecord.self
    case .strumFrames: StrumFrameRecord.self
    case .strokes: StrokeRecord.self
    }
  }
}
