// SPDX-License-Identifier: MIT

/// One measured partial of a string.
struct Partial {
  /// The number, 1 for the first.
  var number = 0
  /// The expected frequency, in hertz.
  var expected = 0.0
  /// The measured frequency, in hertz.
  var frequency = 0.0
  /// The standard error of `frequency`, in hertz.
  var standardError = 0.0
  /// The amplitude, the mean of the outer windows.
  var amplitude = 0.0
  /// The rise of the frequency per second, as a share of the frequency.
  var glide = 0.0
  /// The standard error of `glide`.
  var glideError = 0.0
  /// The bend of its phase for a glide of 1, in radians: that of the outer windows against the
  /// middle one.
  var bendPerGlide = 0.0
  /// The bend of its level, in nepers: 0 for a steady decay.
  var levelBend = 0.0
  /// The phase between the outer windows for each hertz, in radians.
  var radiansPerHertz = 0.0
  /// True if it stands above the noise in all three windows.
  var isPresent = false
}
