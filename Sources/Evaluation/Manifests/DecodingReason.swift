// SPDX-License-Identifier: MIT

/// What a decoder complains of, in words for a person.
public struct DecodingReason: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where in the document the decoder stopped, and why.
  public let description: String

  /// Puts an error in words; one that is no decoder's speaks for itself.
  public init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      description = "\(error)"
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      description = Self.place(of: context) + "\(key.stringValue) is missing"
    case .dataCorrupted(let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      description = Self.place(of: context) + context.debugDescription
    @unknown default: description = "\(error)"
    }
  }

  private static func place(of context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty ? "" : path.joined(separator: ".") + ": "
  }
}
