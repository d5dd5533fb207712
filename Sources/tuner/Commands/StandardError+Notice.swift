// SPDX-License-Identifier: MIT

import Terminal

extension StandardError {
  /// Writes a sentence after the name of the program.
  static func notice(_ sentence: String) { write("tuner: \(sentence)\n") }
}
