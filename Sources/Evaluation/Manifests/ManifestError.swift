// SPDX-License-Identifier: MIT

/// What is wrong with a manifest: which one, which recording, which field, and why.
public struct ManifestError: Error, Hashable, Sendable {
  /// The manifest's name.
  public let manifest: String
  /// The recording's file; `nil` where the manifest itself is meant.
  public let recording: String?
  /// The field, as the file spells it.
  public let field: String
  /// What is wrong with its value.
  public let reason: String
}

extension ManifestError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    let place = recording.map { "\(manifest), \($0)" } ?? manifest
    return "the manifest of \(place): \(field) \(reason)"
  }
}
