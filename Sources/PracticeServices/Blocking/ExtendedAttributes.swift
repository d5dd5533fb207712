// SPDX-License-Identifier: MIT

import Glibc

/// What a file system keeps beside a file: access lists, security labels.
enum ExtendedAttributes {
  /// Copies all of them that may be copied.
  static func copy(from source: Int32, to target: Int32) {
    let size = flistxattr(source, nil, 0)
    guard size > 0 else { return }
    var list = [CChar](repeating: 0, count: size)
    let count = flistxattr(source, &list, list.count)
    guard count > 0 else { return }
    for name in list[..<count].split(separator: 0) {
      let name = Array(name) + [0]
      let length = fgetxattr(source, name, nil, 0)
      guard length >= 0 else { continue }
      var value = [UInt8](repeating: 0, count: length)
      guard fgetxattr(source, name, &value, length) == length else { continue }
      _ = fsetxattr(target, name, value, length, 0)
    }
  }
}
