// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeServices

/// Targets as they are written on the command line: a bare host name means `domain:NAME`.
enum TargetNotation {
  /// Reads names, and refuses what no blocker could write down.
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

  /// A target as a person reads it.
  static func name(_ target: TargetID) -> String {
    target.rawValue.hasPrefix(HostName.prefix)
      ? String(target.rawValue.dropFirst(HostName.prefix.count)) : target.rawValue
  }
}
