// SPDX-License-Identifier: MIT

/// A fault of a manifest: the manifest, the recording, the field and the reason.
public struct ManifestError: Error, Hashable, Sendable {
  /// The manifest's name.
  public let manifest: String
  /// The recording's file; `nil` when the manifest itself is at fault.
  public let recording: String?
  /// The field, as the file spells it.
  public let field: String
  /// The reason why its value is invalid.
  public let reason: String
}

extension ManifestError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    let place = recording.map { "\(manifest), \($0)" } ?? manifest
    return "the manifest of \(place): \(field) \(reason)"
  }
}
