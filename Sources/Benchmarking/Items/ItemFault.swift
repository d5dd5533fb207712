// SPDX-License-Identifier: MIT

/// The reasons why an item is not scored.
enum ItemFault: Error {
  /// The item is invalid and counts as failed.
  case failed(reason: String)
  /// The item is valid and has no reference to score against.
  case unscored(reason: String)
}
