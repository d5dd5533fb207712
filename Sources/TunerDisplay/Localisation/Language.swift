// SPDX-License-Identifier: MIT

internal import Foundation
internal import Terminal

/// A language of displays, summaries and the gate; help and machine output are always English.
package enum Language: String, CaseIterable, Hashable, Sendable {
  case english = "en"
  case spanish = "es"
  case german = "de"

  /// Returns the language of the environment, or English for an unsupported one.
  ///
  /// - Parameter environment: the process's variables; the first of `LC_ALL`, `LC_MESSAGES` and
  ///   `LANG` that is set decides, as locale(7) says.
  /// - Returns: the language.
  package static func preferred(in environment: [String: String]) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return locale.flatMap { Language(rawValue: String($0.prefix(2)).lowercased()) } ?? .english
  }

  /// The language of this process's environment.
  package static let ofEnvironment = preferred(in: ProcessInfo.processInfo.environment)

  /// True if the environment's locale has characters beyond ASCII.
  package static let environmentHasUnicode = TerminalCapabilities.hasUnicode(
    in: ProcessInfo.processInfo.environment)

  /// Returns a decimal in the language's notation.
  ///
  /// - Parameters:
  ///   - value: the number.
  ///   - places: digits after the separator.
  /// - Returns: digits with one separator.
  package func number(_ value: Double, places: Int) -> String {
    let text = fixedPoint(value, places: places)
    return switch self {
    case .english: text
    case .spanish, .german: String(text.map { $0 == "." ? "," : $0 })
    }
  }
}
