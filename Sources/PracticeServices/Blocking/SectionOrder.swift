// SPDX-License-Identifier: MIT

import Glibc
public import PracticeGate
public import PracticeGoals

/// What a gate without the right to change the hosts file asks of a program that has it: lines of text.
///
/// There is nothing in it that the program could be led astray by: names of hosts, and two numbers
/// within bounds.
public struct SectionOrder: Hashable, Sendable {
  /// Why a text is no order.
  public enum Refusal: Error, Hashable, Sendable {
    /// A line is not as it should be.
    case line(Int)
    /// It is longer than any order.
    case tooLong
  }

  /// The longest order that is read, in bytes.
  public static let largestSize = 1 << 16

  private static let title = "headstock section 1"

  /// The targets to block, all of them hosts; none to take the section out.
  public let targets: [TargetID]
  /// Until when they are blocked; `nil` for until further notice.
  public let until: WallTime?
  /// How long the block holds by itself, in seconds.
  public let leaseSeconds: Int

  /// Makes an order.
  ///
  /// - Parameters:
  ///   - targets: the targets; those that are no hosts are left out.
  ///   - until: until when they are blocked.
  ///   - leaseSeconds: how long the block holds by itself.
  public init(_ targets: [TargetID], until: WallTime?, leaseSeconds: Int) {
    self.targets = targets.filter { $0.rawValue.hasPrefix(HostName.prefix) }
    self.until = until
    self.leaseSeconds = leaseSeconds
  }

  /// Reads an order.
  ///
  /// - Parameter bytes: the text.
  /// - Throws: `Refusal`.
  public init(reading bytes: [UInt8]) throws(Refusal) {
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
  public var text: String {
    let end = until.map { "\($0.milliseconds)" } ?? "-"
    return ([Self.title, "lease \(leaseSeconds)", "until \(end)"] + targets.map(\.rawValue))
      .map { $0 + "\n" }.joined()
  }
}

extension SectionOrder.Refusal: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .line(let number):
      "line \(number) of the order is none that this program takes. Let the gate write it: set it up "
        + "with --helper"
    case .tooLong:
      "the order is over \(SectionOrder.largestSize) bytes. Block fewer targets"
    }
  }
}
