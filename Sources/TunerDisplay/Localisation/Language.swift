// SPDX-License-Identifier: MIT

internal import Foundation
internal import Terminal

/// A language that displays, summaries and the gate speak; help and machine output stay English.
public enum Language: String, CaseIterable, Hashable, Sendable {
  case english = "en"
  case spanish = "es"
  case german = "de"

  /// Returns the language that the environment asks for, English when it is none of ours.
  ///
  /// - Parameter environment: the process's variables; of `LC_ALL`, `LC_MESSAGES` and `LANG`, the
  ///   first that is set decides, as locale(7) has it.
  /// - Returns: the language.
  public static func preferred(in environment: [String: String]) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return locale.flatMap { Language(rawValue: String($0.prefix(2)).lowercased()) } ?? .english
  }

  /// The language that this process's environment asks for.
  public static let ofEnvironment = preferred(in: ProcessInfo.processInfo.environment)

  /// Returns a decimal as the language writes it.
  ///
  /// - Parameters:
  ///   - value: the number.
  ///   - places: digits behind the separator.
  /// - Returns: digits with one separator.
  public func number(_ value: Double, places: Int) -> String {
    let text = fixedPoint(value, places: places)
    return switch self {
    case .english: text
    case .spanish, .german: String(text.map { $0 == "." ? "," : $0 })
    }
  }
}
