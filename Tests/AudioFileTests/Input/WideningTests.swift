// SPDX-License-Identifier: MIT

import Testing

@testable import AudioFile

@Suite("Floats of 16-bit samples")
struct WideningTests {
  @Test("are the samples over 32768, for all samples and every count up to two vectors plus one")
  func values() {
    let all = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
    for samples in [all] + (0...17).map({ Array(all.suffix($0)) }) {
      var floats = [Float](repeating: .nan, count: samples.count + 1)
      samples.withUnsafeBytes { shorts in
        floats.withUnsafeMutableBufferPointer { floats in
          guard let shorts = shorts.baseAddress, let floats = floats.baseAddress else { return }
          widenShorts(samples.count, from: shorts, to: floats)
        }
      }
      // The quotient of an integer of 16 bits and a power of two is exact.
      #expect(floats.dropLast() == samples.map { Float($0) / 32768 }[...])
      #expect(floats.last?.isNaN == true)
    }
  }

  @Test("are made in the memory of the samples, where these end with it", arguments: 0...40)
  func inPlace(count: Int) {
    let samples = (0..<count).map { Int16(truncatingIfNeeded: 3000 * $0 - 20_000) }
    var floats = [Float](repeating: 0, count: count)
    floats.withUnsafeMutableBytes { bytes in
      let tail = UnsafeMutableRawBufferPointer(rebasing: bytes[(2 * count)...])
      samples.withUnsafeBytes { tail.copyMemory(from: $0) }
      guard let shorts = tail.baseAddress, let start = bytes.baseAddress else { return }
      widenShorts(count, from: shorts, to: start.assumingMemoryBound(to: Float.self))
    }
    #expect(floats == samples.map { Float($0) / 32768 })
  }
}
