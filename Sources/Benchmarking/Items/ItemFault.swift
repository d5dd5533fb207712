// SPDX-License-Identifier: MIT

/// Why an item is not scored.
enum ItemFault: Error {
  /// Something is wrong with it: counted as failed.
  case failed(reason: String)
  /// It is whole, and there is nothing to score it against.
  case unscored(reason: String)
}
