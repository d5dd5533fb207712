// SPDX-License-Identifier: MIT

import Foundation

/// The bytes of a tar archive, made by hand so that it can contain members that tar refuses.
struct Tar {
  private(set) var data = Data()

  /// Adds a file, or a symbolic link where a `target` is given, or any other `type` of member
  /// (POSIX.1-1988 ustar).
  mutating func add(
    _ name: String, _ body: Data = Data(), linkTo target: String? = nil, type: String? = nil
  ) {
    var header = Data(count: 512)
    func put(_ text: String, at place: Int) {
      header.replaceSubrange(place..<(place + text.utf8.count), with: Data(text.utf8))
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    let octal = String(body.count, radix: 8)
    put(String(repeating: "0", count: 11 - octal.count) + octal, at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put(type ?? (target == nil ? "0" : "2"), at: 156)
    put(target ?? "", at: 157)
    put("ustar", at: 257)
    put("00", at: 263)
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum, at: 148)
    header[154] = 0
    data.append(header)
    data.append(body)
    data.append(Data(count: (512 - body.count % 512) % 512))
  }

  /// The whole archive.
  var archive: Data { data + Data(count: 1024) }
}
