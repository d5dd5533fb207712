// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Measures the similarity of samples to those a lag before them.
enum Repetition {
  /// Returns the least whole number of periods that is no shorter than `length`, in samples.
  static func lag(of period: Double, atLeast length: Int) -> Double {
    max(1, wholeAbove(Double(length) / period)) * period
  }

  /// Returns the normalised correlation of `length` samples, which end `back` samples before the
  /// newest, with those `lag` before them, −1…1; `nil` if the stream does not reach back so far.
  static func similarity(
    _ frame: Span<Float>, _ available: Int, back: Int, length: Int, lag: Double
  ) -> Double? {
    products(frame, available, back: back, length: length, lag: lag).map(similarity)
  }

  /// Returns the normalised correlation from Σ x·y, Σ x² and Σ y².
  static func similarity(_ sums: SIMD4<Float>) -> Double {
    Double(sums.x / (sums.y * sums.z + 1e-30).squareRoot())
  }

  /// Returns Σ x·y, Σ x² and Σ y² of samples x and the samples y a lag before them.
  static func products(
    _ frame: Span<Float>, _ available: Int, back: Int, length: Int, lag: Double
  ) -> SIMD4<Float>? {
    let whole = Int(lag)
    let share = Float(lag - Double(whole))
    let end = frame.count - back
    guard length > 0, end - length - whole - 2 >= frame.count - available, end <= frame.count,
      end - length - whole - 2 >= 0
    else { return nil }
    let sums = laggedProducts(
      of: frame.extracting((end - length)..<end),
      with: frame.extracting((end - length - whole - 1)..<(end - whole)), share: share)
    return SIMD4(sums.product, sums.own, sums.other, 0)
  }
}
