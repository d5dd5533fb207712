// SPDX-License-Identifier: MIT

import NIOHTTP1

/// The header fields of responses.
enum ResponseFields {
  /// The policy of every response: the page's own origin only, its WebSocket included.
  ///
  /// The module needs `'wasm-unsafe-eval'`.
  static let policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    + "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// Returns the fields of a response.
  ///
  /// - Parameters:
  ///   - type: the media type of the contents.
  ///   - count: the bytes of the contents.
  ///   - keepsConnection: true if another request may follow.
  /// - Returns: the fields.
  static func fields(type: String, count: Int, keepsConnection: Bool) -> HTTPHeaders {
    [
      "Content-Type": type, "Content-Length": "\(count)", "Cache-Control": "no-store",
      "Content-Security-Policy": policy, "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
      "Connection": keepsConnection ? "keep-alive" : "close",
    ]
  }
}
