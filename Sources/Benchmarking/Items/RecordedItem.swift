// SPDX-License-Identifier: MIT

package import Evaluation

/// A recording with its measured reference.
package struct RecordedItem: Hashable, Sendable {
  /// The file that annotates the recording's pitch over time.
  package struct Annotation: Hashable, Sendable {
    /// The file; its suffix names its format.
    package var path: String
    /// The SHA-256 in the manifest, if any; an annotation with another checksum is refused.
    package var sha256: String?

    /// Names a file.
    package init(path: String, sha256: String? = nil) {
      self.path = path
      self.sha256 = sha256
    }
  }

  /// The audio file.
  package var path: String
  /// The SHA-256 in the manifest, if any; a recording with another checksum is refused.
  package var sha256: String?
  /// The measurements of the corpus manifest.
  package var reference: CorpusRecording
  /// The annotation of its pitch over time, if any.
  package var annotation: Annotation?

  /// Makes a recorded item.
  package init(
    path: String, sha256: String? = nil, reference: CorpusRecording,
    annotation: Annotation? = nil
  ) {
    self.path = path
    self.sha256 = sha256
    self.reference = reference
    self.annotation = annotation
  }
}
