// SPDX-License-Identifier: MIT

/// A manifest read entry by entry, so that a bad entry does not affect the others.
package struct ManifestEntries: Decodable, Sendable {
  /// One invalid entry.
  package struct Fault: Hashable, Sendable {
    /// The entry's place in the list, from 0.
    package let index: Int
    /// The recording's file; `nil` when the entry does not name it.
    package let file: String?
    /// The reason in a sentence.
    package let reason: String
  }

  /// The manifest with the valid recordings; `nil` when there is none.
  package let manifest: DatasetManifest?
  /// The invalid entries.
  package let faults: [Fault]

  private enum Key: String, CodingKey { case recordings }

  private struct Entry: Decodable {
    let file: String?
    let content: Result<DatasetRecording, DecodingReason>

    private enum Key: String, CodingKey { case file }

    init(from decoder: any Decoder) throws {
      file = try? decoder.container(keyedBy: Key.self).decode(String.self, forKey: .file)
      do {
        content = .success(try DatasetRecording(from: decoder))
      } catch {
        content = .failure(DecodingReason(error))
      }
    }
  }

  /// Reads a manifest.
  ///
  /// - Parameter decoder: holds an object of `DatasetManifest.schema`.
  /// - Throws: `DecodingError` or `ManifestError` when the manifest itself is invalid.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let entries = try values.decode([Entry].self, forKey: .recordings)
    var manifest: DatasetManifest?
    var files: Set<[UInt8]> = []
    var good: [DatasetRecording] = []
    var faults: [Fault] = []
    for (index, entry) in entries.enumerated() {
      switch entry.content {
      case .failure(let reason):
        faults.append(Fault(index: index, file: entry.file, reason: reason.description))
      case .success(let recording):
        let described = try manifest ?? DatasetManifest(describedBy: decoder) { [] }
        manifest = described
        if let error = described.fault(of: recording, beside: files) {
          faults.append(Fault(index: index, file: recording.file, reason: error.description))
        } else {
          files.insert(Array(recording.file.utf8))
          good.append(recording)
        }
      }
    }
    self.faults = faults
    guard !good.isEmpty else {
      // Without an entry, only the manifest itself can be at fault.
      if entries.isEmpty { try DatasetManifest(describedBy: decoder) { [] }.validate() }
      self.manifest = nil
      return
    }
    manifest?.recordings = good
    try manifest?.validate()
    self.manifest = manifest
  }
}

/// A fault of a manifest: the manifest, the recording, the field and the reason.
package struct ManifestError: Error, Hashable, Sendable {
  /// The manifest's name.
  package let manifest: String
  /// The recording's file; `nil` when the manifest itself is at fault.
  package let recording: String?
  /// The field, as the file spells it.
  package let field: String
  /// The reason why its value is invalid.
  package let reason: String
}

extension ManifestError: CustomStringConvertible {
  /// One sentence for a person.
  package var description: String {
    let place = recording.map { "\(manifest), \($0)" } ?? manifest
    return "the manifest of \(place): \(field) \(reason)"
  }
}

/// A decoding error in words for a person.
package struct DecodingReason: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the document and the reason.
  package let description: String

  /// Describes an error; an error of another kind gives its own description if it has one.
  package init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      // Foundation has errors without a text, for a number that its type can't hold.
      description =
        (error as? any CustomStringConvertible)?.description
        ?? "a number is outside its range. Correct it"
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      description = Self.place(of: context) + "\(key.stringValue) is missing"
    case .dataCorrupted(let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      description = Self.place(of: context) + context.debugDescription
    @unknown default: description = "\(error)"
    }
  }

  private static func place(of context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty ? "" : path.joined(separator: ".") + ": "
  }
}
