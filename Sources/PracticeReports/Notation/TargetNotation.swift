// SPDX-License-Identifier: MIT

package import PracticeGate
import PracticeServices
import Terminal
import TunerDisplay

/// The notation of targets on the command line: `youtube.com`, or `KIND:NAME`.
///
/// An address such as `https://youtube.com/feed` stands for its host.
package enum TargetNotation {
  /// Reads targets.
  ///
  /// - Parameters:
  ///   - names: the targets as they were typed.
  ///   - report: receives a notice, safe for a terminal, that the whole host of an address will be
  ///     blocked.
  /// - Returns: the targets, in their order. The names of hosts are in lower case.
  /// - Throws: `PracticeUsageError` for a name that no blocker could block.
  package static func targets(
    _ names: [String], report: (String) -> Void
  ) throws -> [TargetID] {
    try names.map { name in
      let full = try address(name, report) ?? (name.contains(":") ? name : HostName.prefix + name)
      guard !name.isEmpty, isKind(full.prefix { $0 != ":" }),
        let target = TargetID(rawValue: full), !full.hasSuffix(":")
      else { throw PracticeUsageError(GateRefusal.targetRefused(name)) }
      do throws(HostName.Refusal) {
        return try canonical(target)
      } catch {
        throw PracticeUsageError("\(error)")
      }
    }
  }

  /// Returns the stored targets that given targets stand for.
  ///
  /// A document can hold the same host in upper and lower case.
  ///
  /// - Parameters:
  ///   - targets: targets in the form that `targets(_:report:)` returns.
  ///   - stored: the targets of a document.
  /// - Returns: for each target all stored forms of it; the target itself if none is stored.
  package static func stored(_ targets: [TargetID], in stored: [TargetID]) -> [TargetID] {
    targets.flatMap { target in
      let forms = stored.filter { ((try? canonical($0)) ?? $0) == target }
      return forms.isEmpty ? [target] : forms
    }
  }

  /// Returns a target in which the name of a host is in lower case.
  private static func canonical(_ target: TargetID) throws(HostName.Refusal) -> TargetID {
    guard let host = try HostName.names(of: target).first else { return target }
    return TargetID(rawValue: HostName.prefix + host.text) ?? target
  }

  /// Refuses targets that are not hosts if no command is set to block them.
  ///
  /// - Parameters:
  ///   - targets: the targets.
  ///   - command: the words of the command; empty for none.
  /// - Throws: `PracticeUsageError`.
  package static func check(_ targets: [TargetID], onBlock command: [String]) throws {
    let others = targets.filter { !$0.rawValue.hasPrefix(HostName.prefix) }
    if !others.isEmpty, command.isEmpty {
      throw PracticeUsageError(GateRefusal.commandMissing(GateText.list(others)))
    }
  }

  /// Returns a target in its short form.
  package static func name(_ target: TargetID) -> String {
    target.rawValue.hasPrefix(HostName.prefix)
      ? String(target.rawValue.dropFirst(HostName.prefix.count)) : target.rawValue
  }

  /// Returns the target of an address on the web; `nil` if the text is no address.
  private static func address(_ name: String, _ report: (String) -> Void) throws -> String? {
    var rest = name[...]
    if rest.hasPrefix(HostName.prefix) { rest = rest.dropFirst(HostName.prefix.count) }
    if let scheme = rest.firstRange(of: "://") {
      guard ["http", "https"].contains(rest[..<scheme.lowerBound].lowercased()) else {
        throw PracticeUsageError(GateRefusal.targetRefused(name))
      }
      rest = rest[scheme.upperBound...]
    } else {
      // A kind has no dot, and the name of a host has neither a slash nor a port.
      let first = rest.prefix { !":/?#".contains($0) }
      guard first.contains("."), first.endIndex < rest.endIndex || first.hasSuffix(".") else {
        return nil
      }
    }
    rest = rest.prefix { !"/?#".contains($0) }
    if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
    if let port = rest.lastIndex(of: ":") { rest = rest[..<port] }
    if rest.hasSuffix(".") { rest = rest.dropLast() }
    // A site and its www name are blocked together.
    if rest.lowercased().hasPrefix("www.") { rest = rest.dropFirst(4) }
    let host = (try? HostName(String(rest)))?.text ?? String(rest)
    let phrase = GatePhrase.wholeHost(
      address: printable(name), host: printable(host))
    report(phrase.text)
    return HostName.prefix + host
  }

  private static func isKind(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}
