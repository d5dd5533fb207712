// SPDX-License-Identifier: MIT

import Evaluation
import Testing

/// A text of annotations that a parser refuses, and the error.
struct InvalidText: CustomTestStringConvertible {
  let text: String
  let error: AnnotationError

  var testDescription: String { text.debugDescription }
}
