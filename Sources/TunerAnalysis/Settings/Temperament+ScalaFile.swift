// SPDX-License-Identifier: MIT

import Tuning

extension Temperament {
  /// Returns true if the text of the setting is the name of a Scala file of the player.
  static func isScalaFile(_ text: String) -> Bool { text.lowercased().hasSuffix(".scl") }
}
