// SPDX-License-Identifier: MIT

/// The scores of peaks at fractions of a string's frequency in the residual of all strings.
///
/// They are the partials of a lower note that no string of the configuration explains.
struct FractionPeaks: BitwiseCopyable {
  /// The score at odd multiples of half the frequency; negative if no peak lies there.
  var halves = 0.0
  /// The highest power within a bin of half the frequency.
  var halfPower = 0.0
  /// The highest peak at multiples of a third, and of a fifth, of the frequency; 0 for none.
  var thirds = 0.0
  var fifths = 0.0
}
