// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import NoteTracking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Contour")
struct ContourTests {
  /// A contour whose cents above 220 Hz are a formula, read `rate` times a second.
  private func contour(
    seconds: Double, rate: Int = 100, _ cents: (Double) -> Double
  ) -> Contour {
    var contour = Contour(reference: Hertz(220))
    for index in 0..<Int(seconds * Double(rate)) {
      let time = Double(index) / Double(rate)
      contour.append(Hertz(220).raised(by: Cents(cents(time))), at: time)
    }
    return contour
  }

  @Test("measures a vibrato's rate and depth", arguments: [(4.0, 12.0), (5.5, 30.0), (7.0, 50.0)])
  func vibrato(rate: Double, depth: Double) throws {
    let contour = contour(seconds: 2) { depth * sin(2 * .pi * rate * $0) }
    let vibrato = try #require(contour.vibrato)
    // The rates that are tried lie an eighth of a hertz apart.
    #expect(abs(vibrato.rate.value - rate) < 0.07)
    #expect(abs(vibrato.depth.value / depth - 1) < 0.05)
  }

  @Test("finds no vibrato in a steady pitch, in a pluck's glide and in a bend")
  func noVibrato() {
    #expect(contour(seconds: 2) { _ in 0 }.vibrato == nil)
    #expect(contour(seconds: 2) { 20 * exp(-$0 / 0.08) }.vibrato == nil)
    #expect(contour(seconds: 2) { 100 * $0 }.vibrato == nil)
  }

  @Test("distinguishes a bend from a slide by its course and its width")
  func glide() throws {
    let bend = try #require(
      contour(seconds: 1.5) { 200 * min(1, max(0, $0 - 0.4) / 0.3) }.glide(beside: nil))
    #expect(bend.kind == .bend)
    #expect(abs(bend.interval.value - 200) < 1)
    let slide = try #require(
      contour(seconds: 1.5) { -300 * min(1, max(0, $0 - 0.4) / 0.2) }.glide(beside: nil))
    #expect(slide.kind == .slide)
    #expect(abs(slide.interval.value + 300) < 1)
    #expect(contour(seconds: 1.5) { 20 * exp(-$0 / 0.08) }.glide(beside: nil) == nil)
  }

  @Test("keeps a glide of an hour-long note in bounded memory")
  func endless() throws {
    let contour = contour(seconds: 3600, rate: 20) { $0 < 1800 ? 0 : 100 }
    // The points are then further apart than the averaging time; no false glide may result.
    #expect(contour.vibrato == nil)
  }
}
