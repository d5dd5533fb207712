// SPDX-License-Identifier: MIT

/// A notation of octaves.
public enum OctaveConvention: String, CaseIterable, Hashable, Sendable {
  /// A number; middle C is C4 (scientific pitch notation).
  case scientific
  /// A number; middle C is C3, as many synthesizers and French solfège count.
  case middleC3 = "middle-c3"
  /// Capital letters, small letters and strokes: middle C is c', the low E of a guitar E
  /// (Helmholtz).
  case helmholtz

  /// The offset of this convention from the scientific number.
  var offset: Int { self == .middleC3 ? -1 : 0 }
}
