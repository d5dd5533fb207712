// SPDX-License-Identifier: MIT

internal import FileFormats

extension JAMSDocument {
  /// The bounds of a JAMS file in which the place of a fault is sought.
  private static let limits = JSONLimits(
    depth: 64, memberCount: 1 << 20, allowsRepeatedKeys: true)

  /// Returns the notes of all sources, which must lie in a recording.
  ///
  /// - Parameter duration: the recording's length in seconds.
  /// - Returns: the notes in the order of onsets.
  /// - Throws: as `notes()`; `AnnotationError.afterEnd` for a note that ends after the recording.
  package func notes(lasting duration: Double) throws(AnnotationError) -> [NoteEvent] {
    let notes = try notes().flatMap(\.labels)
    for note in notes { try ReferenceTrack.check(note.offset, lasting: duration) }
    return notes.sorted { $0.onset < $1.onset }
  }

  /// Returns the line, the fault and the remedy of a file that is not JSON; `nil` for JSON.
  ///
  /// Python's `json` writes NaN and Infinity, which other readers refuse.
  package static func syntaxFault(in bytes: [UInt8]) -> String? {
    do throws(JSONError) {
      _ = try JSONNode(bytes, limits: limits)
      return nil
    } catch {
      let place = "line \(error.line): "
      switch error.reason {
      case .notUTF8: return place + "the text is not UTF-8. Save it as UTF-8."
      case .largeNumber: return place + "a number is outside its range. Correct it."
      case .repeatedKey(let key): return place + "the key \(key) stands there twice. Remove one."
      case .syntax(let expected):
        let text = String(decoding: bytes, as: UTF8.self)
        let words = ["NaN", "Infinity"].filter(text.contains)
        let remedy =
          words.isEmpty
          ? "Check that the file is complete."
          : "The file holds \(words.joined(separator: " and ")), which is not JSON. Write null."
        return place + "\(expected) is expected. " + remedy
      }
    }
  }
}
