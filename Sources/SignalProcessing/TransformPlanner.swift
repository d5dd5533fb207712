// SPDX-License-Identifier: MIT

internal import CFFTW3
internal import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// FFTW's planner, used by one thread at a time, with the wisdom of this library kept apart.
///
/// FFTW has one store of wisdom for the whole process, and looks into it for estimated plans as well: a
/// size that anybody had timed would be planned otherwise from then on. So what is in there is put aside
/// while we plan, and put back: estimated plans hang on the size alone, and the plans of whoever else uses
/// FFTW are what they were.
enum TransformPlanner {
  /// Plans of the two directions; `nil` where FFTW has none.
  struct Plans {
    let forward: fftwf_plan?
    let inverse: fftwf_plan?
  }

  /// What was timed in this process or imported, in FFTW's own words.
  private static let wisdom = Mutex("")

  /// What was timed in this process or imported; empty where that is nothing.
  static var gathered: String { wisdom.withLock { $0 } }

  /// Takes in what `gathered` was in another process.
  ///
  /// - Returns: whether FFTW understood it; if not, all is as it was.
  static func gather(_ text: String) -> Bool {
    wisdom.withLock { wisdom in
      let others = setAside()
      defer { putBack(others) }
      // What was not understood may have been taken in half.
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
  ///   - planning: how long to look.
  ///   - samples: room for as many, which may be overwritten.
  ///   - spectrum: room for their spectrum, which may be overwritten.
  /// - Returns: both plans, to be given back to `destroy`.
  static func plan(
    count: Int, _ planning: RealFFT.Planning, samples: borrowing AlignedBuffer,
    spectrum: borrowing AlignedBuffer
  ) -> Plans {
    // The planner may write anywhere in these buffers; nobody else holds their addresses.
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
  ///   - planning: how long to look.
  ///   - input: room for as many, which may be overwritten.
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

  /// Makes plans, with the wisdom of this library for what is measured and with none for what is not.
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

  /// Gives plans back.
  static func destroy(_ plans: Plans) {
    nonisolated(unsafe) let plans = plans
    wisdom.withLock { _ in
      if let forward = plans.forward { fftwf_destroy_plan(forward) }
      if let inverse = plans.inverse { fftwf_destroy_plan(inverse) }
    }
  }

  /// Gives a plan back.
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
