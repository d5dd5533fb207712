// SPDX-License-Identifier: MIT

/// An error in a tuning's file, with its line.
public struct TuningDocumentError: Error, Equatable, Sendable {
  /// The reason.
  public enum Reason: Equatable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// The text is not JSON.
    case notJSON(expected: String)
    /// An object has a key twice.
    case repeatedKey(String)
    /// A key is missing.
    case missing(String)
    /// A value has the wrong kind.
    case wrongKind(String, required: String)
    /// A key is not known.
    case unknownKey(String, known: [String])
    /// The schema is not this one.
    case schema(required: String, actual: String)
    /// The values form no valid tuning.
    case tuning(InstrumentTuningError)
  }

  /// The line, from 1.
  public let line: Int
  /// The reason.
  public let reason: Reason

  init(line: Int, _ reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension TuningDocumentError: CustomStringConvertible {
  /// The error as one sentence that begins with the line and ends with the remedy.
  public var description: String { "line \(line): \(explanation)" }

  /// The names of parts that are no keys.
  private static let parts: Set<String> = ["the document", "a string"]

  private var explanation: String {
    switch reason {
    case .notUTF8: "this is not UTF-8. Save the file as UTF-8."
    case .notJSON(let expected):
      "this is not JSON: \(expected) is due. Compare with: tuner tunings export standard"
    case .repeatedKey(let key): "\"\(key)\" is there twice. Take one out."
    case .missing(let key): "\"\(key)\" is missing. Add it."
    case .wrongKind(let key, let required):
      "\(Self.parts.contains(key) ? key : "\"\(key)\"") is not \(required). Mend it."
    case .unknownKey(let key, let known):
      "\"\(key)\" is not known. Known are \(known.joined(separator: ", "))."
    case .schema(let required, let actual):
      "the schema is \"\(actual)\". This version reads \"\(required)\"."
    case .tuning(let error): "\(error)"
    }
  }
}
