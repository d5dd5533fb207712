// SPDX-License-Identifier: MIT

/// The SHA-256 hash of bytes.
///
/// Source: FIPS 180-4, "Secure Hash Standard", doi:10.6028/NIST.FIPS.180-4, §5.3.3 and §6.2.
package struct SHA256: Sendable {
  /// The number of bytes of a hash.
  package static let byteCount = 32
  private static let blockCount = 64

  /// The fractions of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
    0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
    0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
    0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
    0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
    0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
    0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]

  /// The hash value; initially the fractions of the square roots of the first eight primes.
  private var state: InlineArray<8, UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C,
    0x1F83_D9AB, 0x5BE0_CD19,
  ]
  /// The bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// Begins with no bytes.
  package init() {}

  /// Returns the hash of some bytes.
  package static func of(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.add(bytes[...])
    return hash.finish()
  }

  /// Adds bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    count += UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let missing = Self.blockCount - rest.count
      rest += bytes.prefix(missing)
      bytes = bytes.dropFirst(missing)
      guard rest.count == Self.blockCount else { return }
      rest.withUnsafeBufferPointer { process($0[...]) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / Self.blockCount * Self.blockCount
    bytes.withUnsafeBufferPointer { process($0[..<whole]) }
    rest += bytes.dropFirst(whole)
  }

  /// Returns the hash of all bytes that were added.
  package consuming func finish() -> [UInt8] {
    let bits = 8 * count
    let padding = (2 * Self.blockCount - 9 - rest.count) % Self.blockCount
    let end = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    add(([0x80] + [UInt8](repeating: 0, count: padding) + end)[...])
    var bytes: [UInt8] = []
    for word in 0..<8 {
      for place in 0..<4 {
        bytes.append(UInt8(truncatingIfNeeded: state[word] >> (24 - 8 * UInt32(place))))
      }
    }
    return bytes
  }

  /// Processes whole blocks.
  private mutating func process(_ blocks: Slice<UnsafeBufferPointer<UInt8>>) {
    let constants = Self.constants
    var state = state
    var schedule = InlineArray<64, UInt32>(repeating: 0)
    let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: blocks))
    for start in stride(from: 0, to: bytes.count, by: Self.blockCount) {
      for index in 0..<16 {
        let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
        schedule[index] = UInt32(bigEndian: word)
      }
      for index in 16..<64 {
        let (early, late) = (schedule[index - 15], schedule[index - 2])
        schedule[index] =
          schedule[index - 16] &+ (turned(early, 7) ^ turned(early, 18) ^ early >> 3)
          &+ schedule[index - 7] &+ (turned(late, 17) ^ turned(late, 19) ^ late >> 10)
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for index in 0..<64 {
        let first =
          h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ (e & f ^ ~e & g)
          &+ constants[index] &+ schedule[index]
        let second =
          (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
        (h, g, f, e) = (g, f, e, d &+ first)
        (d, c, b, a) = (c, b, a, first &+ second)
      }
      let added: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
      for word in 0..<8 { state[word] &+= added[word] }
    }
    self.state = state
  }
}

/// Returns a word turned right by some bits.
@inline(__always)
private func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
  word &>> bits | word &<< (32 - bits)
}
