// SPDX-License-Identifier: MIT

public import Evaluation

/// A recording with what was measured of it.
public struct RecordedItem: Hashable, Sendable {
  /// The file of its pitch over time.
  public struct Annotation: Hashable, Sendable {
    /// The file; its suffix says how to read it.
    public var path: String
    /// Its SHA-256 where the manifest has one; a file with another is not scored against.
    public var sha256: String?

    /// Names a file.
    public init(path: String, sha256: String? = nil) {
      self.path = path
      self.sha256 = sha256
    }
  }

  /// The audio file.
  public var path: String
  /// Its SHA-256 where the manifest has one; a file with another is not scored.
  public var sha256: String?
  /// What was measured.
  public var reference: CorpusRecording
  /// Its pitch over time, where somebody wrote that down.
  public var annotation: Annotation?

  /// Makes a recorded item.
  public init(
    path: String, sha256: String? = nil, reference: CorpusRecording,
    annotation: Annotation? = nil
  ) {
    self.path = path
    self.sha256 = sha256
    self.reference = reference
    self.annotation = annotation
  }
}
