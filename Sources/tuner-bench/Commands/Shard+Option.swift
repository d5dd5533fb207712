// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking

extension Shard {
  /// Reads the value of `--shard`.
  ///
  /// - Throws: `ValidationError` for other text than i/n.
  static func option(_ text: String) throws -> Shard {
    guard let shard = Shard(text) else {
      throw ValidationError("--shard takes i/n with i from 1 to n, such as 1/4.")
    }
    return shard
  }
}
