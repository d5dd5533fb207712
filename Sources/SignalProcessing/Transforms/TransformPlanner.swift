// SPDX-License-Identifier: MIT

#if canImport(CFFTW3)
  internal import CFFTW3
  internal import CPlannerLock

  /// FFTW's planner, used by one thread at a time, with the wisdom of this library kept separate.
  ///
  /// FFTW has one store of wisdom for the process and also uses it for estimated plans: after any
  /// code has timed a size, that size would get another plan. So the store is saved before planning
  /// and restored afterwards. Estimated plans then depend on the size alone, and the plans of other
  /// users of FFTW do not change.
  ///
  /// One lock protects the planner and this state. A thread that forks holds it meanwhile, so a
  /// forked child can plan.
  enum TransformPlanner {
    /// The plans of the two directions; `nil` if FFTW has none.
    struct Plans {
      let forward: fftwf_plan?
      let inverse: fftwf_plan?
    }

    /// A kind and a size of transform.
    private struct Transform: Hashable {
      enum Kind { case forward, inverse, complex }
      let kind: Kind
      let count: Int
    }

    /// The estimated plans of this process, by their addresses.
    ///
    /// An estimated plan depends on the size alone, and all buffers have one alignment, so one plan
    /// serves every transform of a size, also on several threads (FFTW's manual, 4.6 and 5.4).
    /// Planning takes about as long as the analysis of a second of sound.
    nonisolated(unsafe) private static var estimated: [Transform: UInt] = [:]
    /// The largest number of estimated plans that are kept.
    private static let keptLimit = 64

    /// The wisdom timed in this process or imported, as FFTW's own text.
    nonisolated(unsafe) private static var wisdom = ""

    /// The wisdom timed in this process or imported; empty for none.
    static var gathered: String { withLock { wisdom } }

    private static func withLock<Value>(_ body: () -> Value) -> Value {
      headstock_planner_lock()
      defer { headstock_planner_unlock() }
      return body()
    }

    /// Imports the `gathered` wisdom of another process.
    ///
    /// - Returns: true if FFTW accepted it; otherwise nothing has changed.
    static func gather(_ text: String) -> Bool {
      withLock {
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
      let forward = kept(Transform(kind: .forward, count: count), planning) { flags in
        fftwf_plan_dft_r2c_1d(Int32(count), real, bins, flags | FFTW_PRESERVE_INPUT)
      }
      let inverse = kept(Transform(kind: .inverse, count: count), planning) { flags in
        fftwf_plan_dft_c2r_1d(Int32(count), bins, real, flags | FFTW_DESTROY_INPUT)
      }
      return Plans(forward: forward, inverse: inverse)
    }

    /// Plans a forward transform of `count` complex points.
    ///
    /// - Parameters:
    ///   - count: complex points.
    ///   - planning: the effort.
    ///   - input: room for as many; the planner may overwrite it.
    ///   - output: the same.
    /// - Returns: the plan, to be given back to `destroy`; `nil` if FFTW has none.
    static func planComplex(
      count: Int, _ planning: RealFFT.Planning, input: borrowing AlignedBuffer,
      output: borrowing AlignedBuffer
    ) -> fftwf_plan? {
      nonisolated(unsafe) let points = UnsafeMutableRawPointer(input.address)
        .assumingMemoryBound(to: fftwf_complex.self)
      nonisolated(unsafe) let bins = UnsafeMutableRawPointer(output.address)
        .assumingMemoryBound(to: fftwf_complex.self)
      return kept(Transform(kind: .complex, count: count), planning) { flags in
        fftwf_plan_dft_1d(Int32(count), points, bins, FFTW_FORWARD, flags | FFTW_PRESERVE_INPUT)
      }
    }

    /// Returns the kept plan of a transform, or makes a plan and keeps it if it is an estimated
    /// one.
    private static func kept(
      _ transform: Transform, _ planning: RealFFT.Planning, _ make: (UInt32) -> fftwf_plan?
    ) -> fftwf_plan? {
      guard planning == .estimate else { return planned(planning, make) }
      if let address = withLock({ estimated[transform] }) {
        return fftwf_plan(bitPattern: address)
      }
      guard let plan = planned(planning, make) else { return nil }
      let address = UInt(bitPattern: plan)
      withLock {
        // Another thread may have planned the same transform meanwhile. Its plan is kept; the owner
        // of this one frees it.
        if estimated.count < keptLimit, estimated[transform] == nil {
          estimated[transform] = address
        }
      }
      return plan
    }

    private static func isKept(_ plan: fftwf_plan) -> Bool {
      let address = UInt(bitPattern: plan)
      return withLock { estimated.values.contains(address) }
    }

    /// Makes plans, with the wisdom of this library for timed plans and without it for estimated
    /// ones.
    private static func planned<Made>(
      _ planning: RealFFT.Planning, _ make: (UInt32) -> Made
    ) -> Made {
      withLock {
        let others = setAside()
        defer { putBack(others) }
        let isMeasured = planning == .measure
        if isMeasured, !wisdom.isEmpty { _ = fftwf_import_wisdom_from_string(wisdom) }
        let made = make(isMeasured ? FFTW_MEASURE : FFTW_ESTIMATE)
        if isMeasured { wisdom = exported() }
        return made
      }
    }

    /// Frees plans, except those that are kept.
    static func destroy(_ plans: Plans) {
      if let forward = plans.forward { destroy(forward) }
      if let inverse = plans.inverse { destroy(inverse) }
    }

    /// Frees a plan, unless it is kept.
    static func destroy(_ plan: fftwf_plan) {
      if isKept(plan) { return }
      withLock { fftwf_destroy_plan(plan) }
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
