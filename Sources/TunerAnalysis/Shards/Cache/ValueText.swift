// SPDX-License-Identifier: MIT

/// The text of values with all their stored contents.
enum ValueText {
  /// Returns the types, the names and the values of everything that is stored in a value.
  ///
  /// - Parameter value: any value. Numbers, texts and cases without a payload are written by their
  ///   own descriptions.
  /// - Returns: the same text in every process. Sets and dictionaries are sorted, because their
  ///   order differs between processes.
  static func of(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    let type = "\(Swift.type(of: value))"
    if mirror.children.isEmpty { return "\(type)(\(value))" }
    var parts = mirror.children.map { "\($0.label ?? "")=\(of($0.value))" }
    if mirror.displayStyle == .dictionary || mirror.displayStyle == .set { parts.sort() }
    return "\(type){\(parts.joined(separator: ";"))}"
  }
}
