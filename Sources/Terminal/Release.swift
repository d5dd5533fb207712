// SPDX-License-Identifier: MIT

/// The release that both programs are of.
public enum Release {
  /// The version, after Semantic Versioning: the one place where it is written.
  public static let version = "0.1.0"
}
