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
  /// Returns a contour whose cents above 220 Hz are a formula, read `rate` times a second.
  ///
  /// - Parameters:
  ///   - seconds: the length of the contour.
  ///   - rate: the readings a second.
  ///   - beat: what the first partial alone adds to it, in cents.
  ///   - cents: the cents at a time in seconds.
  /// - Returns: the contour.
  private func contour(
    seconds: Double, rate: Int = 100, beat: (Double) -> Double = { _ in 0 },
    _ cents: (Double) -> Double
  ) -> Contour {
    var contour = Contour(reference: Hertz(220))
    for index in 0..<Int(seconds * Double(rate)) {
      let time = Double(index) / Double(rate)
      contour.append(
        Hertz(220).raised(by: Cents(cents(time) + beat(time))),
        fromAllPartials: Hertz(220).raised(by: Cents(cents(time))), at: time)
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

  @Test("finds no vibrato in the beat of the first partial alone")
  func beat() {
    let swing = { (time: Double) in 15 * sin(2 * .pi * 5 * time) }
    #expect(contour(seconds: 2, beat: swing) { _ in 0 }.vibrato == nil)
    #expect(contour(seconds: 2, swing).vibrato != nil)
  }

  @Test("finds no vibrato in a swing of half a second")
  func short() {
    let contour = contour(seconds: 2.5) { time in
      (0.4..<0.9).contains(time) ? 15 * sin(2 * .pi * 5 * (time - 0.4)) : 0
    }
    #expect(contour.vibrato == nil)
  }

  @Test("takes the depth of a vibrato from the first partial")
  func depth() throws {
    let swing = { (time: Double) in 20 * sin(2 * .pi * 5 * time) }
    let contour = contour(seconds: 2, beat: { -0.25 * swing($0) }, swing)
    #expect(try abs(#require(contour.vibrato).depth.value - 15) < 0.5)
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
    // A string that is bent by more than two tones breaks or leaves the fret.
    let wide = try #require(
      contour(seconds: 1.5) { 500 * min(1, max(0, $0 - 0.4) / 0.5) }.glide(beside: nil))
    #expect(wide.kind == .slide)
    #expect(contour(seconds: 1.5) { 20 * exp(-$0 / 0.08) }.glide(beside: nil) == nil)
  }

  @Test("keeps a glide of an hour-long note in bounded memory")
  func endless() throws {
    let contour = contour(seconds: 3600, rate: 20) { $0 < 1800 ? 0 : 100 }
    // The points are then further apart than the averaging time; no false glide may result.
    #expect(contour.vibrato == nil)
  }
}
