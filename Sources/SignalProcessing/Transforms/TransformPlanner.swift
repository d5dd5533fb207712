// SPDX-License-Identifier: MIT

#if canImport(CFFTW3)
  internal import CFFTW3
  internal import Synchronization

  /// FFTW's planner, used by one thread at a time, with the wisdom of this library kept separate.
  ///
  /// FFTW has one store of wisdom for the process and also uses it for estimated plans: a size that
  /// anyone has timed would get another plan from then on. So the store is saved before planning and
  /// restored afterwards. Estimated plans then depend on the size alone, and the plans of other users
  /// of FFTW do not change.
  enum TransformPlanner {
    /// The plans of the two directions; `nil` where FFTW has none.
    struct Plans {
      let forward: fftwf_plan?
      let inverse: fftwf_plan?
    }

    /// The wisdom timed in this process or imported, as FFTW's own text.
    private static let wisdom = Mutex("")

    /// The wisdom timed in this process or imported; empty for none.
    static var gathered: String { wisdom.withLock { $0 } }

    /// Imports the `gathered` wisdom of another process.
    ///
    /// - Returns: true where FFTW accepted it; otherwise nothing has changed.
    static func gather(_ text: String) -> Bool {
      wisdom.withLock { wisdom in
        let others = setAside()
        defer { putBack(others) }
        // A refused text may have been imported in part.
        guard fftwf_import_wisdom_from_string(text) == 1,
          wisdom.isEmpty || fftwf_import_wisdom_from_string(wisdom) == 1
        else { return false }
        wisdom = exported()
        return true
      }
    }

    /// Plans transforms of `count` samples.
    ///
    /// - Parameters:
    ///   - count: samples, even.
    ///   - planning: the effort.
    ///   - samples: room for as many; the planner may overwrite it.
    ///   - spectrum: room for their spectrum; the planner may overwrite it.
    /// - Returns: both plans, to be given back to `destroy`.
    static func plan(
      count: Int, _ planning: RealFFT.Planning, samples: borrowing AlignedBuffer,
      spectrum: borrowing AlignedBuffer
    ) -> Plans {
      // The planner may write anywhere in these buffers. Nothing else has their addresses.
      nonisolated(unsafe) let real = samples.address
      nonisolated(unsafe) let bins = UnsafeMutableRawPointer(spectrum.address)
        .assumingMemoryBound(to: fftwf_complex.self)
      return planned(planning, Plans(forward: nil, inverse: nil)) { flags in
        Plans(
          forward: fftwf_plan_dft_r2c_1d(Int32(count), real, bins, flags | FFTW_PRESERVE_INPUT),
          inverse: fftwf_plan_dft_c2r_1d(Int32(count), bins, real, flags | FFTW_DESTROY_INPUT))
      }
    }

    /// Plans a forward transform of `count` complex points.
    ///
    /// - Parameters:
    ///   - count: complex points.
    ///   - planning: the effort.
    ///   - input: room for as many; the planner may overwrite it.
    ///   - output: the same.
    /// - Returns: the plan, to be given back to `destroy`; `nil` where FFTW has none.
    static func planComplex(
      count: Int, _ planning: RealFFT.Planning, input: borrowing AlignedBuffer,
      output: borrowing AlignedBuffer
    ) -> fftwf_plan? {
      nonisolated(unsafe) let points = UnsafeMutableRawPointer(input.address)
        .assumingMemoryBound(to: fftwf_complex.self)
      nonisolated(unsafe) let bins = UnsafeMutableRawPointer(output.address)
        .assumingMemoryBound(to: fftwf_complex.self)
      return planned(planning, nil) { flags in
        fftwf_plan_dft_1d(Int32(count), points, bins, FFTW_FORWARD, flags | FFTW_PRESERVE_INPUT)
      }
    }

    /// Makes plans, with the wisdom of this library for timed plans and without it for estimated
    /// ones.
    private static func planned<Made>(
      _ planning: RealFFT.Planning, _ none: Made, _ make: (UInt32) -> Made
    ) -> Made {
      nonisolated(unsafe) var made = none
      wisdom.withLock { wisdom in
        let others = setAside()
        defer { putBack(others) }
        let isMeasured = planning == .measure
        if isMeasured, !wisdom.isEmpty { _ = fftwf_import_wisdom_from_string(wisdom) }
        made = make(isMeasured ? FFTW_MEASURE : FFTW_ESTIMATE)
        if isMeasured { wisdom = exported() }
      }
      return made
    }

    /// Frees plans.
    static func destroy(_ plans: Plans) {
      nonisolated(unsafe) let plans = plans
      wisdom.withLock { _ in
        if let forward = plans.forward { fftwf_destroy_plan(forward) }
        if let inverse = plans.inverse { fftwf_destroy_plan(inverse) }
      }
    }

    /// Frees a plan.
    static func destroy(_ plan: fftwf_plan) {
      nonisolated(unsafe) let plan = plan
      wisdom.withLock { _ in fftwf_destroy_plan(plan) }
    }

    private static func setAside() -> String {
      let others = exported()
      fftwf_forget_wisdom()
      return others
    }

    private static func putBack(_ others: String) {
      fftwf_forget_wisdom()
      if !others.isEmpty { _ = fftwf_import_wisdom_from_string(others) }
    }

    private static func exported() -> String {
      guard let text = fftwf_export_wisdom_to_string() else { return "" }
      defer { free(text) }
      return String(cString: text)
    }
  }
#endif
