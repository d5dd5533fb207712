// SPDX-License-Identifier: MIT

import Glibc
package import PracticeGate
package import PracticeGoals

/// A request, as lines of text, from a gate without rights on the hosts file to a program that has
/// them.
///
/// The order can hold only names of hosts and two bounded numbers, so it cannot make the program do
/// anything else.
package struct SectionOrder: Hashable, Sendable {
  /// The reason why a text is not an order.
  package enum Refusal: Error, Hashable, Sendable {
    /// A line is malformed.
    case line(Int)
    /// The text is longer than `largestSize`.
    case tooLong
  }

  /// The longest order that is read, in bytes.
  package static let largestSize = 1 << 16

  private static let title = "headstock section 1"

  /// The targets to block, all of them hosts; empty to remove the section.
  package let targets: [TargetID]
  /// The end of the block; `nil` if it lasts until the next order.
  package let until: WallTime?
  /// The lease of the block, in seconds.
  package let leaseSeconds: Int

  /// Makes an order.
  ///
  /// - Parameters:
  ///   - targets: the targets; those that are not hosts are left out.
  ///   - until: the end of the block.
  ///   - leaseSeconds: the lease of the block, in seconds.
  package init(_ targets: [TargetID], until: WallTime?, leaseSeconds: Int) {
    self.targets = targets.filter { $0.rawValue.hasPrefix(HostName.prefix) }
    self.until = until
    self.leaseSeconds = leaseSeconds
  }

  /// Reads an order.
  ///
  /// - Throws: `Refusal`.
  package init(reading bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= Self.largestSize else { throw .tooLong }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.title[...] else { throw .line(1) }
    guard lines.count > 3, lines[1].hasPrefix("lease "), let lease = Int(lines[1].dropFirst(6)),
      GateSettings.leases.contains(lease)
    else { throw .line(2) }
    guard lines[2].hasPrefix("until ") else { throw .line(3) }
    let end = lines[2].dropFirst(6)
    guard end == "-" || Int64(end) != nil else { throw .line(3) }
    guard lines.last == "" else { throw .line(lines.count) }
    var targets: [TargetID] = []
    for (index, line) in lines.enumerated().dropFirst(3).dropLast() {
      guard let target = TargetID(rawValue: String(line)),
        let names = try? HostName.names(of: target), !names.isEmpty
      else { throw .line(index + 1) }
      targets.append(target)
    }
    self.targets = targets
    until = Int64(end).map { WallTime(milliseconds: $0) }
    leaseSeconds = lease
  }

  /// The order as text.
  package var text: String {
    let end = until.map { "\($0.milliseconds)" } ?? "-"
    return ([Self.title, "lease \(leaseSeconds)", "until \(end)"] + targets.map(\.rawValue))
      .map { $0 + "\n" }.joined()
  }
}

extension SectionOrder.Refusal: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  package var description: String {
    switch self {
    case .line(let number):
      "line \(number) of the order is none that this program takes. Let the gate write it: set it up "
        + "with --helper"
    case .tooLong:
      "the order is over \(SectionOrder.largestSize) bytes. Block fewer targets"
    }
  }
}
