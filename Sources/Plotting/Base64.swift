// SPDX-License-Identifier: MIT

/// Returns bytes as text in base 64 (RFC 4648 §4), as data URIs hold them.
///
/// - Parameter bytes: any number of bytes.
/// - Returns: four characters for each three bytes, the last group filled up with `=`.
/// - Complexity: O(count).
public func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { output in
    var (index, end) = (0, 0)
    while index < bytes.count {
      let rest = bytes.count - index
      let group =
        Int(bytes[index]) << 16 | (rest > 1 ? Int(bytes[index + 1]) << 8 : 0)
        | (rest > 2 ? Int(bytes[index + 2]) : 0)
      output[end] = alphabet[group >> 18]
      output[end + 1] = alphabet[group >> 12 & 63]
      output[end + 2] = rest > 1 ? alphabet[group >> 6 & 63] : 0x3D
      output[end + 3] = rest > 2 ? alphabet[group & 63] : 0x3D
      index += 3
      end += 4
    }
    return end
  }
}
