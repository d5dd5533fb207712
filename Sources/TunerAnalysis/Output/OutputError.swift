// SPDX-License-Identifier: MIT

package import FileStore
import Glibc
import Terminal

/// The reason why results can't be written.
package enum OutputError: Error, Equatable {
  /// The system refused a write or a directory; `code` is its errno.
  case cannotWrite(place: String, code: Int32)
  /// A file can't be written.
  case file(FileStoreError)
  /// The output of several recordings is a file instead of a directory.
  case notADirectory(path: String)
  /// Two recordings would be written to the same file.
  case sameOutput(path: String, first: String, second: String)
  /// The results would replace a recording that is to be read.
  case wouldReplaceRecording(path: String)
}

extension OutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotWrite(let place, let code):
      "\(printable(place)): can't be written (\(errorText(code))). "
        + Self.remedy(for: code)
    case .file(let error):
      "\(printable("\(error)")). " + Self.remedy(for: error.code)
    case .notADirectory(let path):
      "\(printable(path)): not a directory, which several recordings need. Choose another with -o."
    case .sameOutput(let path, let first, let second):
      "\(printable(first)) and \(printable(second)) would both be written to \(printable(path)). "
        + "Rename one, or run them apart."
    case .wouldReplaceRecording(let path):
      "\(printable(path)): this is one of the recordings. Choose another place with -o."
    }
  }

  private static func remedy(for code: Int32?) -> String {
    let isFull = code == ENOSPC || code == EDQUOT
    return (isFull ? "Make room, or choose" : "Choose") + " another place."
  }
}
