// SPDX-License-Identifier: MIT

/// The release of both programs.
package enum Release {
  /// The version by Semantic Versioning, which is written only here.
  package static let version = "0.1.0"
}
