// SPDX-License-Identifier: MIT

/// The way in which a string starts in the next measurement.
enum StringStart: UInt8 {
  /// With its fit, if that is certain, or else at its place.
  case kept
  /// At a place that the residual of the other strings shows.
  case moved
  /// At a place that is tried, or at the one before it.
  case tried
}
