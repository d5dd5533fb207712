// SPDX-License-Identifier: MIT

/// An error in a Scala file, with its line.
public struct ScalaError: Error, Equatable, Sendable {
  /// The reason.
  public enum Reason: Equatable, Sendable {
    /// The bytes are UTF-16 or no text.
    case notPlainText
    /// The scale ends before its description.
    case missingDescription
    /// The scale ends before its number of degrees.
    case missingCount
    /// The number of degrees is not a number from 0 up.
    case badCount(String)
    /// There are more degrees than the limit.
    case tooMany(required: Int, actual: Int)
    /// A degree is missing: its line is blank.
    case blankPitch(degree: Int)
    /// A line begins with neither cents nor a ratio above 0.
    case badPitch(String)
    /// The number of degrees differs from the number in the file.
    case wrongCount(promised: Int, actual: Int)
    /// The mapping ends before the named value.
    case missingValue(String)
    /// A value of the mapping is invalid.
    case badValue(String, text: String)
    /// A key has neither a degree nor `x`.
    case badDegree(String)
    /// There are more keys than the size of the mapping.
    case tooManyKeys(size: Int)
    /// The key with the given frequency is not mapped.
    case referenceUnmapped(key: Int)
  }

  /// The line, from 1; 0 for an empty file.
  public let line: Int
  /// The reason.
  public let reason: Reason

  init(line: Int, _ reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension ScalaError: CustomStringConvertible {
  /// The error as one sentence that begins with the line and ends with the remedy.
  public var description: String { "line \(line): \(explanation)" }

  private var explanation: String {
    switch reason {
    case .notPlainText: "this is not plain text. Save the file as UTF-8 or ASCII."
    case .missingDescription:
      "the file ends before the scale's description. Begin with a line about the scale."
    case .missingCount:
      "the file ends before the number of notes. Write it behind the description."
    case .badCount(let text):
      "\"\(text)\" is not a number of notes. Write how many pitch lines follow."
    case .tooMany(let required, let actual):
      "\(actual) notes are too many. Up to \(required) are read."
    case .blankPitch(let degree):
      "a blank line where note \(degree) is due. Take it out, or mend the number of notes."
    case .badPitch(let text):
      "\"\(text)\" is no pitch. Write cents with a period (701.955) or a ratio above 0 (3/2)."
    case .wrongCount(let promised, let actual):
      "\(promised) notes are promised and \(actual) follow. Mend this number, or the notes."
    case .missingValue(let name):
      "the file ends before the \(name). A mapping has seven values before its keys."
    case .badValue(let name, let text):
      "\"\(text)\" can't be the \(name). Write a number in its range."
    case .badDegree(let text):
      "\"\(text)\" is no degree. Write a whole number, or x for a key that is silent."
    case .tooManyKeys(let size):
      "there are more keys than the map's size of \(size). Mend the size, or the keys."
    case .referenceUnmapped(let key):
      "the frequency is given for key \(key), which is not mapped. Choose one that is."
    }
  }
}
