// SPDX-License-Identifier: MIT

internal import Synchronization

/// Gives the value that holds it an address, so that looking at the value never copies it.
///
/// A large value that could lie in registers is copied to the stack where it is only looked at, whole,
/// and often more than once: of an engine these were thirteen kilobytes an update. An atomic has its place in
/// memory, and so has what contains one.
public struct Addressed: ~Copyable, Sendable {
  private let place = Atomic<Bool>(false)

  /// Makes what a value is addressed by.
  public init() {}
}
