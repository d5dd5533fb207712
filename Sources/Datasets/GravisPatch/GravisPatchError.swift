// SPDX-License-Identifier: MIT

import FileStore

/// The reasons why a Gravis patch can't be read.
package enum GravisPatchError: Error, Hashable, Sendable {
  /// The file can't be opened; `code` is the system's errno.
  case openFailed(code: Int32)
  /// The file ends before the required bytes.
  case endsEarly(offset: UInt64, required: Int, actual: Int)
  /// The file does not begin with the header of a patch.
  case notAPatch
  /// The patch has several instruments or layers, and the reader supports one.
  case several(what: String, count: Int)
  /// A sample has no data.
  case emptySample(index: Int)
  /// A sample of 16-bit data points has an odd number of bytes.
  case halfPoint(index: Int, byteCount: Int)
  /// A sample has a rate of 0.
  case noRate(index: Int)
  /// No sample has this number.
  case noSuchSample(index: Int, count: Int)

  init(_ error: RandomAccessError) {
    switch error {
    case .openFailed(let code): self = .openFailed(code: code)
    case .endsEarly(let offset, let required, let actual):
      self = .endsEarly(offset: offset, required: required, actual: actual)
    }
  }
}

extension GravisPatchError: CustomStringConvertible {
  /// One sentence for a person.
  package var description: String {
    switch self {
    case .openFailed(let code): "can't be opened (\(errorText(code)))"
    case .endsEarly(let offset, let required, let actual):
      "not a whole patch (\(required) bytes are due at byte \(offset), \(actual) are there)"
    case .notAPatch: "not a patch (GF1PATCH110 is due at byte 0)"
    case .several(let what, let count): "a patch of \(count) \(what), and only one can be read"
    case .emptySample(let index): "a damaged patch (sample \(index) has no data)"
    case .halfPoint(let index, let byteCount):
      "a damaged patch (the \(byteCount) bytes of sample \(index) are not whole points of two)"
    case .noRate(let index): "a damaged patch (sample \(index) has no rate)"
    case .noSuchSample(let index, let count):
      "there is no sample \(index): the patch has \(count)"
    }
  }
}
