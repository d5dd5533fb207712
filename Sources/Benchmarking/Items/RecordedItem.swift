// SPDX-License-Identifier: MIT

package import Evaluation
internal import Foundation

/// A recording with its measured reference.
package struct RecordedItem: Hashable, Sendable {
  /// The file that annotates the recording's pitch over time.
  package struct Annotation: Hashable, Sendable {
    /// The file; its suffix names its format.
    package var path: String
    /// The SHA-256 in the manifest, if any; an annotation with another checksum is refused.
    package var sha256: String?
  }

  /// The audio file.
  package var path: String
  /// The SHA-256 in the manifest, if any; a recording with another checksum is refused.
  package var sha256: String?
  /// The measurements of the corpus manifest.
  package var reference: CorpusRecording
  /// The annotation of its pitch over time, if any.
  package var annotation: Annotation?
}

extension RecordedItem.Annotation {
  /// The format of an annotation file.
  private enum Format: String, CaseIterable {
    /// JAMS: pitch contours, or notes.
    case jams
    /// A table with a header: `time_s`, `f0_hz`, `voiced`.
    case csv
    /// Text lines of the form `time frequency`.
    case txt
  }

  private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Reads the file in the format that its suffix names.
  ///
  /// - Parameter duration: the recording's length in seconds.
  /// - Returns: the reference pitch over time.
  /// - Throws: `ItemFault.failed` with the file's name, the place in it and the fault; `.unscored`
  ///   for a JAMS file without pitch.
  func read(lasting duration: Double) throws(ItemFault) -> ReferenceTrack {
    guard let format = Format(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased())
    else {
      let known = Format.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
      throw .failed(reason: "the annotation \(name) has no suffix that is known. Use \(known)")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .failed(reason: "the annotation \(name) is missing")
    }
    try ItemFile.check(path, is: sha256, called: "the annotation \(name)")
    let jams = format == .jams ? try document(data) : nil
    let track: ReferenceTrack?
    do throws(AnnotationError) {
      switch format {
      case .csv: track = try TrackTable.parse(String(decoding: data, as: UTF8.self))
      case .txt:
        track = try ReferenceTrack(TwoColumnText.parse(String(decoding: data, as: UTF8.self)))
      case .jams: track = try jams?.referenceTrack(lasting: duration)
      }
      try track?.check(lasting: duration)
    } catch {
      throw .failed(reason: "the annotation \(name): \(error)")
    }
    guard let track else {
      throw .unscored(reason: "its annotation \(name) has neither pitch contours nor notes")
    }
    return track
  }

  /// Reads the notes of a JAMS file from all its sources, in the order of onsets.
  ///
  /// - Parameter duration: the recording's length in seconds.
  /// - Returns: `nil` for another format, and for a file without notes.
  /// - Throws: `ItemFault.failed` with the file's name, the place in it and the fault.
  func readNotes(lasting duration: Double) throws(ItemFault) -> [NoteEvent]? {
    guard URL(fileURLWithPath: path).pathExtension.lowercased() == Format.jams.rawValue,
      let data = FileManager.default.contents(atPath: path)
    else { return nil }
    let document = try document(data)
    do throws(AnnotationError) {
      let notes = try document.notes(lasting: duration)
      return notes.isEmpty ? nil : notes
    } catch {
      throw .failed(reason: "the annotation \(name): \(error)")
    }
  }

  private func document(_ data: Data) throws(ItemFault) -> JAMSDocument {
    do {
      return try JSONDecoder().decode(JAMSDocument.self, from: data)
    } catch {
      let reason = JAMSDocument.syntaxFault(in: Array(data)) ?? DecodingReason(error).description
      throw .failed(reason: "the annotation \(name): \(reason)")
    }
  }
}
