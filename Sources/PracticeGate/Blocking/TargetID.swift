// SPDX-License-Identifier: MIT

/// The name of something that can be blocked, the same on every platform: `domain:youtube.com`,
/// `app:org.mozilla.firefox`, `group:social`.
///
/// An adapter maps it to what its platform understands.
public struct TargetID: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an identifier; `nil` for an empty name, and for one with blanks or control characters,
  /// which no adapter could write down safely.
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
