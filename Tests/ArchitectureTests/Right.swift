// SPDX-License-Identifier: MIT

/// A right to use something from outside the package, which only some targets have.
enum Right: Hashable {
  /// A module of the toolchain or of another package.
  case module(String)
  /// Reading a clock, or waiting for one.
  case clock
  /// Pointers and the functions that hand them out.
  case unsafeMemory
  /// Values whose type is known only at run time: `any P`, `Any`, `AnyObject`.
  case existentials
}

extension Right: CustomStringConvertible {
  var description: String {
    switch self {
    case .module(let name): name
    case .clock: "a clock"
    case .unsafeMemory: "unsafe memory"
    case .existentials: "existentials"
    }
  }
}
