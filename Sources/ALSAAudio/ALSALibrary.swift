// SPDX-License-Identifier: MIT

import CALSA

/// The library that speaks to sound cards for this module.
public enum ALSALibrary {
  /// Its version, as it tells it: "1.2.8".
  public static var version: String {
    snd_asoundlib_version().map { String(cString: $0) } ?? "unknown"
  }
}
