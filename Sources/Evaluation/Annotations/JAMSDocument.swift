// SPDX-License-Identifier: MIT

/// The parts of a JAMS file that the bench reads, to be decoded with any JSON decoder.
///
/// Humphrey et al. 2014. Annotations of other namespaces keep their name and lose their content.
public struct JAMSDocument: Hashable, Decodable, Sendable {
  /// The metadata of the file.
  public struct Metadata: Hashable, Decodable, Sendable {
    /// The recording's title.
    public var title: String?
    /// The recording's length in seconds.
    public var duration: Double?
  }

  /// The annotations in the order of the file.
  public var annotations: [JAMSAnnotation]
  /// The metadata of the file.
  public var metadata: Metadata?

  private enum CodingKeys: String, CodingKey {
    case annotations
    case metadata = "file_metadata"
  }
}
