// SPDX-License-Identifier: MIT

import Benchmarking

extension Provenance {
  /// The build, the compiler and its flags in one line.
  var buildText: String { "\(build), \(compiler), " + flags.joined(separator: " ") }
}
