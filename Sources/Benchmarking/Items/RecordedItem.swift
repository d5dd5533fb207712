// SPDX-License-Identifier: MIT

public import Evaluation

/// A recording with its measured reference.
public struct RecordedItem: Hashable, Sendable {
  /// The file that annotates the recording's pitch over time.
  public struct Annotation: Hashable, Sendable {
    /// The file; its suffix names its format.
    public var path: String
    /// The SHA-256 in the manifest, if any; an annotation with another checksum is refused.
    public var sha256: String?

    /// Names a file.
    public init(path: String, sha256: String? = nil) {
      self.path = path
      self.sha256 = sha256
    }
  }

  /// The audio file.
  public var path: String
  /// The SHA-256 in the manifest, if any; a recording with another checksum is refused.
  public var sha256: String?
  /// The measurements of the corpus manifest.
  public var reference: CorpusRecording
  /// The annotation of its pitch over time, if any.
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
