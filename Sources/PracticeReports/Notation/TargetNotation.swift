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
  /// - Returns: the targets, in their order.
  /// - Throws: `PracticeUsageError` for a name that no blocker could block.
  package static func targets(
    _ names: [String], report: (String) -> Void
  ) throws -> [TargetID] {
    try names.map { name in
      let full = try address(name, report) ?? (name.contains(":") ? name : HostName.prefix + name)
      guard !name.isEmpty, isKind(full.prefix { $0 != ":" }),
        let target = TargetID(rawValue: full), !full.hasSuffix(":")
      else { throw PracticeUsageError(GateRefusal.targetRefused(name)) }
      do throws(HostName.Refusal) { _ = try HostName.names(of: target) } catch {
        throw PracticeUsageError("\(error)")
      }
      return target
    }
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
