// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// Why results can't be written.
enum OutputError: Error, Equatable {
  /// The system refused a write or a directory; `code` is its errno.
  case cannotWrite(place: String, code: Int32)
  /// A file can't be written.
  case file(FileStoreError)
  /// Several recordings need a directory, and this is a file.
  case notADirectory(path: String)
  /// Two recordings would be written to the same file.
  case sameOutput(path: String, first: String, second: String)
}

extension OutputError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotWrite(let place, let code):
      "\(printable(place)): can't be written (\(String(cString: strerror(code)))). "
        + "Make room, or choose another place with -o."
    case .file(let error):
      "\(printable("\(error)")). Make room, or choose another place with -o."
    case .notADirectory(let path):
      "\(printable(path)): not a directory, which several recordings need. Choose another with -o."
    case .sameOutput(let path, let first, let second):
      "\(printable(first)) and \(printable(second)) would both be written to \(printable(path)). "
        + "Rename one, or run them apart."
    }
  }
}
