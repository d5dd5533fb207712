// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeServices

/// The notation of targets on the command line: a bare host name means `domain:NAME`.
enum TargetNotation {
  /// Reads names, and refuses those that no blocker can handle.
  static func targets(_ names: [String]) throws -> [TargetID] {
    try names.map { name in
      let full = name.contains(":") ? name : HostName.prefix + name
      guard !name.isEmpty, let target = TargetID(rawValue: full) else {
        throw PracticeUsageError(GateRefusal.targetRefused(name))
      }
      do throws(HostName.Refusal) { _ = try HostName.names(of: target) } catch {
        throw PracticeUsageError("\(error)")
      }
      return target
    }
  }

  /// Returns a target in its short form.
  static func name(_ target: TargetID) -> String {
    target.rawValue.hasPrefix(HostName.prefix)
      ? String(target.rawValue.dropFirst(HostName.prefix.count)) : target.rawValue
  }
}
