// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// A Hann window of one length with its transform.
struct StrumWindow: ~Copyable {
  let count: Int
  private let transform: RealFFT
  private var window: AlignedBuffer
  private var samples: AlignedBuffer
  private var bins: AlignedBuffer

  /// Plans the transform of `count` samples.
  init(count: Int, planning: RealFFT.Planning) throws(SignalProcessingError) {
    self.count = count
    transform = try RealFFT(count: count, planning: planning)
    window = AlignedBuffer(count: count)
    samples = AlignedBuffer(count: count)
    bins = AlignedBuffer(count: transform.spectrumCount)
    var output = window.mutableSpan
    writeRaisedCosine(
      count: count, period: Double(count), offset: Double(count + 1) / 2, into: &output)
  }

  /// Writes the spectrum of the newest samples of `frame`, with phases relative to the middle of
  /// the window.
  ///
  /// X[k] = (2/L)·e^(πik(L − 1)/L)·Σ w[j]·x[j]·e^(−2πijk/L). A sine of amplitude 1 has the
  /// magnitude ½ on its bin.
  ///
  /// - Parameters:
  ///   - frame: `count` samples or more.
  ///   - spectrum: receives the bins from 0 on.
  ///   - binCount: at most half of `count`.
  mutating func transform(
    _ frame: Span<Float>, into spectrum: inout FixedArray<ComplexValue>, binCount: Int
  ) {
    Self.write(frame.extracting(last: count), by: window, into: &samples)
    transform.forward(samples, into: &bins)
    let floats = bins.span
    let step = sineAndCosine(of: -Double.pi / Double(count))
    let rotation = ComplexValue(step.cosine, step.sine)
    let scale = 2 / Double(count)
    var phasor = ComplexValue(1)
    for bin in 0..<binCount {
      if bin % Self.restart == 0 {
        let turn = sineAndCosine(of: -Double.pi * Double(bin) / Double(count))
        phasor = ComplexValue(turn.cosine, turn.sine)
      }
      let value = ComplexValue(Double(floats[2 * bin]), Double(floats[2 * bin + 1]))
      spectrum[bin] = value * phasor * (bin & 1 == 0 ? scale : -scale)
      phasor = phasor * rotation
    }
  }

  /// The number of bins after which the phase is recomputed, to bound the rounding error.
  private static let restart = 64

  private static func write(
    _ newest: Span<Float>, by window: borrowing AlignedBuffer, into samples: inout AlignedBuffer
  ) {
    let weights = window.span
    var output = samples.mutableSpan
    for index in newest.indices { output[index] = newest[index] * weights[index] }
  }
}
