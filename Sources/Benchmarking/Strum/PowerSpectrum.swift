// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The power spectrum of windowed samples, with zeros behind them.
struct PowerSpectrum: ~Copyable {
  private let transform: RealFFT
  private var buffer: AlignedBuffer
  private var bins: AlignedBuffer

  /// Prepares for a transform of `count` samples, zeros included.
  ///
  /// - Throws: the reason why the transform can't be planned.
  init(count: Int) throws(SignalProcessingError) {
    transform = try RealFFT(count: count)
    buffer = AlignedBuffer(count: count)
    bins = AlignedBuffer(count: transform.spectrumCount)
  }

  /// Returns |X[k]|² from bin 0 on, with 1e-24 added so that its logarithm is finite.
  ///
  /// - Parameters:
  ///   - samples: at most as many as the transform has.
  ///   - count: the number of bins.
  ///   - window: returns the weight at an angle that grows from 0 to 2π over the samples.
  /// - Returns: the powers.
  mutating func powers(
    of samples: ArraySlice<Float>, count: Int, window: (Double) -> Double
  ) -> [Double] {
    let scale = 2 * Double.pi / Double(samples.count)
    let windowed = samples.enumerated().map { index, sample in
      sample * Float(window(scale * (Double(index) + 0.5)))
    }
    buffer.clear()
    buffer.copy(windowed.span)
    transform.forward(buffer, into: &bins)
    let floats = bins.span
    return (0..<min(count, floats.count / 2)).map { index in
      let (re, im) = (Double(floats[2 * index]), Double(floats[2 * index + 1]))
      return re * re + im * im + 1e-24
    }
  }
}
