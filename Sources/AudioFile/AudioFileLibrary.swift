// SPDX-License-Identifier: MIT

import CSndFile

/// The library that reads and writes files for this module.
public enum AudioFileLibrary {
  /// The name and version that the library reports: "libsndfile-1.2.2".
  public static var version: String { sf_version_string().map { String(cString: $0) } ?? "unknown" }
}
