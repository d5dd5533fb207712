// SPDX-License-Identifier: MIT

/// The output of a live session.
package enum LiveFormat: String, CaseIterable, Sendable {
  case display, text, ndjson
}
