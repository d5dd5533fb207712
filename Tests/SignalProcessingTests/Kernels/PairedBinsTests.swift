// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Paired bins")
struct PairedBinsTests {
  /// cos(2πk/n), then sin(2πk/n), for k up to a quarter of n.
  private func turns(_ count: Int) -> [Float] {
    let angles = (0...(count / 4)).map { 2 * Double.pi * Double($0) / Double(count) }
    return angles.map { Float(cos($0)) } + angles.map { Float(sin($0)) }
  }

  private func write(_ count: Int, by body: (inout MutableSpan<Float>) -> Void) -> [Float] {
    var output = [Float](repeating: -7, count: count)
    do {
      var span = output.mutableSpan
      body(&span)
    }
    return output
  }

  @Test("give the powers of their scalar twin, for every count", arguments: 2...41)
  func powersAgreeWithTwin(half: Int) {
    var numbers = SplitMix64(seed: UInt64(half) + 90)
    let (bins, turns) = (numbers.samples(2 * half), turns(2 * half))
    let fast = write(half + 3) {
      writePower(ofPaired: bins.span, turns: turns.span, scale: 0.37, into: &$0)
    }
    let slow = write(half + 3) {
      writePowerScalar(ofPaired: bins.span, turns: turns.span, scale: 0.37, into: &$0)
    }
    for index in fast.indices { #expect(abs(fast[index] - slow[index]) < 1e-6) }
    #expect(fast.suffix(2) == [-7, -7], "what lies behind is left")
  }

  @Test("give the real parts of their scalar twin, for every count of both", arguments: 2...41)
  func partsAgreeWithTwin(half: Int) {
    var numbers = SplitMix64(seed: UInt64(half) + 190)
    let (bins, turns) = (numbers.samples(2 * half), turns(2 * half))
    for count in 0...(half + 1) {
      let fast = write(half + 3) {
        writeRealParts(ofPaired: bins.span, turns: turns.span, count: count, into: &$0)
      }
      let slow = write(half + 3) {
        writeRealPartsScalar(ofPaired: bins.span, turns: turns.span, count: count, into: &$0)
      }
      for index in 0..<count { #expect(abs(fast[index] - slow[index]) < 1e-6) }
      #expect(fast.suffix(2) == [-7, -7], "what lies behind is left")
    }
  }

  // 1, 2, 3, 4 taken as 1 + 2i and 3 + 4i have Z = 4 + 6i, −2 − 2i; their own X is 10, −2 + 2i, −2.
  @Test("of 1, 2, 3, 4 are 100, 8 and 4, with the real parts 10, −2 and −2")
  func closedForm() {
    let bins: [Float] = [4, 6, -2, -2]
    let turns = turns(4)
    let powers = write(3) {
      writePower(ofPaired: bins.span, turns: turns.span, scale: 1, into: &$0)
    }
    let parts = write(3) {
      writeRealParts(ofPaired: bins.span, turns: turns.span, count: 3, into: &$0)
    }
    for (found, expected) in zip(powers, [100, 8, 4] as [Float]) {
      #expect(abs(found - expected) < 1e-4)
    }
    for (found, expected) in zip(parts, [10, -2, -2] as [Float]) {
      #expect(abs(found - expected) < 1e-5)
    }
  }

  @Test("are followed by their mirror images, for every count", arguments: 1...25)
  func mirrored(half: Int) {
    var numbers = SplitMix64(seed: UInt64(half) + 290)
    let values = numbers.samples(2 * half)
    var found = values
    do {
      var span = found.mutableSpan
      mirror(&span)
    }
    #expect(found[0...half] == values[0...half])
    for index in 1..<(2 * half) { #expect(found[index] == found[2 * half - index]) }
  }
}

/// The scalar twin of `writePower`.
func writePowerScalar(
  ofPaired bins: Span<Float>, turns: Span<Float>, scale: Float,
  into power: inout MutableSpan<Float>
) {
  let half = checkedHalf(bins, turns)
  precondition(power.count > half)
  writePowerRest(bins, turns, scale, &power, from: 1, half, turns.count / 2)
}

/// The scalar twin of `writeRealParts`.
func writeRealPartsScalar(
  ofPaired bins: Span<Float>, turns: Span<Float>, count: Int, into parts: inout MutableSpan<Float>
) {
  let half = checkedHalf(bins, turns)
  precondition(count >= 0 && count <= half + 1 && count <= parts.count)
  writeRealPartsRest(bins, turns, count, &parts, from: 1, half, turns.count / 2)
}
