// SPDX-License-Identifier: MIT

public import PracticeGate

/// The name of a host in a form that a hosts file can hold.
///
/// Source: RFC 952 and RFC 1123, section 2.1.
public struct HostName: Hashable, Sendable {
  /// The reason why a target is not a host.
  public enum Refusal: Error, Hashable, Sendable {
    /// The text is not a name of letters, digits, hyphens and dots.
    case notAName(String)
    /// The machine needs this name to reach itself.
    case needed(String)
  }

  /// The prefix of a target that is a host.
  public static let prefix = "domain:"
  private static let needed: Set<String> = [
    "localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback", "broadcasthost",
    "ip6-allnodes", "ip6-allrouters",
  ]

  /// The name, in lower case.
  public let text: String

  /// Makes a name.
  ///
  /// - Parameter text: the name; one with letters outside a to z must be in Punycode.
  /// - Throws: `Refusal`.
  public init(_ text: String) throws(Refusal) {
    // Only A to Z: other characters, such as the kelvin sign, also have one of these as lower case.
    let name = String(
      decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= 253, labels.count >= 2 || Self.needed.contains(name),
      labels.allSatisfy(Self.isLabel), labels.last?.contains(where: { $0.isLetter }) == true
    else { throw .notAName(text) }
    guard !Self.needed.contains(name) else { throw .needed(name) }
    self.text = name
  }

  /// Returns the hosts that a target stands for: the name, and the name with `www.` in front unless
  /// it already has it.
  ///
  /// - Parameter target: any target.
  /// - Returns: the names; empty for a target that is not a host.
  /// - Throws: `Refusal` for a target that is marked as a host and is not a valid name.
  public static func names(of target: TargetID) throws(Refusal) -> [HostName] {
    guard target.rawValue.hasPrefix(prefix) else { return [] }
    let name = try HostName(String(target.rawValue.dropFirst(prefix.count)))
    if name.text.hasPrefix("www.") { return [name] }
    guard name.text.utf8.count <= 249 else { return [name] }
    return [name, try HostName("www." + name.text)]
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}

extension HostName.Refusal: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .notAName(let text):
      "\"\(text)\" is not the name of a host. Write it like youtube.com; "
        + "other letters than a to z as xn--…"
    case .needed(let text):
      "\"\(text)\" is needed by this machine and can't be blocked. Choose another"
    }
  }
}
