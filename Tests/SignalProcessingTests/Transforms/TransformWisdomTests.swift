// SPDX-License-Identifier: MIT

import SignalProcessing
import TestSignals
import Testing

@Suite("Wisdom of transforms", .serialized)
struct TransformWisdomTests {
  /// The bits of a spectrum of noise, and of the way back.
  private static func bits(count: Int, _ planning: RealFFT.Planning) throws -> [UInt32] {
    let transform = try RealFFT(count: count, planning: planning)
    var numbers = SplitMix64(seed: 1)
    var samples = AlignedBuffer(count: count)
    do {
      var floats = samples.mutableSpan
      for index in 0..<count { floats[index] = Float.random(in: -1...1, using: &numbers) }
    }
    var spectrum = AlignedBuffer(count: transform.spectrumCount)
    transform.forward(samples, into: &spectrum)
    var bits: [UInt32] = []
    do {
      let floats = spectrum.span
      for index in floats.indices { bits.append(floats[index].bitPattern) }
    }
    transform.inverse(destroying: &spectrum, into: &samples)
    let floats = samples.span
    for index in floats.indices { bits.append(floats[index].bitPattern) }
    return bits
  }

  /// The wisdom in sorted order: FFTW's own order depends on the order of its import.
  private static func known() -> [Substring] { RealFFT.wisdom.split(separator: "\n").sorted() }

  @Test("timed plans do not change later estimated plans")
  func estimatesStay() throws {
    let counts = [480, 960, 2048, 2160]
    let before = try counts.map { try Self.bits(count: $0, .estimate) }
    let measured = try counts.map { try Self.bits(count: $0, .measure) }
    #expect(try counts.map { try Self.bits(count: $0, .estimate) } == before)
    // If timing chose the estimated plans, the test would show nothing.
    #expect(measured != before)
  }

  @Test("a size is measured once in a process")
  func once() throws {
    let first = try Self.bits(count: 1440, .measure)
    let known = Self.known()
    #expect(!known.isEmpty)
    #expect(try Self.bits(count: 1440, .measure) == first)
    #expect(Self.known() == known)
  }

  @Test("a size in the wisdom of an earlier run is not measured again, and has the same plan")
  func nextRun() async throws {
    let first = try Self.bits(count: 1200, .measure)
    let wisdom = RealFFT.wisdom
    await #expect(processExitsWith: .success) {
      [first = first as [UInt32], wisdom = wisdom as String] in
      #expect(RealFFT.wisdom.isEmpty)
      try RealFFT.gather(wisdom: wisdom)
      let gathered = Self.known()
      #expect(try Self.bits(count: 1200, .measure) == first)
      // Timed plans are stored.
      #expect(Self.known() == gathered)
    }
  }

  @Test(
    "invalid wisdom is refused, and the present wisdom stays",
    arguments: ["", "no wisdom", "(fftw-0.0.0 fftwf_wisdom #x0 #x0 #x0 #x0\n)\n"])
  func refuses(text: String) throws {
    _ = try Self.bits(count: 96, .measure)
    let (wisdom, known) = (RealFFT.wisdom, Self.known())
    #expect(throws: SignalProcessingError.wisdomRefused) { try RealFFT.gather(wisdom: text) }
    #expect(throws: SignalProcessingError.wisdomRefused) {
      try RealFFT.gather(wisdom: String(wisdom.dropLast(wisdom.count / 2)))
    }
    #expect(Self.known() == known)
  }
}
