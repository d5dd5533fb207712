// SPDX-License-Identifier: MIT

/// A position in an annotation, in the terms of an editor.
public enum AnnotationPlace: Hashable, Sendable, CustomStringConvertible {
  /// A line of a text file, from 1.
  case line(Int)
  /// A point of a track made in memory, from 1.
  case point(Int)
  /// An observation of a JAMS annotation, both from 1.
  case observation(Int, annotation: Int)

  /// The place in words, such as `line 12`.
  public var description: String {
    switch self {
    case .line(let number): "line \(number)"
    case .point(let number): "point \(number)"
    case .observation(let number, let annotation):
      "observation \(number) of annotation \(annotation)"
    }
  }
}
