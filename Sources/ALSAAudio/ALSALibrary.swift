// SPDX-License-Identifier: MIT

import CALSA

/// The library through which this module uses sound cards.
public enum ALSALibrary {
  /// The version that the library reports: "1.2.8".
  public static var version: String {
    snd_asoundlib_version().map { String(cString: $0) } ?? "unknown"
  }
}
