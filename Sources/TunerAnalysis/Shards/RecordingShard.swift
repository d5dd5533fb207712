// SPDX-License-Identifier: MIT

import ChildProcesses
import Terminal

/// One of n parts of a list of recordings.
///
/// A recording belongs to a shard by the hash of its identity.
package struct RecordingShard: Hashable, Sendable {
  /// The largest number of shards.
  package static let countLimit = ShardNumber.countLimit

  /// The number of this shard, from 1.
  package let number: Int
  /// The number of shards.
  package let count: Int

  /// All recordings in one shard.
  package static let whole = RecordingShard(unchecked: 1, of: 1)

  private init(unchecked number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  /// Parses `i/n`; returns `nil` unless 1 ≤ i ≤ n ≤ 1 000 000.
  package init?(_ text: String) {
    guard let shard = ShardNumber(text) else { return nil }
    self.init(unchecked: shard.number, of: shard.count)
  }

  /// Returns the shard of a task of a Slurm job array.
  ///
  /// - Parameter environment: the variables of the process.
  /// - Returns: the shard; `nil` outside a job array.
  /// - Throws: `JobArrayError` for an array with gaps, whose tasks do not number the shards.
  package static func task(in environment: [String: String]) throws(JobArrayError)
    -> RecordingShard?
  {
    guard let text = environment["SLURM_ARRAY_TASK_ID"] else { return nil }
    let number = { (name: String) in environment["SLURM_ARRAY_TASK_" + name].flatMap { Int($0) } }
    let step = number("STEP") ?? 1
    guard let task = Int(text), let count = number("COUNT"), let first = number("MIN"),
      let last = number("MAX"), step > 0, (1...Self.countLimit).contains(count),
      last - first == (count - 1) * step, (first...last).contains(task), (task - first) % step == 0
    else { throw JobArrayError() }
    // A job with one task is usually a resubmitted task of an array.
    if count == 1, first > 1 { throw JobArrayError() }
    return RecordingShard(unchecked: (task - first) / step + 1, of: count)
  }

  /// Returns true if a recording belongs to this shard.
  ///
  /// The names of an archive often differ in their last bytes only, which FNV-1a barely mixes. The
  /// finaliser of SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195) mixes them.
  ///
  /// - Parameter digest: the hash of its identity.
  /// - Returns: true for one of the shards, false for all others.
  package func holds(_ digest: UInt128) -> Bool {
    var mixed = UInt64(truncatingIfNeeded: digest) ^ UInt64(truncatingIfNeeded: digest >> 64)
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return mixed % UInt64(count) == UInt64(number - 1)
  }

  /// The shard in file names: `0003-of-0016`.
  var name: String { "\(Self.padded(number))-of-\(Self.padded(count))" }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// The error for a job array whose tasks do not number the shards.
package struct JobArrayError: UsageError, Hashable {
  /// One sentence with the remedy.
  package var description: String {
    "The tasks of this job array have gaps, so they do not number the shards. "
      + "Add --shard i/n with the n of the whole run."
  }
}
