// SPDX-License-Identifier: MIT

/// One partial of a string, as it was measured.
struct Partial {
  var number = 0
  /// Where it was looked for, in hertz.
  var expected = 0.0
  /// Where it rings, in hertz.
  var frequency = 0.0
  /// The standard error of `frequency`, in hertz.
  var standardError = 0.0
  /// Its amplitude, the mean of the outer windows.
  var amplitude = 0.0
  /// How fast the frequency rises, as a share of it a second.
  var glide = 0.0
  /// The standard error of `glide`.
  var glideError = 0.0
  /// Whether it stands above the noise in all three windows.
  var isHeard = false
}
