// SPDX-License-Identifier: MIT

/// The platform-independent name of a target.
///
/// Examples are `domain:youtube.com`, `app:org.mozilla.firefox` and `group:social`.
///
/// An adapter maps the name to its platform.
public struct TargetID: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an identifier; `nil` for an empty name and for one with blanks or control characters,
  /// which a blocker could not write safely.
  ///
  /// - Parameter rawValue: the name.
  public init?(rawValue: String) {
    let isPrintable = rawValue.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
        && $0.properties.generalCategory != .format
    }
    guard !rawValue.isEmpty, isPrintable else { return nil }
    self.rawValue = rawValue
  }
}

extension TargetID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

extension TargetID: Codable {}
