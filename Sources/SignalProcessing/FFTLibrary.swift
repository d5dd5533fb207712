// SPDX-License-Identifier: MIT

import CFFTW3

/// The library that computes the transforms of this module.
public enum FFTLibrary {
  /// The name and version that the library reports: "fftw-3.3.10-sse2-avx".
  public static var version: String {
    headstock_fftwf_version().map { String(cString: $0) } ?? "unknown"
  }
}
