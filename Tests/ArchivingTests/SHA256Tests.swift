// SPDX-License-Identifier: MIT

import Archiving
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  // The examples of FIPS 180-2, appendix B, and of NIST's "SHA256.pdf".
  @Test(
    "gives the hashes of the standard's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func examples(text: String, expected: String) {
    #expect(hexadecimal(SHA256.of(Array(text.utf8))) == expected)
  }

  @Test("is the same for pieces of any size", arguments: [1, 3, 55, 56, 63, 64, 65, 127, 128])
  func pieces(size: Int) {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var hash = SHA256()
    for start in stride(from: 0, to: bytes.count, by: size) {
      hash.add(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(hash.finish() == SHA256.of(bytes))
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
