// SPDX-License-Identifier: MIT

#if canImport(CFFTW3)
  internal import CFFTW3

  /// FFTW's plan of a forward transform of complex points.
  struct FFTWComplexPlan: ~Copyable {
    private let plan: fftwf_plan

    /// Plans transforms of `count` complex points.
    ///
    /// - Parameters:
    ///   - count: complex points.
    ///   - planning: the effort.
    ///   - input: room for as many; the planner may overwrite it.
    ///   - output: the same.
    ///
    /// It is `nil` if FFTW has no plan.
    init?(
      count: Int, _ planning: RealFFT.Planning, input: borrowing AlignedBuffer,
      output: borrowing AlignedBuffer
    ) {
      guard
        let plan = TransformPlanner.planComplex(
          count: count, planning, input: input, output: output)
      else { return nil }
      self.plan = plan
    }

    deinit { TransformPlanner.destroy(plan) }

    /// Writes X[k] = Σ x[n]·e^(−2πikn/count), both interleaved.
    @inline(__always)
    func forward(_ points: UnsafeMutablePointer<Float>, into bins: UnsafeMutablePointer<Float>) {
      fftwf_execute_dft(plan, complex(points), complex(bins))
    }
  }

  /// FFTW's plans of both directions of a transform of real samples.
  struct FFTWRealPlan: ~Copyable {
    private let forwardPlan: fftwf_plan
    private let inversePlan: fftwf_plan

    /// Plans transforms of `count` samples, an even number.
    ///
    /// It is `nil` if FFTW has no plan.
    init?(count: Int, _ planning: RealFFT.Planning) {
      let samples = AlignedBuffer(count: count)
      let spectrum = AlignedBuffer(count: RealFFT.spectrumCount(of: count))
      let plans = TransformPlanner.plan(
        count: count, planning, samples: samples, spectrum: spectrum)
      guard let forward = plans.forward, let inverse = plans.inverse else {
        TransformPlanner.destroy(plans)
        return nil
      }
      forwardPlan = forward
      inversePlan = inverse
    }

    deinit {
      TransformPlanner.destroy(TransformPlanner.Plans(forward: forwardPlan, inverse: inversePlan))
    }

    /// Writes the bins 0...count/2, interleaved.
    @inline(__always)
    func forward(_ samples: UnsafeMutablePointer<Float>, into bins: UnsafeMutablePointer<Float>) {
      fftwf_execute_dft_r2c(forwardPlan, samples, complex(bins))
    }

    /// Writes `count` samples from those bins, and overwrites the bins.
    @inline(__always)
    func inverse(
      destroying bins: UnsafeMutablePointer<Float>, into samples: UnsafeMutablePointer<Float>
    ) {
      fftwf_execute_dft_c2r(inversePlan, complex(bins), samples)
    }
  }

  @inline(__always)
  private func complex(
    _ floats: UnsafeMutablePointer<Float>
  ) -> UnsafeMutablePointer<fftwf_complex> {
    UnsafeMutableRawPointer(floats).assumingMemoryBound(to: fftwf_complex.self)
  }
#endif
