// SPDX-License-Identifier: MIT

/// How an octave is written.
public enum OctaveConvention: String, CaseIterable, Hashable, Sendable {
  /// A number; middle C is C4 (scientific pitch notation).
  case scientific
  /// A number; middle C is C3, as many synthesizers and French solfège count.
  case middleC3 = "middle-c3"
  /// Capitals, small letters and strokes: middle C is c', the low E of a guitar E (Helmholtz).
  case helmholtz

  /// The number that this convention adds to the scientific one.
  var offset: Int { self == .middleC3 ? -1 : 0 }
}
