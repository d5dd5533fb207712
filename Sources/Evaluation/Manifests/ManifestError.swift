// SPDX-License-Identifier: MIT

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

  /// Describes an error; an error of another kind gives its own description.
  package init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      description = "\(error)"
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
