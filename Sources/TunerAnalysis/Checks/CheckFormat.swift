// SPDX-License-Identifier: MIT

/// The format of a check.
package enum CheckFormat: String, CaseIterable, Sendable {
  case text, csv, ndjson
}
