// SPDX-License-Identifier: MIT

/// The release of both programs.
public enum Release {
  /// The version by Semantic Versioning, which is written only here.
  public static let version = "0.1.0"
}
