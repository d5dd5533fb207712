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
    nonisolated(unsafe) var plans = Plans(forward: nil, inverse: nil)
    wisdom.withLock { wisdom in
      let others = setAside()
      defer { putBack(others) }
      let isMeasured = planning == .measure
      if isMeasured, !wisdom.isEmpty { _ = fftwf_import_wisdom_from_string(wisdom) }
      let flags = isMeasured ? FFTW_MEASURE : FFTW_ESTIMATE
      plans = Plans(
        forward: fftwf_plan_dft_r2c_1d(Int32(count), real, bins, flags | FFTW_PRESERVE_INPUT),
        inverse: fftwf_plan_dft_c2r_1d(Int32(count), bins, real, flags | FFTW_DESTROY_INPUT))
      if isMeasured { wisdom = exported() }
    }
    return plans
  }

  /// Gives plans back.
  static func destroy(_ plans: Plans) {
    nonisolated(unsafe) let plans = plans
    wisdom.withLock { _ in
      if let forward = plans.forward { fftwf_destroy_plan(forward) }
      if let inverse = plans.inverse { fftwf_destroy_plan(inverse) }
    }
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
